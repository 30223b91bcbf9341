// @vitest-environment happy-dom
import { act, cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as catalogText from "../generated/messages/catalog";
import * as questionsText from "../generated/messages/questions";
import type { QuestionSectionView } from "../generated/questions";
import { endHydrated, hydrated, pass, shopper } from "../testing/hydrated";
import {
  listAnswer,
  noQuestions,
  openQuestion,
  question,
  questionSection,
} from "../testing/question-samples";
import { QuestionList } from "./QuestionList";
import { Questions } from "./Questions.island";

let sent: Array<Record<string, string>> = [];
let answers: Array<unknown> = [];

beforeEach(() => {
  sent = [];
  answers = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: URLSearchParams }) => {
    sent.push(Object.fromEntries(body));
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

const third = { ...openQuestion, id: "303", text: "هل هو مطحون؟" };
const open = (view: QuestionSectionView = questionSection) => hydrated(<Questions {...view} />);
const texts = () =>
  screen.queryAllByRole("article").map((one) => document.getElementById(`${one.id}-text`)?.textContent ?? "");
const searchBox = () => screen.getByRole("searchbox");
const more = () => screen.queryByRole("link", { name: questionsText.showMore() });

test("a question has its text and author, and its answers with theirs; the shop's are marked [QNA-01]", () => {
  document.body.innerHTML = renderToStaticMarkup(<Questions {...questionSection} />);
  const [first] = screen.getAllByRole("article") as [HTMLElement];
  expect(first.id).toBe("question-301");
  for (const text of [
    question.text,
    question.author,
    question.date,
    ...question.answers.map(({ text }) => text),
  ])
    expect(first.textContent).toContain(text);
  expect(first.textContent).toContain("أم سلطان");
  expect(within(first).getAllByText(questionsText.byShop())).toHaveLength(1);
});

test("every control is a link or a form that works without script", () => {
  document.body.innerHTML = renderToStaticMarkup(<Questions {...questionSection} />);
  const linkTo = (name: string) => screen.getAllByRole("link", { name })[0]?.getAttribute("href");
  expect(linkTo(questionsText.ask())).toBe("/ar/questions/write/?product=17");
  expect(linkTo(questionsText.answer())).toBe("/ar/questions/write/?product=17&question=301");
  expect(linkTo(questionsText.showMore())).toBe("/ar/product/haraz/questions/?qafter=302");
  expect(linkTo(questionsText.moreAnswers({ count: 5 }))).toBe("/ar/questions/301/");
  const form = searchBox().closest("form");
  expect([form?.method, form?.getAttribute("action")]).toEqual(["get", "/ar/product/haraz/questions/"]);
  expect(searchBox().getAttribute("name")).toBe("qsearch");
  const vote = screen
    .getAllByRole("button", { name: questionsText.helpful({ count: "14" }) })[0]
    ?.closest("form");
  expect([vote?.method, vote?.getAttribute("action")]).toEqual(["post", "/ar/questions/vote/"]);
  expect(Object.fromEntries(new FormData(vote ?? undefined))).toEqual({ reviewID: "301", nonce: "v0te" });
});

test("'show more' adds the next page by call 22, and is hidden after the last one [QNA-05]", async () => {
  await open();
  // A question that has moved to the next page is not shown twice.
  answers = [listAnswer({ questions: [openQuestion, third], page: 1, attributes: '{"after":"303"}' })];
  await userEvent.click(more() as HTMLElement);
  expect(sent).toEqual([
    {
      action: "cr_show_more_qna",
      productID: "17",
      page: "0",
      permalink: "/ar/product/haraz/",
      search: "",
      cr_attributes: '{"after":"302"}',
    },
  ]);
  expect(texts()).toEqual([question.text, openQuestion.text, third.text]);
  answers = [listAnswer({ questions: [], page: 2, lastPage: true, moreUrl: null })];
  await userEvent.click(more() as HTMLElement);
  expect(sent[1]).toMatchObject({ page: "1", cr_attributes: '{"after":"303"}' });
  expect(texts()).toHaveLength(3);
  expect(more()).toBeNull();
});

test("the list is searched 500 ms after the last key; arrow keys start no search [QNA-06]", async () => {
  vi.useFakeTimers();
  answers = [listAnswer({ questions: [third] })];
  await open();
  const user = shopper();
  await user.type(searchBox(), "مط");
  await pass(400);
  await user.type(searchBox(), "حون");
  await pass(499);
  expect(sent).toEqual([]);
  await pass(1);
  expect(sent.map(({ search }) => search)).toEqual(["مطحون"]);
  expect(texts()).toEqual([third.text]);
  await user.type(searchBox(), "{ArrowLeft}{ArrowRight}{ArrowUp}{ArrowDown}");
  await pass(5000);
  expect(sent).toHaveLength(1);
});

test("Enter searches at once, and only once", async () => {
  vi.useFakeTimers();
  await open();
  await shopper().type(searchBox(), " هيل {Enter}");
  await pass(0);
  expect(sent.map(({ search }) => search)).toEqual(["هيل"]);
  await pass(5000);
  expect(sent).toHaveLength(1);
});

test("a new search starts with page -1, and its further pages keep the query [QNA-07]", async () => {
  await open();
  answers = [listAnswer({ questions: [third], page: 1 })];
  await userEvent.click(more() as HTMLElement);
  answers = [listAnswer({ questions: [openQuestion], page: 0, attributes: '{"after":"found"}' })];
  await userEvent.type(searchBox(), "طازج{Enter}");
  expect(sent[1]).toMatchObject({ page: "-1", search: "طازج", cr_attributes: "{}" });
  expect(texts()).toEqual([openQuestion.text]);
  await userEvent.click(more() as HTMLElement);
  expect(sent[2]).toMatchObject({ page: "0", search: "طازج", cr_attributes: '{"after":"found"}' });
  await userEvent.click(screen.getByRole("link", { name: questionsText.searchClear() }));
  expect(sent[3]).toMatchObject({ page: "-1", search: "" });
  expect((searchBox() as HTMLInputElement).value).toBe("");
});

test("an empty first page says that there are no results; an empty later page does not [QNA-08]", async () => {
  answers = [
    listAnswer({ questions: [], page: 0, lastPage: true, moreUrl: null }),
    listAnswer({}),
    listAnswer({ questions: [], page: 1, lastPage: true, moreUrl: null }),
  ];
  await open();
  await userEvent.type(searchBox(), "شاي{Enter}");
  expect(screen.getByText(questionsText.none())).toBeTruthy();
  expect(screen.queryByRole("article")).toBeNull();
  await userEvent.clear(searchBox());
  await userEvent.type(searchBox(), "{Enter}");
  expect(screen.queryByText(questionsText.none())).toBeNull();
  await userEvent.click(more() as HTMLElement);
  expect(screen.queryByText(questionsText.none())).toBeNull();
  expect(texts()).toHaveLength(2);
});

test("a product without questions invites to ask the first one", async () => {
  await open(noQuestions);
  expect(screen.getByText(questionsText.empty())).toBeTruthy();
  expect(screen.getByRole("link", { name: questionsText.ask() })).toBeTruthy();
  expect(screen.queryByRole("searchbox")).toBeNull();
});

test("where questions are closed nothing can be written", async () => {
  const list = { ...questionSection.list, questions: [{ ...question, answerUrl: null }] };
  await open({ ...questionSection, form: null, list });
  for (const name of [questionsText.ask(), questionsText.answer()])
    expect(screen.queryByRole("link", { name })).toBeNull();
});

test("the section says how many questions there are", async () => {
  await open();
  expect(screen.getByText(catalogText.questionCount({ count: 17 }))).toBeTruthy();
});

test("only the answer to the latest request is shown", async () => {
  let first: (response: Response) => void = () => {};
  vi.stubGlobal("fetch", async (_: string, { body }: { body: URLSearchParams }) =>
    body.get("search") === "قديم"
      ? new Promise<Response>((done) => {
          first = done;
        })
      : Response.json(listAnswer({ questions: [third] })),
  );
  await open();
  await userEvent.type(searchBox(), "قديم{Enter}");
  await userEvent.clear(searchBox());
  await userEvent.type(searchBox(), "جديد{Enter}");
  await act(async () => first(Response.json(listAnswer({ questions: [question] }))));
  expect(texts()).toEqual([third.text]);
});

test("a failed request says so and can be repeated", async () => {
  answers = [new Response("", { status: 503 }), listAnswer({ questions: [third], page: 1 })];
  await open();
  await userEvent.click(more() as HTMLElement);
  expect(screen.getByRole("alert").textContent).toContain(questionsText.loadFailed());
  await userEvent.click(screen.getByRole("button", { name: questionsText.retry() }));
  expect(texts()).toHaveLength(3);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a vote uses cr_vote_question, and its answer refreshes counts and active button [QNA-18] [API-25]", async () => {
  answers = [{ code: 0, votes: { upvotes: 15, downvotes: 0, current: 1 } }];
  await open();
  const up = () => screen.getAllByRole("button", { name: /^مفيد/ })[0] as HTMLElement;
  await userEvent.click(up());
  expect(sent).toEqual([{ action: "cr_vote_question", reviewID: "301", upvote: "1" }]);
  expect(up().textContent).toBe("15");
  expect(up().getAttribute("aria-pressed")).toBe("true");
});

test("a question without answers is asked about itself", async () => {
  await open();
  const [answered, unanswered] = screen.getAllByRole("article") as [HTMLElement, HTMLElement];
  expect(within(answered).getByText(questionsText.helpfulAsk())).toBeTruthy();
  expect(within(unanswered).getByText(questionsText.helpfulAskQuestion())).toBeTruthy();
});

test("text of visitors stays text", () => {
  const hostile = {
    ...question,
    author: "<img src=x>",
    text: "<script>alert(1)</script>",
    answers: question.answers.map((answer) => ({ ...answer, text: "<img src=y onerror=alert(1)>" })),
  };
  const html = renderToStaticMarkup(<QuestionList {...questionSection.list} questions={[hostile]} />);
  expect(html).not.toMatch(/<img|<script/);
});
