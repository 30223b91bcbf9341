import type { EnquiryFieldErrors, EnquiryFormView } from "../generated/enquiries";
import { errorText } from "./rules/messages";
import { validate } from "./rules/validate";
import type { Values } from "./rules/values";

/** One text for each element in error, by its id, and one for the form itself. */
export type FormErrors = { form: string | null; elements: Record<string, string> };

type Named = Record<string, Array<string> | undefined>;

/** Only the first error of an element is shown. Errors of what is not in this page are those of the form. */
function firstOf({ elements }: EnquiryFormView, errors: Named): FormErrors {
  const found: FormErrors = { form: null, elements: {} };
  for (const [name, [text] = []] of Object.entries(errors)) {
    if (text === undefined) continue;
    const element = elements.find((one) => one.name === name);
    if (element) found.elements[element.id] = text;
    else found.form ??= text;
  }
  return found;
}

/** Errors of a plain form that was refused. */
export const pageErrors = (form: EnquiryFormView): FormErrors => firstOf(form, form.errors);

/** Errors of an answer of call 36. */
export const answerErrors = (
  form: EnquiryFormView,
  data: Record<string, EnquiryFieldErrors | undefined>,
): FormErrors =>
  firstOf(form, Object.fromEntries(Object.entries(data).map(([name, found]) => [name, found?.errors])));

/** What the server would refuse; null if nothing. It also decides what cannot be known here, such as the digits. */
export function browserErrors(form: EnquiryFormView, values: Values, today: string): FormErrors | null {
  const { errors } = validate(form, values, { today, captcha: "unchecked" });
  const found: FormErrors = { form: null, elements: {} };
  for (const element of form.elements) {
    const first = errors[element.id]?.[0];
    if (first) found.elements[element.id] = errorText(element, first);
  }
  return Object.keys(found.elements).length > 0 ? found : null;
}
