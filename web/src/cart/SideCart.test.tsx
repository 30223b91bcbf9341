import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ShopLayout } from "../layout/ShopLayout";
import { cartSettings, layout, sideCart } from "../testing/samples";
import { SideCart } from "./SideCart.island";

const renderCart = (settings: Partial<typeof cartSettings>, isFilled: boolean) =>
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
])(
  "the floating button with %s: empty %s, filled %s [CART-45] [CART-46] [CART-47]",
  (showBasket, empty, filled) => {
    expect(renderCart({ showBasket }, false).includes('aria-label="فتح السلة"')).toBe(empty);
    expect(renderCart({ showBasket }, true).includes('aria-label="فتح السلة"')).toBe(filled);
  },
);

test("lines are rows, or cards that flip [CART-26] [CART-27]", () => {
  const list = (layout: "rows" | "cards") => /<ul[^>]*>/.exec(renderCart({ layout }, true))?.[0];
  expect(list("cards")).not.toBe(list("rows"));
  expect(list("cards")).toContain("data-flip");
});

test.each([
  ["always_hide", "interaction"],
  ["always_show", "idle"],
  ["hide_empty", "idle"],
])(
  "with %s it hydrates on %s: a visible button must follow the cart [CART-45] [CART-46]",
  (showBasket, when) => {
    const rendered = renderToString(
      <ShopLayout {...layout} sideCart={{ ...sideCart, settings: { ...cartSettings, showBasket } }} />,
    );
    expect(rendered).toContain(`data-region="side-cart" data-on="${when}"`);
  },
);
