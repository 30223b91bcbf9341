import { islandProps } from "../runtime/fragments";
import { newIdempotencyKey, storeCall } from "../runtime/request";
import { applyAnswer, change, fire, refreshCart, refreshLater } from "./calls";
import { setLineWork } from "./cart-state";
import { showFailure } from "./notices";
import { cartSettings } from "./side-cart";

/**
 * `unchanged`: the server already has that quantity. `replaced`: by a newer one, before it was sent. `unrendered`:
 * saved, but the fragments of the cart are still missing. `refused` and `failed`: the server has the old quantity,
 * and a notice was shown.
 */
export type QuantityOutcome = "done" | "unrendered" | "refused" | "failed" | "replaced" | "unchanged";

/** A quantity that the server has not confirmed yet. */
type Wanted = {
  line: string;
  quantity: string;
  idempotencyKey: string;
  isSent: boolean;
  timer: ReturnType<typeof setTimeout>;
  settle: (outcome: QuantityOutcome) => void;
  outcome: Promise<QuantityOutcome>;
};

const wanted = new Map<string, Wanted>();

const CALL = "xoo_wsc_update_item_quantity";

/** Call 6, with the page from which the cart is changed. */
function bodyFor(line: string, quantity: string): URLSearchParams {
  const { page } = document.body.dataset;
  return new URLSearchParams({
    cart_key: line,
    qty: quantity,
    container: "cart",
    noticeSection: "cart",
    isCheckout: String(page === "checkout"),
    isCart: String(page === "cart"),
  });
}

export const sendQuantity = (line: string, quantity: string, idempotencyKey = newIdempotencyKey()) =>
  change(CALL, bodyFor(line, quantity), idempotencyKey);

async function send(want: Wanted): Promise<void> {
  const { line, quantity, idempotencyKey, settle } = want;
  clearTimeout(want.timer);
  want.isSent = true;
  setLineWork(line, "changing");
  let outcome: QuantityOutcome;
  try {
    const answer = await sendQuantity(line, quantity, idempotencyKey);
    const isRendered = applyAnswer(answer);
    if (!isRendered) refreshLater();
    const notice = islandProps(answer.fragments, "side-cart")?.notice;
    outcome = notice?.kind === "error" ? "refused" : isRendered ? "done" : "unrendered";
    fire("updated_cart", {});
  } catch (error) {
    // Shows the server's quantity in the field.
    await refreshCart();
    showFailure(error);
    outcome = "failed";
  }
  if (wanted.get(line) === want) {
    wanted.delete(line);
    setLineWork(line, null);
  }
  settle(outcome);
}

/** Cancels a quantity that has not been sent yet. */
export function forgetQuantity(line: string): void {
  const earlier = wanted.get(line);
  if (!earlier || earlier.isSent) return;
  clearTimeout(earlier.timer);
  wanted.delete(line);
  earlier.settle("replaced");
}

/** Sets the quantity of a line after the last change. `before`: the server's current quantity. */
export function setQuantity(line: string, quantity: string, before?: string): Promise<QuantityOutcome> {
  forgetQuantity(line);
  // Back to the old quantity; nothing to send unless another quantity is being sent.
  if (quantity === before && !wanted.has(line)) return Promise.resolve("unchanged");
  let settle: Wanted["settle"] = () => {};
  const outcome = new Promise<QuantityOutcome>((resolve) => {
    settle = resolve;
  });
  const timer = setTimeout(() => void send(want), cartSettings().quantityDelay ?? 500);
  const idempotencyKey = newIdempotencyKey();
  const want: Wanted = { line, quantity, idempotencyKey, isSent: false, timer, settle, outcome };
  wanted.set(line, want);
  return outcome;
}

export const hasPendingQuantities = (): boolean => wanted.size > 0;

/** Sends pending quantities and returns whether the server accepted all of them. */
export async function sendPendingQuantities(): Promise<boolean> {
  const pending = [...wanted.values()];
  for (const want of pending) if (!want.isSent) void send(want);
  const outcomes = await Promise.all(pending.map(({ outcome }) => outcome));
  return !outcomes.some((outcome) => outcome === "refused" || outcome === "failed");
}

/** On page unload: sends unconfirmed quantities with keepalive. */
export function sendPendingQuantitiesOnLeaving(): void {
  for (const want of wanted.values()) {
    const { line, quantity, idempotencyKey, isSent, settle } = want;
    // A request that is being sent may be aborted with the page; its idempotency key prevents a second execution.
    fetch(storeCall(CALL), {
      method: "POST",
      body: bodyFor(line, quantity),
      headers: { "Idempotency-Key": idempotencyKey },
      keepalive: true,
    }).catch(() => {});
    if (isSent) continue;
    clearTimeout(want.timer);
    wanted.delete(line);
    settle("unrendered");
  }
}
