// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as reviewsText from "../generated/messages/reviews";
import { endHydrated, hydrated, pass } from "../testing/hydrated";
import { reviewGrid, shortReview } from "../testing/review-samples";
import { ReviewGrid } from "./ReviewGrid.island";

let sent: Array<URLSearchParams> = [];
let answers: Array<unknown> = [];

beforeEach(() => {
  sent = [];
  answers = [];
  vi.stubGlobal("fetch", async (_: string, { body }: { body: URLSearchParams }) => {
    sent.push(body);
    const answer = answers.shift();
    return answer instanceof Response
      ? answer
      : Response.json(answer ?? { html: "", reviews: [], last_page: true });
  });
});
afterEach(() => {
  vi.useRealTimers();
  endHydrated();
});

const other = { ...shortReview, id: "777", author: "منيرة" };
const attributes = (index: number) => JSON.parse(sent[index]?.get("attributes") ?? "{}");
const more = () => screen.getByRole("link", { name: reviewsText.showMore() });
const cards = () => screen.getAllByRole("article").length;

test("cards of product and shop reviews, with a filter, 'show more' and the form [REV-22]", async () => {
  await hydrated(<ReviewGrid {...reviewGrid} />);
  expect(cards()).toBe(4);
  expect(screen.getByText(reviewsText.ofShop())).toBeTruthy();
  expect(screen.getAllByRole("link", { name: /تمر سُكَّري/ }).length).toBeGreaterThan(0);
  expect(more()).toBeTruthy();
  answers = [{ html: "<i></i>", reviews: [other], last_page: true }];
  await userEvent.click(document.querySelector('[data-rating="3"]') as HTMLElement);
  expect([sent[0]?.get("action"), sent[0]?.get("rating")]).toEqual(["ivole_show_more_grid_reviews", "3"]);
  expect(attributes(0).comment__not_in).toEqual([]);
  expect(cards()).toBe(1);
  await userEvent.click(screen.getByRole("link", { name: reviewsText.add() }));
  expect(await screen.findByRole("form", { name: reviewsText.formTitle() })).toBeTruthy();
});

test("'show more' names the reviews that are shown, so none appears twice [REV-23]", async () => {
  answers = [
    { html: "<i></i>", reviews: [other, reviewGrid.reviews[0]], last_page: false },
    { html: "", reviews: [], last_page: true },
  ];
  await hydrated(<ReviewGrid {...reviewGrid} />);
  await userEvent.click(more());
  expect(attributes(0)).toEqual({
    count: 6,
    count_shop_reviews: 2,
    show_more: 4,
    comment__not_in: reviewGrid.reviews.map(({ id }) => id),
  });
  expect(cards()).toBe(5);
  await userEvent.click(more());
  expect(attributes(1).comment__not_in).toContain("777");
  expect(screen.queryByRole("link", { name: reviewsText.showMore() })).toBeNull();
});

const shownColumns = () =>
  [...document.querySelectorAll<HTMLElement>("[data-column]")].filter(({ hidden }) => !hidden);

test.each([
  [800, 3],
  [799, 2],
  [550, 2],
  [549, 1],
])("at %i px there are %i columns, 100 ms after the window has changed [REV-24]", async (width, columns) => {
  vi.useFakeTimers();
  vi.stubGlobal("innerWidth", columns === 3 ? 400 : 1200);
  await hydrated(<ReviewGrid {...reviewGrid} />);
  const before = shownColumns().length;
  vi.stubGlobal("innerWidth", width);
  window.dispatchEvent(new Event("resize"));
  await pass(99);
  expect(shownColumns()).toHaveLength(before);
  await pass(1);
  expect(shownColumns()).toHaveLength(columns);
  expect(cards()).toBe(4);
  for (const column of shownColumns()) expect(column.children.length).toBeGreaterThan(0);
});

test("the text of a failed request is shown in red, as text [REV-25]", async () => {
  answers = [new Response("<b>Fatal error</b> in line 3", { status: 500 })];
  await hydrated(<ReviewGrid {...reviewGrid} />);
  await userEvent.click(more());
  const failure = screen.getByRole("alert");
  expect(failure.textContent).toBe("<b>Fatal error</b> in line 3");
  expect(failure.children).toHaveLength(0);
  expect(failure.className).toContain("failure");
  expect(cards()).toBe(4);
});
