// @vitest-environment happy-dom
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as questionsText from "../generated/messages/questions";
import type { QuestionFormView } from "../generated/questions";
import { endHydrated, hydrated } from "../testing/hydrated";
import { question, questionForm, questionSection } from "../testing/question-samples";
// Loaded before the tests: the page loads it with the first click, which would make their time depend on the machine.
import "./QuestionForm";
import { Questions } from "./Questions.island";

let sent: Array<{ fields: Record<string, string>; key: string }> = [];
let answers: Array<unknown> = [];
let customer = { name: "", email: "" };

type Request = { body?: URLSearchParams; headers?: Record<string, string> };

beforeEach(() => {
  sent = [];
  answers = [];
  customer = { name: "", email: "" };
  vi.stubGlobal("fetch", async (_url: string, { body, headers }: Request = {}) => {
    if (!body) return Response.json(customer);
    sent.push({ fields: Object.fromEntries(body), key: headers?.["Idempotency-Key"] ?? "" });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return Response.json(answer ?? { code: 0, description: "شكرًا لك، وصلنا سؤالك.", button: "متابعة" });
  });
});
afterEach(endHydrated);

let pages = 0;
/** A form with an address for defaults that no other test has fetched. */
const formWithDefaults = (): QuestionFormView => ({ ...questionForm, defaultsUrl: `/defaults/${pages++}` });

const field = (name: string) => screen.getByRole("textbox", { name: new RegExp(name) }) as HTMLInputElement;
const textField = () => document.querySelector("textarea") as HTMLTextAreaElement;
const terms = () => screen.queryByRole("checkbox") as HTMLInputElement;
const button = (name: string) => screen.getByRole("button", { name });
const isWrong = (element: HTMLElement) => element.getAttribute("aria-invalid") === "true";
const values = () => [textField().value, field(questionsText.fieldName()).value, field("البريد").value];
const answerLink = (index: number) =>
  screen.getAllByRole("link", { name: questionsText.answer() })[index] as HTMLElement;

type Kind = "question" | "answer";
const submitText = (kind: Kind) =>
  kind === "question" ? questionsText.formSubmit() : questionsText.answerSubmit();

async function openForm(kind: Kind) {
  await userEvent.click(
    kind === "question" ? screen.getByRole("link", { name: questionsText.ask() }) : answerLink(0),
  );
  await screen.findByRole("form");
}

async function start(kind: Kind, form: QuestionFormView = questionForm) {
  await hydrated(<Questions {...questionSection} form={form} />);
  await openForm(kind);
}

async function fill(change: { text?: string; name?: string; email?: string; terms?: boolean } = {}) {
  const {
    text = " هل هو مطحون؟ ",
    name = "سلمى",
    email = "salma@example.com",
    terms: ticked = true,
  } = change;
  if (text) await userEvent.type(textField(), text);
  if (name) await userEvent.type(field(questionsText.fieldName()), name);
  if (email) await userEvent.type(field("البريد"), email);
  if (ticked && terms()) await userEvent.click(terms());
}

test("'ask' opens the form of a new question in place of the list [QNA-03]", async () => {
  await start("question");
  expect(screen.getByRole("form", { name: questionsText.formTitle() })).toBeTruthy();
  expect(screen.queryByRole("article")).toBeNull();
  expect(document.activeElement?.textContent).toBe(questionsText.formTitle());
});

test("a question's answer button opens a form under that question [QNA-04]", async () => {
  await start("answer");
  const [first, second] = screen.getAllByRole("article") as [HTMLElement, HTMLElement];
  expect(within(first).getByRole("form", { name: questionsText.answerTitle() })).toBeTruthy();
  expect(within(second).queryByRole("form")).toBeNull();
  expect(answerLink(0).getAttribute("aria-expanded")).toBe("true");
  // The button of another question moves the form.
  await userEvent.click(answerLink(1));
  expect(within(first).queryByRole("form")).toBeNull();
  expect(within(second).getByRole("form")).toBeTruthy();
});

test.each<Kind>(["question", "answer"])(
  "an empty %s is not sent, and its fields are highlighted without a text [QNA-09]",
  async (kind) => {
    await start(kind);
    await userEvent.click(button(submitText(kind)));
    expect(sent).toEqual([]);
    for (const one of [textField(), field(questionsText.fieldName()), field("البريد")]) {
      expect(isWrong(one)).toBe(true);
      expect(one.closest(".forms_isError")).not.toBeNull();
    }
    expect(document.querySelector(".forms_fieldError")).toBeNull();
    expect(document.activeElement).toBe(textField());
    await userEvent.type(textField(), "سؤال");
    expect(isWrong(textField())).toBe(false);
  },
);

test.each<[Kind, string, Parameters<typeof fill>[0]]>([
  ["question", "text", { text: "   " }],
  ["answer", "text", { text: "   " }],
  ["question", "name", { name: "  " }],
  ["answer", "name", { name: "  " }],
  ["question", "email", { email: "salma@example" }],
  ["answer", "email", { email: "salma@example" }],
])("a %s with a wrong %s is not sent [QNA-09]", async (kind, name, change) => {
  await start(kind);
  await fill(change);
  await userEvent.click(button(submitText(kind)));
  expect(sent).toEqual([]);
  const wrong = [...document.querySelectorAll("[aria-invalid=true]")].map((one) => one.getAttribute("name"));
  expect(wrong).toEqual([name]);
});

test.each<Kind>(["question", "answer"])("a %s with unticked terms is not sent [QNA-10]", async (kind) => {
  await start(kind);
  await fill({ terms: false });
  await userEvent.click(button(submitText(kind)));
  expect(sent).toEqual([]);
  expect(isWrong(terms())).toBe(true);
  await userEvent.click(terms());
  await userEvent.click(button(submitText(kind)));
  expect(sent).toHaveLength(1);
});

test("without terms there is nothing to tick [QNA-10]", async () => {
  await start("question", { ...questionForm, terms: null });
  await fill();
  await userEvent.click(button(questionsText.formSubmit()));
  expect(sent[0]?.fields).not.toHaveProperty("terms");
});

const common = {
  action: "cr_new_qna",
  crNonce: "n0nce",
  currentPostID: "17",
  text: "هل هو مطحون؟",
  name: "سلمى",
  email: "salma@example.com",
  cptcha: "",
  terms: "1",
  cr_website: "",
  cr_time: "1765000000-s1gned",
};

test("a guest's question is sent by call 23, an answer by call 24 [QNA-02] [QNA-11] [API-23] [API-24]", async () => {
  await start("question");
  await fill();
  await userEvent.click(button(questionsText.formSubmit()));
  expect(sent[0]?.fields).toEqual(common);
  expect(sent[0]?.key).not.toBe("");
  await userEvent.click(button("متابعة"));
  await openForm("answer");
  await fill();
  await userEvent.click(button(questionsText.answerSubmit()));
  expect(sent[1]?.fields).toEqual({ ...common, questionID: question.id, productID: "17" });
});

test("without a token cptcha is empty: the server decides [QNA-11]", async () => {
  vi.doMock("../runtime/proof", () => ({ solve: () => Promise.reject(new Error("no challenge")) }));
  await start("question", { ...questionForm, captcha: { challengeUrl: "/challenge/" } });
  await fill();
  await userEvent.click(button(questionsText.formSubmit()));
  await vi.waitFor(() => expect(sent[0]?.fields.cptcha).toBe(""));
  vi.doUnmock("../runtime/proof");
});

test("the token of the captcha is sent as cptcha [QNA-11]", async () => {
  vi.doMock("../runtime/proof", () => ({ solve: async (url: string) => `token of ${url}` }));
  await start("question", { ...questionForm, captcha: { challengeUrl: "/challenge/" } });
  await fill();
  await userEvent.click(button(questionsText.formSubmit()));
  await vi.waitFor(() => expect(sent[0]?.fields.cptcha).toBe("token of /challenge/"));
  vi.doUnmock("../runtime/proof");
});

test.each<Kind>(["question", "answer"])(
  "a %s goes from editing to submitting to its result; the success button resets and closes [QNA-12]",
  async (kind) => {
    let answer: (response: Response) => void = () => {};
    await start(kind);
    await fill();
    vi.stubGlobal(
      "fetch",
      () =>
        new Promise<Response>((done) => {
          answer = done;
        }),
    );
    await userEvent.click(button(submitText(kind)));
    expect(button(questionsText.formSending()).getAttribute("aria-busy")).toBe("true");
    expect(textField().closest("fieldset")?.disabled).toBe(true);
    await act(async () => answer(Response.json({ code: 0, description: "وصلنا.", button: "تابع" })));
    expect(screen.queryByRole("form")).toBeNull();
    expect(document.activeElement?.textContent).toContain("وصلنا.");
    await userEvent.click(button("تابع"));
    expect(screen.queryByRole("form")).toBeNull();
    expect(screen.getAllByRole("article")).toHaveLength(2);
    await openForm(kind);
    expect(values()).toEqual(["", "", ""]);
    expect(terms().checked).toBe(false);
  },
);

test.each<Kind>(["question", "answer"])(
  "another code shows the server's description; its button returns to the %s as it was [QNA-13]",
  async (kind) => {
    answers = [{ code: 4, description: "انتظر قليلًا قبل السؤال التالي.", button: "عُد" }];
    await start(kind);
    await fill();
    await userEvent.click(button(submitText(kind)));
    expect(screen.getByRole("alert").textContent).toContain("انتظر قليلًا قبل السؤال التالي.");
    await userEvent.click(button("عُد"));
    expect(screen.getByRole("form")).toBeTruthy();
    expect(values()).toEqual([" هل هو مطحون؟ ", "سلمى", "salma@example.com"]);
    expect(terms().checked).toBe(true);
  },
);

test("after a lost answer the same question is sent with the same key [QNA-13]", async () => {
  answers = [new TypeError("offline"), new TypeError("offline")];
  await start("question");
  await fill();
  await userEvent.click(button(questionsText.formSubmit()));
  expect(screen.getByRole("alert").textContent).toContain(questionsText.failed());
  await userEvent.click(button(questionsText.buttonRetry()));
  await userEvent.click(button(questionsText.formSubmit()));
  expect(sent.length).toBeGreaterThan(2);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

test.each<[Kind, string]>([
  ["question", questionsText.formCancel()],
  ["question", questionsText.formBack()],
  ["answer", questionsText.formCancel()],
  ["answer", questionsText.formBack()],
])("a %s is reset and closed by '%s'; the focus returns to its button [QNA-14]", async (kind, name) => {
  await start(kind);
  await fill();
  await userEvent.click(button(name));
  expect(screen.queryByRole("form")).toBeNull();
  expect(sent).toEqual([]);
  const opener =
    kind === "question" ? screen.getByRole("link", { name: questionsText.ask() }) : answerLink(0);
  await vi.waitFor(() => expect(document.activeElement).toBe(opener));
  await openForm(kind);
  expect(values()).toEqual(["", "", ""]);
});

test("name and email of the customer are filled in; a guest's are empty [QNA-17]", async () => {
  customer = { name: "سارة", email: "sara@example.com" };
  await start("question", formWithDefaults());
  await vi.waitFor(() => expect(values()).toEqual(["", "سارة", "sara@example.com"]));
  endHydrated();
  await start("answer", formWithDefaults());
  await vi.waitFor(() => expect(values()).toEqual(["", "سارة", "sara@example.com"]));
  endHydrated();
  customer = { name: "", email: "" };
  await start("question", formWithDefaults());
  expect(values()).toEqual(["", "", ""]);
});

test("what was typed is not replaced by late defaults", async () => {
  let arrive: (response: Response) => void = () => {};
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise<Response>((done) => {
        arrive = done;
      }),
  );
  await start("question", formWithDefaults());
  await userEvent.type(field(questionsText.fieldName()), "منى");
  await act(async () => arrive(Response.json({ name: "سارة", email: "sara@example.com" })));
  await vi.waitFor(() => expect(values()).toEqual(["", "منى", "sara@example.com"]));
});

test("resetting the question form clears the text, and name and email are the defaults again [QNA-15]", async () => {
  customer = { name: "سارة", email: "sara@example.com" };
  await start("question", formWithDefaults());
  await vi.waitFor(() => expect(values()[1]).toBe("سارة"));
  await userEvent.type(textField(), "سؤال");
  await userEvent.clear(field(questionsText.fieldName()));
  await userEvent.type(field(questionsText.fieldName()), "غيرها");
  await userEvent.click(button(questionsText.formCancel()));
  await openForm("question");
  await vi.waitFor(() => expect(values()).toEqual(["", "سارة", "sara@example.com"]));
});

test("resetting the answer form clears all its fields [QNA-16]", async () => {
  customer = { name: "سارة", email: "sara@example.com" };
  await start("answer", formWithDefaults());
  await vi.waitFor(() => expect(values()[1]).toBe("سارة"));
  await userEvent.type(textField(), "جواب");
  await userEvent.click(button(questionsText.formCancel()));
  await openForm("answer");
  await act(async () => {});
  expect(values()).toEqual(["", "", ""]);
  // The form of another question is still filled in.
  await userEvent.click(answerLink(1));
  await vi.waitFor(() => expect(values()).toEqual(["", "سارة", "sara@example.com"]));
});
