// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as catalogText from "../generated/messages/catalog";
import * as reviewsText from "../generated/messages/reviews";
import type { ReviewSectionView } from "../generated/reviews";
import { endHydrated, hydrated, pass, shopper } from "../testing/hydrated";
import {
  allReviews,
  listAnswer,
  noReviews,
  review,
  reviewPages,
  reviewSection,
  reviewSummary,
  shortReview,
} from "../testing/review-samples";
import { Reviews } from "./Reviews.island";

type Sent = { action: string; fields: Record<string, string>; tags: Array<string> };

let sent: Array<Sent> = [];
let answers: Array<unknown> = [];

beforeEach(() => {
  sent = [];
  answers = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: URLSearchParams }) => {
    const { action = "", ...fields } = Object.fromEntries(body);
    sent.push({ action, fields, tags: body.getAll("tags[]") });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer : Response.json(answer ?? listAnswer({}));
  });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  endHydrated();
});

const other = { ...shortReview, id: "777", author: "منيرة" };
const open = (view: ReviewSectionView = reviewSection) => hydrated(<Reviews {...view} />);
const row = (rating: number) => document.querySelector(`[data-rating="${rating}"]`) as HTMLElement;
const authors = () =>
  screen
    .queryAllByRole("article")
    .map((one) => within(one).getByText(/./, { selector: "p > bdi" }).textContent);
const searchBox = () => screen.getByRole("searchbox");
const more = () => screen.queryByRole("link", { name: reviewsText.showMore() });

test("summary, list and every control are there, as links and forms that work without script [REV-03]", () => {
  document.body.innerHTML = renderToStaticMarkup(<Reviews {...reviewSection} />);
  expect(screen.getByRole("img", { name: reviewsText.star({ rating: "4.8" }) })).toBeTruthy();
  expect(row(5).getAttribute("href")).toBe("/ar/product/sukkari/?ivrating=5#tab-reviews");
  const linkTo = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(linkTo(reviewsText.seeAll())).toBe("/ar/product/sukkari/#tab-reviews");
  expect(linkTo(reviewsText.showMore())).toBe("/ar/product/sukkari/?crpage=2#tab-reviews");
  expect(linkTo(reviewsText.add())).toBe("/ar/reviews/add/?item=17");
  const sort = screen.getByRole("combobox", { name: reviewsText.sort() }) as HTMLSelectElement;
  expect([sort.form?.method, sort.form?.getAttribute("action")]).toEqual(["get", "/ar/product/sukkari/"]);
  expect(searchBox().closest("form")?.method).toBe("get");
  expect(document.querySelector('[data-crtagid="3"]')?.getAttribute("href")).toContain("crtag=3");
  expect(screen.getByText("عرض 2 من أصل 128 تقييمًا")).toBeTruthy();
  expect(authors()).toEqual([review.author, shortReview.author]);
});

test("the search can be cleared by a link while it has a query [REV-03]", () => {
  const search = { ...reviewSection.search, query: "رائحة" };
  document.body.innerHTML = renderToStaticMarkup(<Reviews {...reviewSection} search={search} />);
  const clear = screen.getByRole("link", { name: reviewsText.searchClear() });
  expect(clear.getAttribute("href")).toBe(reviewSection.search.clearUrl);
});

test("a row of the histogram is marked and filters the list by call 17 [REV-04]", async () => {
  answers = [listAnswer({ reviews: [other] })];
  await open();
  await userEvent.click(row(4));
  expect(sent).toEqual([
    {
      action: "cr_filter_reviews",
      fields: { productID: "17", rating: "4", sort: "newest", security: "s3cret" },
      tags: [],
    },
  ]);
  expect(row(4).getAttribute("aria-current")).toBe("true");
  expect(row(5).getAttribute("aria-current")).toBeNull();
  expect(authors()).toEqual(["منيرة"]);
});

test("'see all' lists the reviews of all ratings again [REV-05]", async () => {
  await open({ ...reviewSection, summary: { ...reviewSummary, selected: 2 } });
  expect(row(2).getAttribute("aria-current")).toBe("true");
  await userEvent.click(screen.getByRole("link", { name: reviewsText.seeAll() }));
  expect(sent[0]?.fields.rating).toBe("0");
  expect(document.querySelector("[data-rating][aria-current]")).toBeNull();
});

test("another order reloads the list by call 16 [REV-06]", async () => {
  answers = [listAnswer({ reviews: [other] })];
  await open();
  await userEvent.click(row(5));
  await userEvent.selectOptions(screen.getByRole("combobox"), "helpful");
  expect(sent[1]).toEqual({
    action: "cr_sort_reviews",
    fields: { productID: "17", sort: "helpful", rating: "5" },
    tags: [],
  });
});

test("the four orders can be chosen [REV-07]", async () => {
  await open();
  const names = screen.getAllByRole("option").map(({ textContent }) => textContent);
  expect(names).toEqual([
    reviewsText.sortNewest(),
    reviewsText.sortHelpful(),
    reviewsText.sortHighest(),
    reviewsText.sortLowest(),
  ]);
});

test("the list is searched 1000 ms after the last key, or at once on Enter [REV-08]", async () => {
  vi.useFakeTimers();
  await open();
  const user = shopper();
  await user.type(searchBox(), "رائ");
  await pass(900);
  await user.type(searchBox(), "حة");
  await pass(999);
  expect(sent).toEqual([]);
  await pass(1);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.action).toBe("cr_show_more_reviews");
  expect(sent[0]?.fields).toMatchObject({ search: "رائحة", page: "0", rating: "0", sort: "newest" });

  await user.type(searchBox(), " القهوة{Enter}");
  await pass(0);
  expect(sent[1]?.fields.search).toBe("رائحة القهوة");
  // Enter has replaced the delayed search.
  await pass(2000);
  expect(sent).toHaveLength(2);
});

test("the clear button empties the search and reloads the list [REV-09]", async () => {
  await open({ ...reviewSection, search: { ...reviewSection.search, query: "رائحة" } });
  await userEvent.click(screen.getByRole("link", { name: reviewsText.searchClear() }));
  expect((searchBox() as HTMLInputElement).value).toBe("");
  expect(sent[0]?.fields.search).toBe("");
  expect(screen.queryByRole("link", { name: reviewsText.searchClear() })).toBeNull();
});

test("tags filter the list by their ids, several at a time [REV-10]", async () => {
  await open();
  const tag = (id: string) => document.querySelector(`[data-crtagid="${id}"]`) as HTMLElement;
  await userEvent.click(tag("3"));
  await userEvent.click(tag("4"));
  expect(sent.map(({ action, tags }) => [action, tags])).toEqual([
    ["cr_show_more_reviews", ["3"]],
    ["cr_show_more_reviews", ["3", "4"]],
  ]);
  expect(tag("3").getAttribute("aria-current")).toBe("true");
  await userEvent.click(tag("3"));
  expect(sent[2]?.tags).toEqual(["4"]);
});

test("a change of any filter starts at the first page again [REV-11]", async () => {
  await open();
  answers = [listAnswer({ reviews: [other], page: 2 })];
  await userEvent.click(more() as HTMLElement);
  expect(authors()).toHaveLength(3);
  answers = [listAnswer({ reviews: [other] })];
  await userEvent.click(document.querySelector('[data-crtagid="3"]') as HTMLElement);
  expect(sent[1]?.fields.page).toBe("0");
  expect(authors()).toEqual(["منيرة"]);
  // Order and rating keep the tag, so they use call 18 too.
  await userEvent.selectOptions(screen.getByRole("combobox"), "lowest");
  await userEvent.click(row(1));
  for (const { fields, tags } of sent.slice(2)) expect([fields.page, tags]).toEqual(["0", ["3"]]);
});

test("'show more' appends the next page with the current filters [REV-12]", async () => {
  await open();
  await userEvent.click(row(5));
  await userEvent.click(document.querySelector('[data-crtagid="3"]') as HTMLElement);
  // A review that has moved to the next page is not shown twice.
  answers = [listAnswer({ reviews: [shortReview, other], page: 2 })];
  await userEvent.click(more() as HTMLElement);
  expect(sent[2]).toEqual({
    action: "cr_show_more_reviews",
    fields: {
      productID: "17",
      page: "1",
      sort: "newest",
      rating: "5",
      search: "",
      "tags[]": "3",
      security: "s3cret",
    },
    tags: ["3"],
  });
  expect(authors()).toEqual([review.author, shortReview.author, "منيرة"]);
});

test("label and count row are the answer's, and the button hides at the end [REV-13]", async () => {
  await open();
  answers = [listAnswer({ page: 2, countRow: "عرض 4 من أصل 6 تقييمات", showMoreLabel: "المزيد" })];
  await userEvent.click(more() as HTMLElement);
  expect(screen.getByText("عرض 4 من أصل 6 تقييمات")).toBeTruthy();
  answers = [listAnswer({ reviews: [other], page: 3, lastPage: true, moreUrl: null })];
  await userEvent.click(screen.getByRole("link", { name: "المزيد" }));
  expect(screen.queryByRole("link", { name: "المزيد" })).toBeNull();
  expect(more()).toBeNull();
});

test("an empty first page says that there are no reviews [REV-14]", async () => {
  answers = [listAnswer({ reviews: [], lastPage: true, moreUrl: null, countRow: "لا تقييمات" })];
  await open();
  expect(screen.queryByText(reviewsText.none())).toBeNull();
  await userEvent.click(row(2));
  expect(screen.getByText(reviewsText.none())).toBeTruthy();
  // A later page that has become empty does not.
  answers = [listAnswer({}), listAnswer({ reviews: [], page: 2, lastPage: true })];
  await userEvent.click(screen.getAllByRole("link", { name: reviewsText.seeAll() })[1] as HTMLElement);
  await userEvent.click(more() as HTMLElement);
  expect(screen.queryByText(reviewsText.none())).toBeNull();
});

test("a product without reviews has no stars, and asks for the first one", async () => {
  await open(noReviews);
  expect(screen.getByRole("link", { name: catalogText.beFirst() })).toBeTruthy();
  expect(screen.queryByRole("img")).toBeNull();
  expect(screen.queryByRole("searchbox")).toBeNull();
});

test("'add review' replaces the list by the form, and back [REV-16] [REV-52]", async () => {
  await open();
  await userEvent.click(screen.getByRole("link", { name: reviewsText.add() }));
  expect(await screen.findByRole("form", { name: reviewsText.formTitle() })).toBeTruthy();
  expect(screen.queryByRole("article")).toBeNull();
  for (const name of [reviewsText.formCancel(), reviewsText.formBack()]) {
    await userEvent.type(screen.getByRole("textbox", { name: reviewsText.fieldName() }), "سلمى");
    await userEvent.click(screen.getByRole("button", { name }));
    expect(authors()).toEqual([review.author, shortReview.author]);
    await userEvent.click(screen.getByRole("link", { name: reviewsText.add() }));
    const field = await screen.findByRole("textbox", { name: reviewsText.fieldName() });
    expect((field as HTMLInputElement).value).toBe("");
  }
});

test("only the answer to the latest request is shown", async () => {
  let first: (response: Response) => void = () => {};
  vi.stubGlobal("fetch", async (_: string, { body }: { body: URLSearchParams }) =>
    body.get("rating") === "4"
      ? new Promise<Response>((done) => {
          first = done;
        })
      : Response.json(listAnswer({ reviews: [other] })),
  );
  await open();
  await userEvent.click(row(4));
  await userEvent.click(row(5));
  await act(async () => first(Response.json(listAnswer({ reviews: [review] }))));
  expect(authors()).toEqual(["منيرة"]);
});

test("a failed request says so and can be repeated", async () => {
  answers = [new Response("", { status: 503 }), listAnswer({ reviews: [other] })];
  await open();
  await userEvent.click(row(4));
  expect(screen.getByRole("alert").textContent).toContain(reviewsText.loadFailed());
  await userEvent.click(screen.getByRole("button", { name: reviewsText.retry() }));
  expect(authors()).toEqual(["منيرة"]);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("in classic mode the links and forms reload the page", async () => {
  await open({ ...reviewSection, mode: "classic" });
  expect(fireEvent.click(row(4), { cancelable: true })).toBe(true);
  const submit = vi.spyOn(HTMLFormElement.prototype, "requestSubmit").mockImplementation(() => {});
  await userEvent.selectOptions(screen.getByRole("combobox"), "helpful");
  expect(submit).toHaveBeenCalledOnce();
  expect(sent).toEqual([]);
});

test("the page of all reviews has all controls, and loads by call 19 [REV-20]", async () => {
  await open(allReviews.section);
  for (const name of [reviewsText.add(), reviewsText.seeAll(), reviewsText.showMore()])
    expect(screen.getByRole("link", { name })).toBeTruthy();
  expect(screen.getByRole("navigation", { name: reviewsText.pages() })).toBeTruthy();
  await userEvent.click(row(5));
  await userEvent.click(document.querySelector('[data-crtagid="3"]') as HTMLElement);
  await userEvent.click(more() as HTMLElement);
  expect(sent.map(({ action, fields }) => [action, fields.attributes, fields.page])).toEqual([
    ["cr_show_more_all_reviews", '{"per_page":10}', "0"],
    ["cr_show_more_all_reviews", '{"per_page":10}', "0"],
    ["cr_show_more_all_reviews", '{"per_page":10}', "1"],
  ]);
  expect(sent[2]).toMatchObject({ fields: { rating: "5", sort: "newest", search: "" }, tags: ["3"] });
});

test("a page number loads that page and replaces the pagination [REV-21]", async () => {
  const pages = { ...reviewPages, current: 12, nextUrl: null };
  answers = [listAnswer({ reviews: [other], page: 12, lastPage: true, pages })];
  await open(allReviews.section);
  await userEvent.click(screen.getByRole("link", { name: "12" }));
  expect(sent[0]?.fields.page).toBe("11");
  expect(authors()).toEqual(["منيرة"]);
  expect(document.querySelector("nav [aria-current=page]")?.textContent).toContain("12");
  expect(screen.queryByRole("link", { name: reviewsText.pagesNext() })).toBeNull();
});

test("a review that names other hosts' media is reported once by call 21 [REV-27]", async () => {
  const list = {
    ...reviewSection.list,
    reviews: [{ ...review, id: "9001", hasExternalMedia: true }, shortReview],
  };
  await open({ ...reviewSection, list });
  expect(sent).toEqual([
    { action: "cr_auto_download_media_frontend", fields: { reviewID: "9001" }, tags: [] },
  ]);
});

test("text of shoppers stays text", () => {
  const hostile = { ...shortReview, author: "<img src=x>", text: "<script>alert(1)</script>" };
  const html = renderToStaticMarkup(
    <Reviews {...reviewSection} strip={null} list={{ ...reviewSection.list, reviews: [hostile] }} />,
  );
  expect(html).not.toMatch(/<img|<script/);
});
