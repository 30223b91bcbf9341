import type { CartAnswer, CartLineView, UndoView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import { announce } from "../runtime/announce";
import { islandProps } from "../runtime/fragments";
import { isTooMany } from "../runtime/request";
import { applyAnswer, change, fire, refreshCart, refreshLater } from "./calls";
import { setLineWork } from "./cart-state";
import { showFailure, showNotice } from "./notices";
import { forgetQuantity, sendQuantity } from "./quantities";

/** The cart page shows the same lines and would be outdated if the response does not contain them. */
const isWhole = ({ fragments }: CartAnswer) =>
  document.querySelector("[data-region=cart-page]") === null || islandProps(fragments, "cart-page") !== null;

/**
 * Removes a line: by call 2, or in the side cart by call 6 with quantity 0. If the call fails, the link is followed.
 * False if the line stays because of a rate limit.
 */
export async function removeLine(
  { key, removeUrl }: Pick<CartLineView, "key" | "removeUrl">,
  by: "key" | "quantity",
): Promise<boolean> {
  forgetQuantity(key);
  setLineWork(key, "removing");
  try {
    const answer = await (by === "quantity"
      ? sendQuantity(key, "0")
      : change("remove_from_cart", new URLSearchParams({ cart_item_key: key })));
    if (!isWhole(answer) || !applyAnswer(answer)) throw new Error("no fragments");
    setLineWork(key, null);
    fire("removed_from_cart", answer);
    if (by === "quantity") fire("updated_cart", {});
    announce(cartText.updated());
    return true;
  } catch (error) {
    if (!isTooMany(error)) {
      location.assign(removeUrl);
      return true;
    }
    setLineWork(key, null);
    showFailure(error);
    return false;
  }
}

/** Restores a removed line, like its form does. `submit` submits the form natively, for a failed call. */
export async function putBack(undo: UndoView, submit: () => void): Promise<void> {
  const body = new FormData();
  const { productId, variationId, quantity, others } = undo;
  const fields = { "add-to-cart": productId, variation_id: variationId, quantity };
  for (const [name, value] of [...Object.entries(fields), ...others]) body.set(name, value);
  body.set("action", "xoo_wsc_add_to_cart");
  try {
    const answer = await change("xoo_wsc_add_to_cart", body);
    if (answer.error || !isWhole(answer) || !applyAnswer(answer)) throw new Error("not put back");
    fire("added_to_cart", answer);
    announce(cartText.updated());
  } catch (error) {
    if (isTooMany(error)) showFailure(error);
    else submit();
  }
}

/** WooCommerce's events after each of these calls, for other scripts. */
const EVENTS = {
  apply_coupon: "applied_coupon",
  remove_coupon: "removed_coupon",
  update_shipping_method: "updated_shipping_method",
  calculate_shipping: "updated_shipping_method",
};

async function changeTotals(call: keyof typeof EVENTS, body: URLSearchParams): Promise<CartAnswer | null> {
  try {
    const answer = await change(call, body);
    if (!applyAnswer(answer)) refreshLater();
    fire(EVENTS[call], answer);
    fire("updated_cart", answer);
    // On these two pages the shipping method is also chosen outside the side cart.
    const { page } = document.body.dataset;
    if (call === "update_shipping_method" && (page === "cart" || page === "checkout")) await refreshCart();
    return answer;
  } catch (error) {
    showFailure(error);
    return null;
  }
}

/** True when the code was accepted. */
export async function applyCoupon(code: string): Promise<boolean> {
  const answer = await changeTotals("apply_coupon", new URLSearchParams({ coupon_code: code }));
  const notice = islandProps(answer?.fragments, "side-cart")?.notice;
  return notice?.kind === "ok";
}

export async function removeCoupon(code: string): Promise<void> {
  await changeTotals("remove_coupon", new URLSearchParams({ coupon_code: code }));
}

export async function setShippingMethod(id: string): Promise<void> {
  await changeTotals("update_shipping_method", new URLSearchParams({ "shipping_method[0]": id }));
}

export async function calculateShipping(place: URLSearchParams): Promise<void> {
  if (document.body.dataset.page === "checkout") showNotice(cartText.shippingAtCheckout());
  else await changeTotals("calculate_shipping", place);
}
