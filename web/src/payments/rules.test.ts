import { expect, test } from "vitest";
import { vectors } from "../testing/vectors";
import {
  brandOf,
  type CscTerms,
  checkCsc,
  checkEcheck,
  checkExpiry,
  checkNumber,
  type EcheckField,
  longestOf,
} from "./rules";

type Fault = { name: string; fault: string | null };

test.each(vectors<Fault & { input: string; brand: string | null }>("payments/number.json"))(
  "number: $name",
  ({ input, brand, fault }) => {
    expect(checkNumber(input)).toBe(fault);
    expect(brandOf(input)).toBe(brand);
  },
);

test.each(vectors<Fault & { input: string; today: string }>("payments/expiry.json"))(
  "expiry: $name",
  ({ input, today, fault }) => {
    expect(checkExpiry(input, new Date(`${today}T23:59:59`))).toBe(fault);
  },
);

test.each(vectors<Fault & CscTerms & { value: string }>("payments/csc.json"))(
  "csc: $name",
  ({ value, fault, ...terms }) => {
    expect(checkCsc(value, terms)).toBe(fault);
  },
);

test.each(vectors<Fault & { field: EcheckField; value: string }>("payments/echeck.json"))(
  "eCheck: $name",
  ({ field, value, fault }) => {
    expect(checkEcheck(field, value)).toBe(fault);
  },
);

test("a number of no known type may have sixteen digits", () => {
  expect(longestOf("9")).toBe(16);
  expect(longestOf("37")).toBe(15);
  expect(longestOf("67")).toBe(19);
});
