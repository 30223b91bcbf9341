import { expect, test } from "vitest";
import { reviewForm } from "../testing/review-samples";
import { vectors } from "../testing/vectors";
import { isEmail } from "../ui/email";
import { type Draft, fieldErrors, firstDraft, onsiteQuestions } from "./review-form";

const whole: Draft = {
  ...firstDraft(reviewForm),
  ratings: { rating: 5, cr_criterion_1: 4, cr_criterion_2: 0 },
  review: "ممتاز",
  name: "سلمى",
  email: "salma@example.com",
  answers: { cr_question_1: "هدية", cr_question_2: "" },
  terms: true,
};
const errors = (to: Partial<Draft>, form = reviewForm) => fieldErrors(form, { ...whole, ...to });

test("a complete form has no errors; optional fields may be empty", () => {
  expect(errors({})).toEqual([]);
});

test("a required rating without a star is an error [REV-42]", () => {
  expect(errors({ ratings: {} })).toEqual(["rating", "cr_criterion_1"]);
  expect(errors({ ratings: {} }, { ...reviewForm, ratingRequired: false })).toEqual(["cr_criterion_1"]);
});

test("text and name that are empty after trimming are errors [REV-44]", () => {
  expect(errors({ review: " \n " })).toEqual(["review"]);
  expect(errors({ name: "\t" })).toEqual(["name"]);
});

test("an email address is accepted exactly where the server accepts it [REV-45]", () => {
  for (const { typed, normalized } of vectors<{ typed: string; normalized?: string }>("email.json")) {
    expect([typed, isEmail(typed)]).toEqual([typed, normalized !== undefined]);
    expect(errors({ email: typed })).toEqual(normalized === undefined ? ["email"] : []);
  }
});

test("an unanswered required question and unticked terms are errors [REV-46]", () => {
  expect(errors({ answers: { cr_question_1: "  " } })).toEqual(["cr_question_1"]);
  expect(errors({ terms: false })).toEqual(["terms"]);
  expect(errors({ terms: false }, { ...reviewForm, terms: null })).toEqual([]);
  const number = { name: "n", label: "كم؟", kind: "number" as const, required: true };
  expect(errors({}, { ...reviewForm, questions: [number] })).toEqual(["n"]);
});

test("criteria and answers are sent by field name", () => {
  expect(onsiteQuestions(whole)).toEqual({
    cr_criterion_1: "4",
    cr_criterion_2: "0",
    cr_question_1: "هدية",
    cr_question_2: "",
  });
});
