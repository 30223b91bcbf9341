import * as text from "../generated/messages/settings";
import type { SettingField } from "../generated/settings";
import { foldDigits } from "../ui/digits";

type Checked = Pick<
  SettingField,
  "control" | "isRequired" | "maxChars" | "min" | "max" | "longText" | "badText"
>;

const isMoney = (typed: string) => /^(\d{1,3}(,\d{3})+|\d*)(\.\d{1,2})?$/.test(typed) && /\d/.test(typed);

function isReadable({ control, min, max }: Checked, typed: string): boolean {
  const folded = foldDigits(typed);
  switch (control) {
    case "number": {
      const number = /^-?[\d,]+$/.test(folded) ? Number(folded.replaceAll(",", "")) : Number.NaN;
      return number >= (min ?? number) && number <= (max ?? number);
    }
    case "money":
      return isMoney(folded);
    case "email":
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed);
    case "path":
      return typed.startsWith("/ar/") && !/\s/.test(typed);
    case "time":
      return /^([01]\d|2[0-3]):[0-5]\d/.test(folded);
    default:
      return true;
  }
}

/** What is wrong with a typed text, in the words of the server; null: nothing that the browser can see. */
export function refusal(field: Checked, value: string): string | null {
  const typed = value.trim();
  if (typed === "") return field.isRequired ? text.errorEmpty() : null;
  if (field.maxChars !== null && [...typed].length > field.maxChars) return field.longText;
  return isReadable(field, typed) ? null : field.badText;
}
