import { foldDigits } from "../ui/digits";
import { brandOf, maxLengthOf } from "./rules";

/** Formats payment fields while the shopper types. */

const digitsIn = (text: string) => foldDigits(text).replace(/[^0-9]/g, "");

/** Groups of four digits, or 4-6-5 for cards with fifteen digits. */
export function formatNumber(typed: string): string {
  const all = digitsIn(typed);
  const digits = all.slice(0, maxLengthOf(all));
  const groups = brandOf(digits) === "amex" ? /^(.{1,4})(.{1,6})?(.{1,5})?$/ : null;
  const parts = groups ? groups.exec(digits)?.slice(1) : digits.match(/.{1,4}/g);
  return (parts ?? []).filter(Boolean).join(" ");
}

/**
 * `MM / YY`, or a four-digit year. Nothing is inserted while the shopper deletes: the separator would come back after
 * every backspace.
 */
export function formatExpiry(typed: string, isDeleting = false): string {
  const [, lead = "", mark = "", rest = ""] = /^([0-9]{0,2})([^0-9]*)(.*)$/s.exec(foldDigits(typed)) ?? [];
  let year = digitsIn(rest);
  if (isDeleting) return year === "" ? lead : `${lead} / ${year.slice(0, 4)}`;
  if (lead === "") return year === "" ? "" : formatExpiry(year);
  let month = lead;
  if (lead.charAt(0) > "1" && (mark === "" || lead.length === 1)) {
    // No month starts with this digit, so it is the whole month.
    month = `0${lead[0]}`;
    year = lead.slice(1) + year;
  } else if (lead.length === 1 && year === "") {
    if (mark === "" || lead === "0") return lead;
    month = `0${lead}`;
  }
  return `${month} / ${year.slice(0, 4)}`;
}

export const formatCsc = (typed: string): string => digitsIn(typed).slice(0, 4);

/** The caret position when `shown` replaces `typed`: behind the same digit. */
export function caretIn(shown: string, typed: string, caret: number): number {
  if (caret >= typed.length) return shown.length;
  let left = digitsIn(typed.slice(0, caret)).length;
  let at = 0;
  for (; left > 0 && at < shown.length; at += 1) {
    if (/[0-9]/.test(shown.charAt(at))) left -= 1;
  }
  return at;
}
