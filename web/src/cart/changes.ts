import type { CartAnswer, CartLineView, UndoView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import { announce } from "../runtime/announce";
import { islandProps } from "../runtime/fragments";
import { isTooMany } from "../runtime/request";
import { change, draw, fire, refreshCart, refreshLater } from "./calls";
import { setLineWork } from "./cart-state";
import { complain, say } from "./notices";
import { forgetQuantity, sendQuantity } from "./quantities";

/** The cart page shows the same lines: an answer that does not bring them anew would leave it lying. */
const isWhole = ({ fragments }: CartAnswer) =>
  document.querySelector("[data-region=cart-page]") === null || islandProps(fragments, "cart-page") !== null;

/**
 * Takes a line out: by call 2, or in the side cart by call 6 with nothing. If that fails its link is followed. False where
 * the line stays, for too much was asked.
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
    if (!isWhole(answer) || !draw(answer)) throw new Error("no fragments");
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
    complain(error);
    return false;
  }
}

/** Puts back what was taken out, as its own form would. `submit` sends the plain form: for when the call fails. */
export async function putBack(undo: UndoView, submit: () => void): Promise<void> {
  const body = new FormData();
  const { productId, variationId, quantity, others } = undo;
  const fields = { "add-to-cart": productId, variation_id: variationId, quantity };
  for (const [name, value] of [...Object.entries(fields), ...others]) body.set(name, value);
  body.set("action", "xoo_wsc_add_to_cart");
  try {
    const answer = await change("xoo_wsc_add_to_cart", body);
    if (answer.error || !isWhole(answer) || !draw(answer)) throw new Error("not put back");
    fire("added_to_cart", answer);
    announce(cartText.updated());
  } catch (error) {
    if (isTooMany(error)) complain(error);
    else submit();
  }
}

/** What others may listen for after each of these calls. */
const EVENTS = {
  apply_coupon: "applied_coupon",
  remove_coupon: "removed_coupon",
  update_shipping_method: "updated_shipping_method",
  calculate_shipping: "updated_shipping_method",
};

async function changeTotals(call: keyof typeof EVENTS, body: URLSearchParams): Promise<CartAnswer | null> {
  try {
    const answer = await change(call, body);
    if (!draw(answer)) refreshLater();
    fire(EVENTS[call], answer);
    fire("updated_cart", answer);
    // On these two pages the way of shipping is also chosen outside of the side cart.
    const { page } = document.body.dataset;
    if (call === "update_shipping_method" && (page === "cart" || page === "checkout")) await refreshCart();
    return answer;
  } catch (error) {
    complain(error);
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
  if (document.body.dataset.page === "checkout") say(cartText.shippingAtCheckout());
  else await changeTotals("calculate_shipping", place);
}
