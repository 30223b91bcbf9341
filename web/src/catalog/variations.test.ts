import { expect, test } from "vitest";
import { vectors } from "../testing/vectors";
import { findVariation, prospect } from "./variations";

const offer = (size: string, colour: string, is_in_stock = true) => ({
  attributes: { attribute_size: size, attribute_colour: colour },
  is_in_stock,
});
const small = offer("صغير", "أحمر");
const large = offer("كبير", "");
const gone = offer("صغير", "أزرق", false);
const all = [small, large, gone];

test("a variation is found once every attribute is chosen", () => {
  expect(findVariation(all, { size: "صغير", colour: "أحمر" })).toBe(small);
  expect(findVariation(all, { size: "صغير", colour: "" })).toBeUndefined();
  expect(findVariation(all, { size: "صغير", colour: "أخضر" })).toBeUndefined();
});

test("a variation that leaves an attribute open matches any value", () => {
  expect(findVariation(all, { size: "كبير", colour: "أخضر" })).toBe(large);
});

test("a possible choice differs from one that leads nowhere and from one that is sold out", () => {
  const chosen = { size: "صغير", colour: "" };
  expect(prospect(all, chosen, "colour", "أحمر")).toEqual({ exists: true, inStock: true });
  expect(prospect(all, chosen, "colour", "أخضر")).toEqual({ exists: false, inStock: false });
  expect(prospect(all, chosen, "colour", "أزرق")).toEqual({ exists: true, inStock: false });
});

test("the attribute's own choice does not block changing it", () => {
  expect(prospect(all, { size: "صغير", colour: "أحمر" }, "colour", "أزرق").exists).toBe(true);
});

type Case = {
  name: string;
  variations: Array<Record<string, string>>;
  choice: Record<string, string>;
  expect: number | null;
};

test.each(vectors<Case>("catalog/variations.json"))(
  "matches the server: $name",
  ({ variations, choice, expect: place }) => {
    // On the wire an attribute that accepts any value is present and empty.
    const offers = variations.map((attributes) => ({
      attributes: Object.fromEntries(
        Object.entries({ c: "", s: "", ...attributes }).map(([name, value]) => [`attribute_${name}`, value]),
      ),
      is_in_stock: true,
    }));
    expect(findVariation(offers, choice)).toBe(place === null ? undefined : offers[place]);
  },
);
