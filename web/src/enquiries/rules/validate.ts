import type {
  EnquiryDateParts,
  EnquiryElement,
  EnquiryValidator,
  EnquiryValue,
} from "../../generated/enquiries";
import { foldDigits } from "../../ui/digits";
import { isEmail } from "../../ui/email";
import { checkFile, type FileErrorCode } from "./files";
import { parseNumber } from "./number";
import { cleanLine, cleanLines, countChars, isBlank } from "./text";
import { dateOf, filesOf, listOf, type RuleForm, type StoredValues, textOf, type Values } from "./values";
import { visibleElements } from "./visibility";

/** Names of `enquiries::rules::FieldError`. */
export type FieldErrorCode =
  | FileErrorCode
  | "required"
  | "too-short"
  | "too-long"
  | "email"
  | "phone"
  | "number"
  | "number-min"
  | "number-max"
  | "choice"
  | "digits"
  | "code"
  | "identical"
  | "date-incomplete"
  | "date"
  | "date-past"
  | "date-future"
  | "captcha-wrong";

/** `arg` is the limit or the file's name; empty for none. */
export type FieldError = { code: FieldErrorCode; arg: string };

export type Facts = {
  /** `2026-12-20` */
  today: string;
  captcha: "unchecked" | "passed" | "wrong";
};

export type Validation = {
  visible: Set<string>;
  /** By element, in the order in which they are found; without errors the form may be sent. */
  errors: { [id: string]: Array<FieldError> };
  /** What the server would store if there are no errors. */
  values: StoredValues;
};

export const MAX_LINE_CHARS = 200;
export const MAX_TEXT_CHARS = 5000;
const PHONE_MIN_DIGITS = 7;
const PHONE_MAX_DIGITS = 15;

/** Either what is stored (`null`: nothing) or what is wrong. */
type Checked = string | Array<string> | null | { errors: Array<FieldError> };

const wrong = (code: FieldErrorCode, arg: string | number = ""): { errors: Array<FieldError> } => ({
  errors: [{ code, arg: String(arg) }],
});

const missing = ({ required }: EnquiryElement): Checked => (required ? wrong("required") : null);

/** Checks what was typed: the rule of `enquiries::rules::validate`. The server decides; this only predicts. */
export function validate(form: RuleForm, values: Values, facts: Facts): Validation {
  const visible = visibleElements(form, values);
  const result: Validation = { visible, errors: {}, values: {} };
  const other = (id: string) => (visible.has(id) ? cleanLine(textOf(values[id]), MAX_LINE_CHARS) : "");
  for (const element of form.elements) {
    if (!visible.has(element.id)) continue;
    const checked = checkElement(element, values[element.id], facts, other);
    if (checked === null) continue;
    if (typeof checked === "string" || Array.isArray(checked)) result.values[element.id] = checked;
    else result.errors[element.id] = checked.errors;
  }
  return result;
}

function checkElement(
  element: EnquiryElement,
  value: EnquiryValue | undefined,
  facts: Facts,
  other: (id: string) => string,
): Checked {
  const typed = textOf(value);
  switch (element.kind) {
    case "heading":
    case "note":
      return null;
    case "hidden":
      return element.value || null;
    case "captcha":
      return checkCaptcha(typed, facts.captcha);
    case "upload":
      return checkFiles(element, value);
    case "select":
    case "radio":
      if (element.options.some((option) => option.value === typed)) return typed;
      return typed === "" ? missing(element) : wrong("choice");
    case "checkboxes": {
      const list = listOf(value);
      const options = element.options.map((option) => option.value);
      if (!list.every((one) => options.includes(one))) return wrong("choice");
      const ticked = options.filter((option) => list.includes(option));
      return ticked.length === 0 ? missing(element) : ticked;
    }
    case "date": {
      const parts = dateOf(value);
      if (!parts || [parts.day, parts.month, parts.year].every(isBlank)) {
        return element.required ? wrong("date-incomplete") : null;
      }
      return checkDate(element, parts, facts.today);
    }
    case "textarea":
      return checkText(element, cleanLines(typed, MAX_TEXT_CHARS + 1), MAX_TEXT_CHARS, other);
    default:
      return checkText(element, cleanLine(typed, MAX_LINE_CHARS + 1), MAX_LINE_CHARS, other);
  }
}

function checkText(
  element: EnquiryElement,
  typed: string,
  max: number,
  other: (id: string) => string,
): Checked {
  if (typed === "") return missing(element);
  if (countChars(typed) > max) return wrong("too-long", max);
  let text = typed;
  switch (element.kind) {
    case "email":
      if (!isEmail(text)) return wrong("email");
      break;
    case "phone":
      text = foldDigits(text);
      if (!isPhone(text)) return wrong("phone");
      break;
    case "number": {
      const parsed = parseNumber(text, element.decimals);
      if (!parsed) return wrong("number");
      if (element.min !== null && parsed.units < element.min * 10_000)
        return wrong("number-min", element.min);
      if (element.max !== null && parsed.units > element.max * 10_000)
        return wrong("number-max", element.max);
      text = parsed.number;
      break;
    }
  }
  if (element.validators.some(({ type }) => type === "digits" || type === "code")) text = foldDigits(text);
  const errors = element.validators.flatMap((validator) => violation(validator, text, other));
  return errors.length === 0 ? text : { errors };
}

function violation(
  validator: EnquiryValidator,
  text: string,
  other: (id: string) => string,
): Array<FieldError> {
  const chars = countChars(text);
  switch (validator.type) {
    case "length":
      if (chars < validator.min) return wrong("too-short", validator.min).errors;
      return validator.max !== null && chars > validator.max ? wrong("too-long", validator.max).errors : [];
    case "digits":
      return /^[0-9]*$/.test(text) ? [] : wrong("digits").errors;
    case "code":
      return /^[A-Za-z0-9-]*$/.test(text) ? [] : wrong("code").errors;
    case "identical":
      return other(validator.elementId) === text ? [] : wrong("identical").errors;
    default:
      return [];
  }
}

/** Digits with the usual marks between them, and a plus in front. */
function isPhone(text: string): boolean {
  const digits = text.replace(/[^0-9]/g, "").length;
  return /^\+?[0-9 \-()./]*$/.test(text) && digits >= PHONE_MIN_DIGITS && digits <= PHONE_MAX_DIGITS;
}

function checkDate(
  element: Extract<EnquiryElement, { kind: "date" }>,
  { day, month, year }: EnquiryDateParts,
  today: string,
): Checked {
  if ([day, month, year].some(isBlank)) return wrong("date-incomplete");
  const date = isoDate(day, month, year);
  if (date === null) return wrong("date");
  const inYear = Number(date.slice(0, 4));
  if (inYear < element.firstYear || inYear > element.lastYear) return wrong("date");
  const errors = element.validators.flatMap(({ type }): Array<FieldError> => {
    if (type === "from-today" && date < today) return wrong("date-past").errors;
    return type === "until-today" && date > today ? wrong("date-future").errors : [];
  });
  return errors.length === 0 ? date : { errors };
}

/** `2026-12-20`; `null`: there is no such day. */
function isoDate(...parts: [day: string, month: string, year: string]): string | null {
  const folded = parts.map((part) => foldDigits(part.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "")));
  if (!folded.every((part) => /^[0-9]{1,4}$/.test(part))) return null;
  const [day = 0, month = 0, year = 0] = folded.map(Number);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  if (day < 1 || day > days) return null;
  const padded = (value: number, length: number) => String(value).padStart(length, "0");
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

function checkCaptcha(typed: string, state: Facts["captcha"]): Checked {
  if (state === "passed") return null;
  if (cleanLine(typed, MAX_LINE_CHARS) === "") return wrong("required");
  return state === "wrong" ? wrong("captcha-wrong") : null;
}

function checkFiles(
  element: Extract<EnquiryElement, { kind: "upload" }>,
  value: EnquiryValue | undefined,
): Checked {
  const files = filesOf(value);
  if (files.length === 0) return missing(element);
  const errors = files.flatMap(({ name, bytes }, index): Array<FieldError> => {
    const code = checkFile(element, index, name, bytes);
    if (code === null) return [];
    return wrong(code, code === "file-too-many" ? "" : name).errors;
  });
  return errors.length === 0 ? null : { errors };
}
