import type { EnquiryElement } from "../../generated/enquiries";
import * as enquiriesText from "../../generated/messages/enquiries";
import { fileErrorText } from "./files";
import type { FieldError } from "./validate";

/** What the visitor reads about an error: the owner's own text, or the standard one. */
export function errorText(element: EnquiryElement, { code, arg }: FieldError): string {
  const { requiredMessage, invalidMessage } = element;
  switch (code) {
    case "required":
      return requiredMessage || enquiriesText.fieldRequired();
    case "date-incomplete":
      return requiredMessage || enquiriesText.dateError();
    case "captcha-wrong":
      return enquiriesText.captchaWrong();
    case "file-too-many":
    case "file-type":
    case "file-size":
      return fileErrorText(code, arg);
    default:
      return invalidMessage || standardText(code, arg);
  }
}

type InvalidCode = Exclude<
  FieldError["code"],
  "required" | "date-incomplete" | "captcha-wrong" | "file-too-many" | "file-type" | "file-size"
>;

function standardText(code: InvalidCode, arg: string): string {
  switch (code) {
    case "too-short":
      return enquiriesText.tooShort({ min: Number(arg) });
    case "too-long":
      return enquiriesText.tooLong({ max: Number(arg) });
    case "email":
      return enquiriesText.emailInvalid();
    case "phone":
      return enquiriesText.phoneInvalid();
    case "number":
      return enquiriesText.numberInvalid();
    case "number-min":
      return enquiriesText.numberMin({ min: arg });
    case "number-max":
      return enquiriesText.numberMax({ max: arg });
    case "choice":
      return enquiriesText.choiceInvalid();
    case "digits":
      return enquiriesText.digitsOnly();
    case "code":
      return enquiriesText.codeOnly();
    case "identical":
      return enquiriesText.notIdentical();
    case "date":
      return enquiriesText.dateInvalid();
    case "date-past":
      return enquiriesText.datePast();
    case "date-future":
      return enquiriesText.dateFuture();
  }
}
