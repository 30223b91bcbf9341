// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import * as reviewsText from "../generated/messages/reviews";
import type { ReviewFormView } from "../generated/reviews";
import { fakeUploads, picture } from "../testing/fake-uploads";
import { endHydrated, hydrated } from "../testing/hydrated";
import { reviewForm } from "../testing/review-samples";
import { ClassicReviewForm } from "./ClassicReviewForm.island";

afterEach(endHydrated);

const element = () => document.querySelector("form") as HTMLFormElement;
const group = (name: string) => screen.getByRole("radiogroup", { name });
const field = (name: string) => screen.getByRole("textbox", { name: new RegExp(name) }) as HTMLInputElement;
const rate = (name: string, rating: number) =>
  userEvent.click(
    within(group(name)).getByRole("radio", { name: reviewsText.star({ rating: String(rating) }) }),
  );
/** True: the browser sends the form. */
const submit = async () => {
  let isSent = true;
  await act(async () => {
    isSent = fireEvent.submit(element());
    // The alert appears in the next frame.
    await new Promise((done) => requestAnimationFrame(done));
  });
  return isSent;
};
const alert = () => screen.queryByRole("alert")?.textContent ?? null;
const open = (form: ReviewFormView = reviewForm) => hydrated(<ClassicReviewForm {...form} />);

const values: ReviewFormView["values"] = {
  rating: 5,
  review: "ممتاز",
  name: "سلمى",
  email: "salma@example.com",
  onsiteQuestions: { cr_criterion_1: "4", cr_question_1: "هدية" },
};
const filled = { ...reviewForm, values, terms: null };

test("five stars labelled 'N out of 5 stars', shown as n/5, and a submit button [REV-34]", async () => {
  await open();
  const stars = within(group(reviewsText.fieldRating())).getAllByRole("radio") as Array<HTMLInputElement>;
  expect(stars.map(({ value, name }) => [name, value])).toEqual(
    [1, 2, 3, 4, 5].map((rating) => ["rating", String(rating)]),
  );
  for (const rating of [1, 2, 3, 4, 5]) await rate(reviewsText.fieldRating(), rating);
  expect(group(reviewsText.fieldRating()).textContent).toContain("5/5");
  expect(screen.getByRole("button", { name: reviewsText.classicSubmit() })).toBeTruthy();
});

test("it is a plain form with the fields of call 26", () => {
  document.body.innerHTML = renderToStaticMarkup(<ClassicReviewForm {...filled} />);
  expect([element().method, element().getAttribute("action")]).toEqual(["post", reviewForm.action]);
  expect(Object.fromEntries(new FormData(element()))).toEqual({
    id: "17",
    cr_time: "1765000000-s1gned",
    "g-recaptcha-response": "",
    rating: "5",
    "onsiteQuestions[cr_criterion_1]": "4",
    review: "ممتاز",
    "onsiteQuestions[cr_question_1]": "هدية",
    "onsiteQuestions[cr_question_2]": "",
    name: "سلمى",
    email: "salma@example.com",
    cr_website: "",
  });
});

test("without a rating there is an alert, if the shop requires one [REV-35]", async () => {
  const unrated = { ...filled, values: { ...values, rating: null } };
  await open(unrated);
  expect(await submit()).toBe(false);
  expect(alert()).toBe(reviewsText.ratingRequired());
  await rate(reviewsText.fieldRating(), 4);
  expect(await submit()).toBe(true);
});

test("a shop that requires no rating is not asked for one [REV-35]", async () => {
  await open({ ...filled, ratingRequired: false, values: { ...values, rating: null } });
  expect(await submit()).toBe(true);
});

test("a required rating or question that is missing blocks the form [REV-36]", async () => {
  await open({ ...filled, values: { ...values, onsiteQuestions: { cr_question_1: "هدية" } } });
  expect(await submit()).toBe(false);
  expect(group("النكهة").getAttribute("aria-invalid")).toBe("true");
  await rate("النكهة", 4);
  await userEvent.clear(field("لمن"));
  expect(await submit()).toBe(false);
  expect(field("لمن").getAttribute("aria-invalid")).toBe("true");
  await userEvent.type(field("لمن"), "هدية");
  expect(await submit()).toBe(true);
});

test.each([reviewsText.fieldText(), reviewsText.fieldName(), reviewsText.fieldEmail()])(
  "the empty textbox «%s» blocks the form [REV-37]",
  async (name) => {
    await open(filled);
    await userEvent.clear(field(name));
    expect(await submit()).toBe(false);
    expect(field(name).getAttribute("aria-invalid")).toBe("true");
  },
);

test("an optional question may stay empty", async () => {
  await open(filled);
  expect(field("كم علبة").value).toBe("");
  expect(await submit()).toBe(true);
});

test("terms that are not ticked block the form with an alert [REV-39]", async () => {
  await open({ ...filled, terms: reviewForm.terms });
  expect(await submit()).toBe(false);
  expect(alert()).toBe(reviewsText.terms());
  await userEvent.click(screen.getByRole("checkbox"));
  expect(await submit()).toBe(true);
});

test("a captcha without a response blocks the form with an alert [REV-40]", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 503 }));
  await open({ ...filled, captcha: { challengeUrl: "/ar/reviews/challenge/" } });
  expect(await submit()).toBe(false);
  await vi.waitFor(() => expect(alert()).toBe(reviewsText.captcha()));
});

test("an error of the server is shown, with its field marked", async () => {
  await open({ ...filled, errors: [{ field: "email", text: "أدخل بريدًا إلكترونيًا صالحًا." }] });
  expect(alert()).toBe("أدخل بريدًا إلكترونيًا صالحًا.");
  expect(field(reviewsText.fieldEmail()).getAttribute("aria-invalid")).toBe("true");
});

test("files are uploaded by call 27 and deleted by call 28 with the attachment's nonce [REV-57] [REV-59] [REV-60] [REV-62]", async () => {
  const uploads = fakeUploads();
  await open(filled);
  const chooser = document.querySelector("input[type=file]") as HTMLInputElement;
  const choose = (...files: Array<File>) =>
    act(async () => void fireEvent.change(chooser, { target: { files } }));
  await choose(picture("a.mp4", 26_214_401, "video/mp4"));
  expect(alert()).toBe(reviewsText.uploadSize());
  expect(chooser.value).toBe("");

  await choose(picture("a.jpg"));
  const [upload] = uploads;
  expect([...(upload?.body?.keys() ?? [])]).toEqual([
    "action",
    "cr_nonce",
    "cr_postid",
    "cr_captcha",
    "cr_file",
  ]);
  expect(upload?.body?.get("action")).toBe("cr_upload_local_images_frontend");
  expect(upload?.body?.get("cr_nonce")).toBe("upl0ad");
  expect(await submit()).toBe(false);
  await upload?.answer({ code: 200, attachment: { id: "7", key: "k", nonce: "n7" }, message: "" });
  expect(new FormData(element()).getAll("cr-upload-images-ids[]")).toEqual(['{"id":"7","key":"k"}']);
  expect(await submit()).toBe(true);

  const fetch = vi.fn(async (_: string, _request: { body: URLSearchParams }) =>
    Response.json({ code: 200, class: "7" }),
  );
  vi.stubGlobal("fetch", fetch);
  await userEvent.click(screen.getByRole("button", { name: reviewsText.uploadDelete({ name: "a.jpg" }) }));
  expect(Object.fromEntries(fetch.mock.calls[0]?.[1].body ?? [])).toEqual({
    action: "cr_delete_local_images_frontend",
    cr_nonce: "n7",
    image: '{"id":"7","key":"k"}',
    class: "7",
  });
  expect(new FormData(element()).getAll("cr-upload-images-ids[]")).toEqual([]);
});
