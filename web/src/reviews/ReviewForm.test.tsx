// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as reviewsText from "../generated/messages/reviews";
import type { ReviewFormView } from "../generated/reviews";
import { fakeUploads, picture } from "../testing/fake-uploads";
import { endHydrated, hydrated } from "../testing/hydrated";
import { reviewForm, reviewSection } from "../testing/review-samples";
import { Reviews } from "./Reviews.island";

let sent: Array<{ fields: Array<[string, string]>; key: string }> = [];
let answers: Array<unknown> = [];

beforeEach(() => {
  sent = [];
  answers = [];
  vi.stubGlobal(
    "fetch",
    async (_: string, { body, headers }: { body: URLSearchParams; headers: Record<string, string> }) => {
      sent.push({ fields: [...body] as Array<[string, string]>, key: headers["Idempotency-Key"] ?? "" });
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return Response.json(answer ?? { code: 0, description: "شكرًا لك، وصلنا تقييمك.", button: "متابعة" });
    },
  );
});
afterEach(endHydrated);

const field = (name: string) => screen.getByRole("textbox", { name: new RegExp(name) }) as HTMLInputElement;
const group = (name: string) => screen.getByRole("radiogroup", { name });
const star = (name: string, rating: number) =>
  within(group(name)).getByRole("radio", { name: reviewsText.star({ rating: String(rating) }) });
const terms = () => screen.getByRole("checkbox") as HTMLInputElement;
const submit = () => userEvent.click(screen.getByRole("button", { name: reviewsText.formSubmit() }));
const isWrong = (element: HTMLElement) => element.getAttribute("aria-invalid") === "true";
const fieldsOf = (index = 0) => Object.fromEntries(sent[index]?.fields ?? []);
const OVERALL = reviewsText.fieldRating();

async function open(form: ReviewFormView = reviewForm) {
  await hydrated(<Reviews {...reviewSection} form={form} />);
  await userEvent.click(screen.getByRole("link", { name: reviewsText.add() }));
  await screen.findByRole("form");
}

async function fill() {
  await userEvent.click(star(OVERALL, 5));
  await userEvent.click(star("النكهة", 4));
  await userEvent.type(field(reviewsText.fieldText()), "  طعمه ممتاز ");
  await userEvent.type(field("لمن"), "هدية");
  await userEvent.type(field(reviewsText.fieldName()), "سلمى");
  await userEvent.type(field(reviewsText.fieldEmail()), "salma@example.com");
  await userEvent.click(terms());
}

test("an empty form is not sent: ratings are marked, fields highlighted without a text [REV-42] [REV-44] [REV-46] [REV-48]", async () => {
  await open();
  await submit();
  expect(sent).toEqual([]);
  expect([OVERALL, "النكهة", "التغليف"].map((name) => isWrong(group(name)))).toEqual([true, true, false]);
  const names = [reviewsText.fieldText(), "لمن", reviewsText.fieldName(), reviewsText.fieldEmail()];
  for (const name of names) {
    expect(isWrong(field(name)), name).toBe(true);
    expect(field(name).closest(".forms_isError"), name).not.toBeNull();
  }
  expect(isWrong(field("كم علبة"))).toBe(false);
  expect(isWrong(terms())).toBe(true);
  expect(document.querySelector(".forms_fieldError")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a chosen star clears the rating's error and is shown as n/5 [REV-43]", async () => {
  await open();
  await submit();
  expect(group(OVERALL).textContent).toContain("0/5");
  await userEvent.click(star(OVERALL, 3));
  expect(isWrong(group(OVERALL))).toBe(false);
  expect(group(OVERALL).textContent).toContain("3/5");
  expect(isWrong(group("النكهة"))).toBe(true);
});

test("an invalid email address blocks the form [REV-45]", async () => {
  await open();
  await fill();
  await userEvent.clear(field(reviewsText.fieldEmail()));
  await userEvent.type(field(reviewsText.fieldEmail()), "salma@example");
  await submit();
  expect(sent).toEqual([]);
  expect(isWrong(field(reviewsText.fieldEmail()))).toBe(true);
});

test("a valid review is sent by call 26 [REV-49]", async () => {
  await open();
  await fill();
  await submit();
  expect(fieldsOf()).toEqual({
    action: "cr_submit_review",
    rating: "5",
    review: "طعمه ممتاز",
    name: "سلمى",
    id: "17",
    email: "salma@example.com",
    onsiteQuestions: JSON.stringify({
      cr_criterion_1: "4",
      cr_criterion_2: "0",
      cr_question_1: "هدية",
      cr_question_2: "",
    }),
    "g-recaptcha-response": "",
    terms: "1",
    cr_website: "",
    cr_time: "1765000000-s1gned",
  });
  expect(sent[0]?.key).not.toBe("");
});

test("editing, submitting, result: the success button resets and closes the form [REV-50] [REV-53]", async () => {
  let answer: (response: Response) => void = () => {};
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise<Response>((done) => {
        answer = done;
      }),
  );
  await open();
  await fill();
  await submit();
  const button = screen.getByRole("button", { name: reviewsText.formSending() });
  expect(button.getAttribute("aria-busy")).toBe("true");
  await act(async () => answer(Response.json({ code: 0, description: "وصلنا تقييمك.", button: "تابع" })));
  expect(screen.getByRole("status", { name: "" }).textContent).toContain("وصلنا تقييمك.");
  expect(screen.queryByRole("form")).toBeNull();

  await userEvent.click(screen.getByRole("button", { name: "تابع" }));
  expect(screen.getAllByRole("article")).toHaveLength(2);
  await userEvent.click(screen.getByRole("link", { name: reviewsText.add() }));
  await screen.findByRole("form");
  for (const name of [OVERALL, "النكهة"]) expect(group(name).textContent).toContain("0/5");
  for (const name of [reviewsText.fieldText(), "لمن", reviewsText.fieldName(), reviewsText.fieldEmail()])
    expect(field(name).value).toBe("");
  expect(terms().checked).toBe(false);
});

test("another code shows the server's description; its button returns to the form as it was [REV-51]", async () => {
  answers = [{ code: 9, description: "كتبت تقييمًا لهذا المنتج من قبل.", button: "حاول مرة أخرى" }];
  await open();
  await fill();
  await submit();
  expect(screen.getByRole("alert").textContent).toContain("كتبت تقييمًا لهذا المنتج من قبل.");
  await userEvent.click(screen.getByRole("button", { name: "حاول مرة أخرى" }));
  expect(screen.getByRole("form")).toBeTruthy();
  expect(field(reviewsText.fieldName()).value).toBe("سلمى");
  expect(group(OVERALL).textContent).toContain("5/5");
  expect(terms().checked).toBe(true);
});

test("after a lost answer the same review is sent with the same key", async () => {
  answers = [new TypeError("offline"), new TypeError("offline")];
  await open();
  await fill();
  await submit();
  expect(screen.getByRole("alert").textContent).toContain(reviewsText.failed());
  await userEvent.click(screen.getByRole("button", { name: reviewsText.buttonRetry() }));
  await submit();
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

test("a captcha without a response blocks the form [REV-46]", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 503 }));
  await open({ ...reviewForm, captcha: { challengeUrl: "/ar/reviews/challenge/" } });
  await fill();
  await submit();
  expect((await screen.findByRole("alert")).textContent).toContain(reviewsText.captcha());
});

const chooser = () => document.querySelector("input[type=file]") as HTMLInputElement;
const choose = (...files: Array<File>) =>
  act(async () => {
    fireEvent.change(chooser(), { target: { files } });
  });
const status = () => document.querySelector("[data-upload-status]")?.textContent;
const states = () =>
  [...document.querySelectorAll("[data-state]")].map((one) => one.getAttribute("data-state"));
const uploaded = (id: string) => ({ code: 200, attachment: { id, key: `key-${id}` }, message: "" });

test("at first the status says how many files can be uploaded [REV-54]", async () => {
  await open();
  expect(status()).toBe(reviewsText.uploadInitial());
  expect(chooser().accept).toBe(reviewForm.accepted.join(","));
});

test.each([
  [
    "too many files",
    Array.from({ length: 6 }, (_, index) => picture(`${index}.jpg`)),
    reviewsText.uploadTooMany(),
  ],
  ["a wrong type", [picture(), picture("a.svg", 10, "image/svg+xml")], reviewsText.uploadType()],
  ["a file that is too large", [picture("a.jpg", 26_214_401)], reviewsText.uploadSize()],
])(
  "%s: the error is shown, and none of the files is added [REV-55] [REV-56] [REV-58] [REV-59]",
  async (_, files, text) => {
    const uploads = fakeUploads();
    await open();
    await choose(...files);
    expect(status()).toBe(text);
    expect(screen.getByRole("alert").textContent).toBe(text);
    expect(states()).toEqual([]);
    expect(uploads).toEqual([]);
    expect(chooser().value).toBe("");
  },
);

test("an upload is pending with its percentage, then ok, and is part of the review [REV-60]", async () => {
  const uploads = fakeUploads();
  await open();
  await choose(picture());
  expect(states()).toEqual(["pending"]);
  await uploads[0]?.progress(64);
  const bar = screen.getByRole("progressbar") as HTMLProgressElement;
  expect([bar.value, bar.max]).toEqual([64, 100]);
  expect(screen.getByText("64%")).toBeTruthy();
  expect([...(uploads[0]?.body?.keys() ?? [])]).toEqual(["action", "cr_item", "cr_file"]);
  expect(uploads[0]?.body?.get("action")).toBe("cr_upload_media");
  await uploads[0]?.answer(uploaded("7"));
  expect(states()).toEqual(["ok"]);
  await fill();
  await submit();
  expect(fieldsOf()["cr-upload-images-ids[]"]).toBe('{"id":"7","key":"key-7"}');
});

test("the first file is uploaded alone, because its answer may create the session, then two at a time", async () => {
  const uploads = fakeUploads();
  await open();
  await choose(...["1.jpg", "2.jpg", "3.jpg", "4.jpg"].map((name) => picture(name)));
  expect(uploads).toHaveLength(1);
  await uploads[0]?.answer(uploaded("1"));
  expect(uploads).toHaveLength(3);
  await uploads[1]?.answer(uploaded("2"));
  expect(uploads).toHaveLength(4);
});

test("a refused upload is removed and the server's message shown [REV-61]", async () => {
  const uploads = fakeUploads();
  await open();
  await choose(picture());
  await uploads[0]?.answer({ code: 501, attachment: null, message: "تعذّرت قراءة الملف." });
  expect(states()).toEqual([]);
  expect(status()).toBe("تعذّرت قراءة الملف.");
});

test("the review is not sent while a file is uploaded or deleted [REV-47]", async () => {
  const uploads = fakeUploads();
  await open();
  await fill();
  await choose(picture());
  await submit();
  expect(sent).toEqual([]);
  expect(screen.getByText(reviewsText.uploadPending())).toBeTruthy();
  await uploads[0]?.answer(uploaded("7"));
  await submit();
  expect(fieldsOf().action).toBe("cr_submit_review");
});

test("a deleted file is pending until the server has deleted it [REV-62]", async () => {
  const uploads = fakeUploads();
  let answer: (response: Response) => void = () => {};
  const bodies: Array<URLSearchParams> = [];
  await open();
  await choose(picture());
  await uploads[0]?.answer(uploaded("7"));
  vi.stubGlobal("fetch", (_: string, { body }: { body: URLSearchParams }) => {
    bodies.push(body);
    return new Promise<Response>((done) => {
      answer = done;
    });
  });
  const trash = () =>
    userEvent.click(screen.getByRole("button", { name: reviewsText.uploadDelete({ name: "IMG_1.jpg" }) }));
  await trash();
  expect(states()).toEqual(["deleting"]);
  expect(Object.fromEntries(bodies[0] ?? [])).toEqual({
    action: "cr_delete_media",
    image: '{"id":"7","key":"key-7"}',
  });
  await act(async () => answer(Response.json({ code: 500 })));
  expect(states()).toEqual(["ok"]);
  await trash();
  await act(async () => answer(Response.json({ code: 200 })));
  expect(states()).toEqual([]);
});

test("leaving the form ends its uploads [REV-52]", async () => {
  const uploads = fakeUploads();
  await open();
  await choose(picture());
  await userEvent.click(screen.getByRole("button", { name: reviewsText.formCancel() }));
  expect(uploads[0]?.isAborted).toBe(true);
});
