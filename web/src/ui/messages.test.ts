import { expect, test } from "vitest";
import * as cartText from "../generated/messages/cart";
import * as catalogText from "../generated/messages/catalog";

/** Fluent encloses placeholders in isolation marks. */
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, "");

test("a count has all six Arabic forms, with Western digits", () => {
  const text = (count: number) => plain(catalogText.productCount({ count }));
  expect([0, 1, 2, 5, 11, 100, 1204].map(text)).toEqual([
    "لا منتجات",
    "منتج واحد",
    "منتجان",
    "5 منتجات",
    "11 منتجًا",
    "100 منتج",
    "1,204 منتجات",
  ]);
});

test("a name is isolated from the sentence around it", () => {
  expect(cartText.removed({ name: "Plex" })).toBe("أُزيل المنتج «\u2068Plex\u2069» من السلة.");
});
