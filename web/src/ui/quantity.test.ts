import { expect, test } from "vitest";
import { vectors } from "../testing/vectors";
import {
  clampQuantity,
  pressMinus,
  pressPlus,
  type QuantityLimits,
  readQuantity,
  wholeSteps,
} from "./quantity";

test.each(vectors<{ name: string; input: string; value: string | null }>("quantity.json"))(
  "$name",
  ({ input, value }) => {
    expect(readQuantity(input)).toBe(value);
  },
);

const limits = { min: "1", max: "9", step: "1" };

test("a quantity is clamped to its limits", () => {
  expect(clampQuantity("0", limits)).toBe("1");
  expect(clampQuantity("٢٠", limits)).toBe("9");
  expect(clampQuantity("كثير", limits)).toBe("1");
});

type Press = QuantityLimits & {
  name: string;
  text: string;
  unused: string;
  press: "plus" | "minus";
  expect: { text: string; unused: string } | null;
};

test.each(vectors<Press>("cart/plus-minus.json"))(
  "$name",
  ({ text, unused, press, expect: expected, ...limits }) => {
    const pressed = press === "plus" ? pressPlus : pressMinus;
    expect(pressed({ text, unused }, limits)).toEqual(expected);
  },
);

test.each([
  ["1.5", { min: "0", max: "9", step: "1" }, "1"],
  ["0.7", { min: "1", max: null, step: "1" }, "1"],
  ["7", { min: "3", max: "10", step: "5" }, "5"],
  ["3", { min: "3", max: "10", step: "5" }, "5"],
  ["0.37", { min: "0", max: null, step: "0.1" }, "0.3"],
  ["12", { min: "0", max: "9", step: "1" }, "9"],
])("%s with %o becomes %s", (text, limits, expected) => {
  expect(wholeSteps(text, limits)).toBe(expected);
});
