import type { EnquiryElement, EnquiryFormView, EnquiryValue } from "../generated/enquiries";
import type { Values } from "./rules/values";

/** What the fields show, by the id of their element. Files are not among them. */
export type Draft = Record<string, EnquiryValue>;

function emptyValue(element: EnquiryElement): EnquiryValue {
  if (element.kind === "checkboxes") return [];
  if (element.kind === "date") return { day: "", month: "", year: "" };
  return element.kind === "hidden" ? element.value : "";
}

type Form = Pick<EnquiryFormView, "elements" | "defaults" | "values" | "resetFormValues">;

const draftOf = ({ elements }: Form, values: Values): Draft =>
  Object.fromEntries(
    elements
      .filter(({ kind }) => kind !== "upload")
      .map((element) => [element.id, values[element.id] ?? emptyValue(element)]),
  );

/** The digits of a picture are never right twice. */
export function withoutDigits(form: Form, now: Values): Draft {
  const typed = form.elements.filter(({ kind }) => kind !== "captcha");
  return draftOf(form, Object.fromEntries(typed.map(({ id }) => [id, now[id]])));
}

/** The draft of a new page: the first values, or what was typed in a form that was refused. */
export const firstDraft = (form: Form): Draft => withoutDigits(form, form.values);

/** The draft after a form was accepted. */
export function resetDraft(form: Form, now: Draft): Draft {
  if (form.resetFormValues === "keep") return withoutDigits(form, now);
  return draftOf(form, form.resetFormValues === "clear" ? {} : form.defaults);
}
