import { islandProps } from "../runtime/fragments";
import { newIdempotencyKey, storeCall } from "../runtime/request";
import { change, draw, fire, refreshCart, refreshLater } from "./calls";
import { setLineWork } from "./cart-state";
import { complain } from "./notices";
import { cartSettings } from "./side-cart";

/**
 * `unchanged`: the shop has that quantity already. `replaced`: by a newer one, before it was sent. `undrawn`: done, but the
 * cart's drawing is still to come. `refused` and `failed`: the shop has the old quantity, and that was said.
 */
export type QuantityOutcome = "done" | "undrawn" | "refused" | "failed" | "replaced" | "unchanged";

/** A quantity that the shopper wants and the shop has not answered yet. */
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

/** Call 6, with what is known of the page the cart is changed from. */
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
    const isDrawn = draw(answer);
    if (!isDrawn) refreshLater();
    const notice = islandProps(answer.fragments, "side-cart")?.notice;
    outcome = notice?.kind === "error" ? "refused" : isDrawn ? "done" : "undrawn";
    fire("updated_cart", {});
  } catch (error) {
    // So that the field shows what the shop believes.
    await refreshCart();
    complain(error);
    outcome = "failed";
  }
  if (wanted.get(line) === want) {
    wanted.delete(line);
    setLineWork(line, null);
  }
  settle(outcome);
}

/** Takes back a quantity that was not sent yet. */
export function forgetQuantity(line: string): void {
  const earlier = wanted.get(line);
  if (!earlier || earlier.isSent) return;
  clearTimeout(earlier.timer);
  wanted.delete(line);
  earlier.settle("replaced");
}

/** Sets a line's quantity once the shopper has stopped changing it. `before` is what the shop has now. */
export function setQuantity(line: string, quantity: string, before?: string): Promise<QuantityOutcome> {
  forgetQuantity(line);
  // Back to what it was; unless another quantity is on its way to the shop.
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

/** Sends what waits, and says whether the shop has agreed to all of it. */
export async function sendPendingQuantities(): Promise<boolean> {
  const pending = [...wanted.values()];
  for (const want of pending) if (!want.isSent) void send(want);
  const outcomes = await Promise.all(pending.map(({ outcome }) => outcome));
  return !outcomes.some((outcome) => outcome === "refused" || outcome === "failed");
}

/** The page goes away now: what the shop has not answered is sent so that the browser finishes it alone. */
export function sendPendingQuantitiesOnLeaving(): void {
  for (const want of wanted.values()) {
    const { line, quantity, idempotencyKey, isSent, settle } = want;
    // One that is on its way may be cut off with the page; its key keeps it from being done twice.
    fetch(storeCall(CALL), {
      method: "POST",
      body: bodyFor(line, quantity),
      headers: { "Idempotency-Key": idempotencyKey },
      keepalive: true,
    }).catch(() => {});
    if (isSent) continue;
    clearTimeout(want.timer);
    wanted.delete(line);
    settle("undrawn");
  }
}
