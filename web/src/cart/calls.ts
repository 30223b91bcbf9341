import type { CartAnswer } from "../generated/cart";
import * as commonText from "../generated/messages/common";
import { applyFragments } from "../runtime/fragments";
import { heldEvents } from "../runtime/interaction";
import { enqueue } from "../runtime/queue";
import { newIdempotencyKey, post, storeCall } from "../runtime/request";
import { cartState, setCartState } from "./cart-state";
import { notifyTabs } from "./cross-tab";

/** Delays before each retry for a cart that the server could not render. */
const PAUSES = [1000, 2000, 4000, 8000, 16_000];

/** Counts the requested changes: a response to an older request must not overwrite the result of a newer change. */
let changes = 0;
let updates = 0;
let nextTry: ReturnType<typeof setTimeout> | undefined;

export function fire(name: string, detail: CartAnswer): void {
  document.body.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
}

/**
 * Applies the fragments of a response. False if it has none: the server could not render them, or it is not this
 * shop's response.
 */
export function applyAnswer(answer: CartAnswer): boolean {
  if (!answer.fragments || Object.keys(answer.fragments).length === 0) return false;
  clearTimeout(nextTry);
  updates += 1;
  setCartState({ fresh: true, problem: null });
  applyFragments(answer.fragments);
  notifyTabs(answer.cart_hash);
  return true;
}

/** Sends one change of the cart, after the changes before it and with an idempotency key. */
export function change(
  call: string,
  body: URLSearchParams | FormData,
  key = newIdempotencyKey(),
): Promise<CartAnswer> {
  changes += 1;
  const send = () =>
    enqueue(async () => {
      const answer = await post<CartAnswer>(storeCall(call), body, key);
      setCartState({ changes: cartState().changes + 1 });
      return answer;
    });
  return heldEvents()?.then(send) ?? send();
}

/** Call 4. False if neither it nor a change since then brought fragments. */
async function ask(): Promise<boolean> {
  const requested = changes;
  const seen = updates;
  const answer = await post<CartAnswer>(storeCall("xoo_wsc_refresh_fragments"), new URLSearchParams());
  if (requested !== changes) return updates !== seen;
  const isApplied = applyAnswer(answer);
  fire("wc_fragments_refreshed", answer);
  return isApplied;
}

/** The cart has changed but was not rendered: requests the fragments again with increasing delays until they arrive. */
export function refreshLater(attempt = 0): void {
  clearTimeout(nextTry);
  const pause = PAUSES[attempt];
  if (pause === undefined) {
    setCartState({ problem: commonText.offline() });
    return;
  }
  nextTry = setTimeout(async () => {
    if (!(await ask().catch(() => false))) refreshLater(attempt + 1);
  }, pause);
}

/** Call 4: loads the visitor's cart into a page that was rendered without one. */
export async function refreshCart(): Promise<void> {
  try {
    if (!(await ask())) refreshLater();
  } catch {
    // Offline: the page stays unchanged, and the next page tries again.
    setCartState({ problem: commonText.offline() });
  }
}
