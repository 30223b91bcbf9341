import type { ReviewFormView } from "../generated/reviews";

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

const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
const ATOM = "[!#$%&'*+/=?^`{|}~\\w-]+";
const LOCAL = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`);
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/i;
const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const BRACKETED_IPV4 = new RegExp(`^\\[${OCTET}(?:\\.${OCTET}){3}\\]$`);

/**
 * A local part, '@', and a domain whose last label has two letters or more, or an IPv4 address in brackets: the rule of
 * `kernel::EmailAddress`.
 */
export function isEmail(typed: string): boolean {
  const text = typed.trim();
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  const fits = at > 0 && text.length <= MAX_EMAIL_LENGTH && local.length <= MAX_LOCAL_LENGTH;
  return fits && LOCAL.test(local) && (DOMAIN.test(domain) || BRACKETED_IPV4.test(domain));
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
