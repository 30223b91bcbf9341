import type {
  EnquiryDateParts,
  EnquiryElement,
  EnquiryFileValue,
  EnquiryLogic,
  EnquiryValue,
} from "../../generated/enquiries";

/** What the rules know of a form. */
export type RuleForm = {
  elements: ReadonlyArray<EnquiryElement>;
  logic: { [id: string]: EnquiryLogic | undefined };
};

/** What was typed, by element. */
export type Values = { [id: string]: EnquiryValue | undefined };

/** What the server stores: the text, the number, the option, the date as `2026-12-20`, or the ticked options. */
export type StoredValues = { [id: string]: string | Array<string> };

export const textOf = (value: EnquiryValue | undefined): string => (typeof value === "string" ? value : "");

export const listOf = (value: EnquiryValue | undefined): Array<string> =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

export const filesOf = (value: EnquiryValue | undefined): Array<EnquiryFileValue> =>
  Array.isArray(value) ? value.filter((one) => typeof one === "object") : [];

export const dateOf = (value: EnquiryValue | undefined): EnquiryDateParts | null =>
  typeof value === "object" && !Array.isArray(value) ? value : null;
