import { expect, test } from "vitest";
import { vectors } from "../testing/vectors";
import { formatMoney } from "./money";

test.each(vectors<{ name: string; minor: number; text: string }>("money.json"))(
  "$name",
  ({ minor, text }) => {
    expect(formatMoney(minor)).toBe(text);
  },
);
