import { applyFragments, type Fragments } from "../runtime/fragments";
import { enqueue } from "../runtime/queue";
import { newIdempotencyKey, post, storeCall } from "../runtime/request";
import { t } from "../ui/messages";
import { setCartState } from "./cart-state";
import "../ui/texts";

/** What the cart calls answer. A refused add has `error` and where to choose instead. */
export type CartAnswer = {
  error?: boolean;
  product_url?: string;
  fragments?: Fragments;
  cart_hash?: string;
};

/** Counts the changes asked for: an answer to an older question must not undo what a newer change drew. */
let changes = 0;

export function fire(name: string, detail: CartAnswer): void {
  document.body.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
}

/** Draws an answer's fragments. False when it brought none: the shop could not draw them, or is not ours. */
export function draw(answer: CartAnswer): boolean {
  if (!answer.fragments || Object.keys(answer.fragments).length === 0) return false;
  setCartState({ fresh: true, problem: null });
  applyFragments(answer.fragments);
  return true;
}

/** One change of the cart: after the changes before it, and never twice. */
export function change(call: string, body: URLSearchParams, key = newIdempotencyKey()): Promise<CartAnswer> {
  changes += 1;
  return enqueue(() => post<CartAnswer>(storeCall(call), body, key));
}

/** Call 4: brings the visitor's own cart into a page that was drawn for everybody. */
export async function refreshCart(): Promise<void> {
  const asked = changes;
  try {
    const answer = await post<CartAnswer>(storeCall("xoo_wsc_refresh_fragments"), new URLSearchParams());
    if (asked !== changes) return;
    if (!draw(answer)) setCartState({ fresh: true });
    fire("wc_fragments_refreshed", answer);
  } catch {
    // Offline: the page stays as it is, and the next page asks again.
    setCartState({ fresh: true });
  }
}

/** Call 6. On failure the cart is asked for again, so that the field shows what the shop believes. */
export async function setQuantity(lineKey: string, quantity: string): Promise<void> {
  const body = new URLSearchParams({ cart_key: lineKey, qty: quantity, container: "cart" });
  try {
    if (!draw(await change("xoo_wsc_update_item_quantity", body))) throw new Error("no fragments");
    fire("updated_cart", {});
  } catch {
    await refreshCart();
    setCartState({ problem: t("common.offline") });
  }
}
