import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ShopLayout } from "../layout/ShopLayout";
import { cartSettings, layout, sideCart } from "../testing/samples";
import { SideCart } from "./SideCart.island";

const draw = (settings: Partial<typeof cartSettings>, isFilled: boolean) =>
  renderToString(
    <SideCart
      {...sideCart}
      {...(isFilled ? {} : { lines: [], count: 0 })}
      settings={{ ...cartSettings, ...settings }}
    />,
  );

test.each([
  ["always_hide", false, false],
  ["always_show", true, true],
  ["hide_empty", false, true],
  ["anything", false, false],
])("the basket with %s: empty %s, filled %s [CART-45] [CART-46] [CART-47]", (showBasket, empty, filled) => {
  expect(draw({ showBasket }, false).includes('aria-label="فتح السلة"')).toBe(empty);
  expect(draw({ showBasket }, true).includes('aria-label="فتح السلة"')).toBe(filled);
});

test("lines stand in rows, or in cards that flip [CART-26] [CART-27]", () => {
  const list = (layout: "rows" | "cards") => /<ul[^>]*>/.exec(draw({ layout }, true))?.[0];
  expect(list("cards")).not.toBe(list("rows"));
  expect(list("cards")).toContain("data-flip");
});

test.each([
  ["always_hide", "interaction"],
  ["always_show", "idle"],
  ["hide_empty", "idle"],
])(
  "with %s its script comes when %s: a basket that is seen must follow the cart [CART-45] [CART-46]",
  (showBasket, when) => {
    const drawn = renderToString(
      <ShopLayout {...layout} sideCart={{ ...sideCart, settings: { ...cartSettings, showBasket } }} />,
    );
    expect(drawn).toContain(`data-region="side-cart" data-on="${when}"`);
  },
);
