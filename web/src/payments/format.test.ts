import { expect, test } from "vitest";
import { vectors } from "../testing/vectors";
import { caretIn, formatCsc, formatExpiry, formatNumber } from "./format";
import { brandOf } from "./rules";

type Case = { name: string; typed: string; shown: string };

test.each(vectors<Case & { brand: string | null }>("payments/format-number.json"))(
  "number: $name",
  ({ typed, shown, brand }) => {
    expect(formatNumber(typed)).toBe(shown);
    expect(formatNumber(shown)).toBe(shown);
    expect(brandOf(shown)).toBe(brand);
  },
);

test.each(vectors<Case & { deleting: boolean }>("payments/format-expiry.json"))(
  "expiry: $name",
  ({ typed, shown, deleting }) => {
    expect(formatExpiry(typed, deleting)).toBe(shown);
    if (!deleting) expect(formatExpiry(shown)).toBe(shown);
  },
);

test.each(vectors<Case>("payments/format-csc.json"))("csc: $name", ({ typed, shown }) => {
  expect(formatCsc(typed)).toBe(shown);
  expect(formatCsc(shown)).toBe(shown);
});

test("the caret stays behind its digit", () => {
  const shown = "4111 9111 1111 1";
  expect(caretIn(shown, "4111 91111 1111", 6)).toBe(6);
  expect(caretIn("4111 1", "41111", 5)).toBe(6);
  expect(caretIn("4111 1111", "411 11111", 3)).toBe(3);
  expect(caretIn("04 / ", "4", 1)).toBe(5);
  expect(caretIn("", "", 0)).toBe(0);
});
