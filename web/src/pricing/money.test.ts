import { expect, test } from "vitest";
import { vectors } from "../testing/vectors";
import { CURRENCIES, type CurrencyCode } from "./currency";
import { formatMoney } from "./money";

test.each(vectors<{ name: string; currency?: CurrencyCode; minor: number; text: string }>("money.json"))(
  "$name",
  ({ minor, currency = "USD", text }) => {
    expect(formatMoney(minor, CURRENCIES[currency])).toBe(text);
  },
);
