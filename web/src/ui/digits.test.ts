import { expect, test } from "vitest";
import { vectors } from "../testing/vectors";
import { foldDigits } from "./digits";

test.each(vectors<{ name: string; input: string; folded: string }>("digits.json"))(
  "$name",
  ({ input, folded }) => {
    expect(foldDigits(input)).toBe(folded);
  },
);
