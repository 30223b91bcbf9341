// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { endHydrated, hydrated } from "../testing/hydrated";
import { ReviewVotes } from "./ReviewVotes";

afterEach(endHydrated);

const votes = { upvotes: 9, downvotes: 1, current: 0 };
const open = (current = 0) =>
  hydrated(<ReviewVotes id="501" votes={{ ...votes, current }} voteUrl="/ar/reviews/vote/" />);
const buttons = () => screen.getAllByRole("button") as [HTMLElement, HTMLElement];
const pressed = () => buttons().map((one) => one.getAttribute("aria-pressed"));
const counts = () => buttons().map(({ textContent }) => textContent);

function answering() {
  let answer: (body: unknown) => void = () => {};
  const fetch = vi.fn(
    (_url: string, _request: { body: URLSearchParams }) =>
      new Promise<Response>((done) => {
        answer = (body) => done(Response.json(body));
      }),
  );
  vi.stubGlobal("fetch", fetch);
  return { fetch, answer: (body: unknown) => act(async () => answer(body)) };
}

test("a vote sets both buttons to updating and sends call 25 once [REV-28]", async () => {
  const { fetch, answer } = answering();
  await open();
  await userEvent.click(buttons()[0]);
  for (const one of buttons()) expect(one.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(buttons()[1]);
  expect(fetch).toHaveBeenCalledOnce();
  expect(Object.fromEntries(fetch.mock.calls[0]?.[1].body ?? [])).toEqual({
    action: "cr_vote_review",
    reviewID: "501",
    upvote: "1",
  });
  await answer({ code: 0, votes });
  for (const one of buttons()) expect(one.getAttribute("aria-disabled")).toBeNull();
});

test.each([
  [1, ["true", "false"]],
  [-1, ["false", "true"]],
  [0, ["false", "false"]],
])("the answer refreshes the counts and marks the vote %i [REV-29]", async (current, marks) => {
  const { answer } = answering();
  await open(current === 0 ? 1 : 0);
  await userEvent.click(buttons()[1]);
  await answer({ code: 0, votes: { upvotes: 12, downvotes: 7, current } });
  expect(counts()).toEqual(["12", "7"]);
  expect(pressed()).toEqual(marks);
});

test("a refused vote leaves the counts as they are [REV-29]", async () => {
  const { answer } = answering();
  await open();
  await userEvent.click(buttons()[0]);
  await answer({ code: 1, votes: { upvotes: 99, downvotes: 0, current: 1 } });
  expect(counts()).toEqual(["9", "1"]);
  expect(pressed()).toEqual(["false", "false"]);
});

test("without script the buttons submit a form", () => {
  document.body.innerHTML = renderToStaticMarkup(
    <ReviewVotes id="501" votes={votes} voteUrl="/ar/reviews/vote/" nonce="n0nce" />,
  );
  const form = document.querySelector("form") as HTMLFormElement;
  expect([form.method, form.getAttribute("action")]).toEqual(["post", "/ar/reviews/vote/"]);
  expect(Object.fromEntries(new FormData(form))).toEqual({ reviewID: "501", nonce: "n0nce" });
  expect(buttons().map((one) => [one.getAttribute("name"), one.getAttribute("value")])).toEqual([
    ["upvote", "1"],
    ["upvote", "0"],
  ]);
});
