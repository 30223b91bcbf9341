import type { CartAnswer } from "../generated/cart";
import * as commonText from "../generated/messages/common";
import { applyFragments } from "../runtime/fragments";
import { enqueue } from "../runtime/queue";
import { newIdempotencyKey, post, storeCall } from "../runtime/request";
import { cartState, setCartState } from "./cart-state";
import { tellTabs } from "./cross-tab";

/** How long to wait before each new question for a cart that the shop could not draw. */
const PAUSES = [1000, 2000, 4000, 8000, 16_000];

/** Counts the changes asked for: an answer to an older question must not undo what a newer change drew. */
let changes = 0;
let drawings = 0;
let nextTry: ReturnType<typeof setTimeout> | undefined;

export function fire(name: string, detail: CartAnswer): void {
  document.body.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
}

/** Draws an answer's fragments. False when it brought none: the shop could not draw them, or is not ours. */
export function draw(answer: CartAnswer): boolean {
  if (!answer.fragments || Object.keys(answer.fragments).length === 0) return false;
  clearTimeout(nextTry);
  drawings += 1;
  setCartState({ fresh: true, problem: null });
  applyFragments(answer.fragments);
  tellTabs(answer.cart_hash);
  return true;
}

/** One change of the cart: after the changes before it, and never twice. */
export function change(
  call: string,
  body: URLSearchParams | FormData,
  key = newIdempotencyKey(),
): Promise<CartAnswer> {
  changes += 1;
  return enqueue(async () => {
    const answer = await post<CartAnswer>(storeCall(call), body, key);
    setCartState({ changes: cartState().changes + 1 });
    return answer;
  });
}

/** Call 4. False when it brought nothing to draw and no change since has either. */
async function ask(): Promise<boolean> {
  const asked = changes;
  const seen = drawings;
  const answer = await post<CartAnswer>(storeCall("xoo_wsc_refresh_fragments"), new URLSearchParams());
  if (asked !== changes) return drawings !== seen;
  const drawn = draw(answer);
  fire("wc_fragments_refreshed", answer);
  return drawn;
}

/** The cart stands changed but undrawn: asks for its drawing again, ever more patiently, until it comes. */
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

/** Call 4: brings the visitor's own cart into a page that was drawn for everybody. */
export async function refreshCart(): Promise<void> {
  try {
    if (!(await ask())) refreshLater();
  } catch {
    // Offline: the page stays as it is, and the next page asks again.
    setCartState({ problem: commonText.offline() });
  }
}
