import type { EnquiryDateParts } from "../generated/enquiries";
import * as enquiriesText from "../generated/messages/enquiries";

export const MONTHS = [
  enquiriesText.january,
  enquiriesText.february,
  enquiriesText.march,
  enquiriesText.april,
  enquiriesText.may,
  enquiriesText.june,
  enquiriesText.july,
  enquiriesText.august,
  enquiriesText.september,
  enquiriesText.october,
  enquiriesText.november,
  enquiriesText.december,
];

export const numbers = (first: number, last: number): Array<string> =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => String(first + index));

/** The value of a date input; empty while a part is missing. */
export function isoDate({ day, month, year }: EnquiryDateParts): string {
  if (day === "" || month === "" || year === "") return "";
  return `${year.padStart(4, "0")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** The parts of a date input's value, as the selects have them: without leading zeros. */
export function partsOf(iso: string): EnquiryDateParts {
  const [year = "", month = "", day = ""] = iso.split("-").map((part) => String(Number(part)));
  return { day, month, year };
}
