import type { FieldView } from "../generated/accounts";
import * as checkoutText from "../generated/messages/checkout";
import type { FieldError } from "../payments/field-errors";

/** Accepts every address that the server may accept: the server decides. */
export const looksLikeEmail = (text: string) => /^[^\s@<>,]+@[^\s@<>,]+\.[^\s@<>,]{2,}$/.test(text.trim());

function errorOf({ kind, isRequired, label }: FieldView, text: string): string | null {
  if (isRequired && text === "") return checkoutText.fieldRequired({ field: label });
  return kind === "email" && text !== "" && !looksLikeEmail(text) ? checkoutText.emailInvalid() : null;
}

/** The errors of the posted billing fields, checked before anything is sent. */
export function billingErrors(fields: Array<FieldView>, form: FormData): Array<FieldError> {
  const errors = fields.flatMap((field) => {
    const text = errorOf(field, String(form.get(field.name) ?? "").trim());
    return text === null ? [] : [{ field: field.name, text }];
  });
  return form.has("terms") ? errors : [...errors, { field: "terms", text: checkoutText.termsMissing() }];
}
