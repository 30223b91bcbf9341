import { expect, test } from "vitest";
import { t } from "./messages";
import "../cart/texts";
import "../catalog/texts";

/** Fluent sets placeholders apart with invisible marks. */
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, "");

test("a count is said in all six Arabic forms, with Western digits", () => {
  const say = (count: number) => plain(t("catalog.product-count", { count }));
  expect([0, 1, 2, 5, 11, 100, 1204].map(say)).toEqual([
    "لا منتجات",
    "منتج واحد",
    "منتجان",
    "5 منتجات",
    "11 منتجًا",
    "100 منتج",
    "1,204 منتجات",
  ]);
});

test("a name keeps its marks apart from the sentence around it", () => {
  expect(t("cart.removed", { name: "Plex" })).toBe("أُزيل المنتج «\u2068Plex\u2069» من السلة.");
});
