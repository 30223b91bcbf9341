import type { ReviewFormView } from "../generated/reviews";
import { isEmail } from "../ui/email";

/** The name of the overall rating among the rating fields. */
export const OVERALL = "rating";

/** What the shopper has entered. */
export type Draft = {
  /** By field name; 0: none. */
  ratings: Record<string, number>;
  review: string;
  name: string;
  email: string;
  /** Answers to questions, by field name. */
  answers: Record<string, string>;
  terms: boolean;
  /** Filled in by machines only. */
  trap: string;
};

type Form = Pick<ReviewFormView, "ratingRequired" | "criteria" | "questions" | "terms" | "values">;

/** The rating fields: the overall rating, then the criteria. */
export const ratingFields = ({ ratingRequired, criteria }: Form, label: string) => [
  { name: OVERALL, label, required: ratingRequired },
  ...criteria,
];

export function firstDraft({ criteria, questions, values }: Form): Draft {
  const { rating, review, name, email, onsiteQuestions } = values;
  const ratings = criteria.map((one): [string, number] => [one.name, Number(onsiteQuestions[one.name]) || 0]);
  const answers = questions.map((one): [string, string] => [one.name, onsiteQuestions[one.name] ?? ""]);
  return {
    ratings: { [OVERALL]: rating ?? 0, ...Object.fromEntries(ratings) },
    review,
    name,
    email,
    answers: Object.fromEntries(answers),
    terms: false,
    trap: "",
  };
}

/** The names of the fields in error, in the order of the form. Empty: the review may be sent. */
export function fieldErrors(form: Form, draft: Draft): Array<string> {
  const { ratings, answers } = draft;
  const missing = ratingFields(form, "").filter(({ name, required }) => required && !ratings[name]);
  const unanswered = form.questions.filter(({ name, required }) => required && !answers[name]?.trim());
  return [
    ...missing.map(({ name }) => name),
    ...(draft.review.trim() ? [] : ["review"]),
    ...unanswered.map(({ name }) => name),
    ...(draft.name.trim() ? [] : ["name"]),
    ...(isEmail(draft.email) ? [] : ["email"]),
    ...(form.terms && !draft.terms ? ["terms"] : []),
  ];
}

/** `onsiteQuestions` of call 26: the criteria's ratings and the answers, by field name. */
export function onsiteQuestions({ ratings, answers }: Draft): Record<string, string> {
  const criteria = Object.entries(ratings).filter(([name]) => name !== OVERALL);
  return { ...Object.fromEntries(criteria.map(([name, rating]) => [name, String(rating)])), ...answers };
}
