import type { EnquiryFormView } from "../generated/enquiries";

const UID = "iphorm_uid";
const SUFFIXES = ["", "[]", "[day]", "[month]", "[year]"];

/** The hidden fields of the form; with script, with a token of the visitor's own. */
export const hiddenPairs = ({ hidden }: EnquiryFormView, uid: string | null): Array<[string, string]> =>
  hidden.map(({ name, value }) => [name, name === UID ? (uid ?? value) : value]);

/**
 * The body of call 36: the fields of the browser's own form, without those that the visitor does not see, and without
 * files, which have been uploaded.
 */
export function bodyOf(
  form: EnquiryFormView,
  fields: FormData,
  visible: Set<string>,
  { uid, proof }: { uid: string | null; proof: string },
): FormData {
  for (const { id, name, kind } of form.elements) {
    if (visible.has(id) && kind !== "upload") continue;
    for (const suffix of SUFFIXES) fields.delete(name + suffix);
  }
  if (uid !== null) fields.set(UID, uid);
  if (form.captcha) fields.set(form.captcha.name, proof);
  fields.set("iphorm_ajax", "1");
  return fields;
}
