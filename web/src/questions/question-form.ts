import type { QuestionFormView } from "../generated/questions";
import type { FormFields } from "../runtime/use-submission";
import { isEmail } from "../ui/email";

/** What the shopper has entered. */
export type Draft = {
  text: string;
  name: string;
  email: string;
  terms: boolean;
  /** Filled in by machines only. */
  trap: string;
};

export type FieldName = keyof Draft;

export const firstDraft = ({ values }: Pick<QuestionFormView, "values">): Draft => ({
  ...{ text: values.text, name: values.name, email: values.email },
  terms: false,
  trap: "",
});

/** The names of the fields in error, in the order of the form. Empty: the form may be sent. */
export function fieldErrors({ terms }: Pick<QuestionFormView, "terms">, draft: Draft): Array<FieldName> {
  const isWrong: Array<[FieldName, boolean]> = [
    ["text", draft.text.trim() === ""],
    ["name", draft.name.trim() === ""],
    ["email", !isEmail(draft.email)],
    ["terms", terms !== null && !draft.terms],
  ];
  return isWrong.flatMap(([name, wrong]) => (wrong ? [name] : []));
}

/** The fields of call 23; of call 24 if a question is answered. */
export function fieldsOf(
  form: QuestionFormView,
  questionId: string | undefined,
  draft: Draft,
  token: string,
): FormFields {
  const { nonce, productId, terms, hidden } = form;
  return [
    ["crNonce", nonce],
    ["currentPostID", productId],
    ["text", draft.text.trim()],
    ["name", draft.name.trim()],
    ["email", draft.email.trim()],
    ["cptcha", token],
    ...((questionId
      ? [
          ["questionID", questionId],
          ["productID", productId],
        ]
      : []) as FormFields),
    ...((terms ? [["terms", draft.terms ? "1" : "0"]] : []) as FormFields),
    ["cr_website", draft.trap],
    ...hidden.map(({ name, value }): [string, string] => [name, value]),
  ];
}
