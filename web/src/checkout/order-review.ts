import { refreshCart } from "../cart/calls";
import type { OrderReviewAnswer, SummaryView } from "../generated/checkout";
import * as commonText from "../generated/messages/common";
import { notify } from "../runtime/announce";
import { islandProps } from "../runtime/fragments";
import { isTooMany, RefusedCall, storeCall } from "../runtime/request";
import { createStore } from "../runtime/store";
import { destinationOf, type Place } from "./destination";

export type ReviewState = {
  summary: SummaryView;
  /** A request is pending. */
  isBusy: boolean;
  /** The chosen shipping method that the server has not confirmed yet. */
  picked: string | null;
};

/** Delay in milliseconds to wait for further changes. */
const DEBOUNCE = 250;
const TIMEOUT = 10_000;
const NONCE = "woocommerce-process-checkout-nonce";

function textOf(error: unknown): string {
  if (isTooMany(error)) return commonText.tooMany();
  // The session of the form has ended, e.g. by a login in another tab.
  if (error instanceof RefusedCall && error.status === 403) return commonText.expired();
  return commonText.offline();
}

/** The currently chosen shipping method. */
export function chosenShipping({ summary, picked }: ReviewState): string {
  const { shipping } = summary;
  return picked ?? (shipping.find(({ isChosen }) => isChosen) ?? shipping[0])?.id ?? "";
}

/** Keeps the order summary up to date when the address, the shipping method or the cart changes. */
export class OrderReview {
  readonly store;
  readonly #form: () => HTMLFormElement | null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(summary: SummaryView, form: () => HTMLFormElement | null) {
    this.store = createStore<ReviewState>({ summary, isBusy: false, picked: null });
    this.#form = form;
  }

  pickShipping(id: string): void {
    this.#set({ picked: id });
    this.soon(true);
  }

  /** Requests an update after a delay without further changes. */
  soon(isShipping = false): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.now({ isShipping }), DEBOUNCE);
  }

  /** Requests an update immediately. Outdated responses are dropped. */
  now({ isShipping = false, place }: { isShipping?: boolean; place?: Place } = {}): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#asking?.abort();
    this.#asking = new AbortController();
    this.#running = this.#ask(this.#asking, isShipping, place);
    return this.#running;
  }

  /** Waits for pending updates. False: the total has changed, and the shopper has not seen the new one. */
  async settle(): Promise<boolean> {
    const before = this.store.get().summary.totalMinor;
    if (this.#timer !== undefined) await this.now();
    else await this.#running;
    return this.store.get().summary.totalMinor === before;
  }

  #set(change: Partial<ReviewState>): void {
    this.store.set({ ...this.store.get(), ...change });
  }

  #body(place: Place | undefined): URLSearchParams {
    const form = this.#form();
    const fields = form ? new FormData(form) : new FormData();
    return new URLSearchParams({
      security: String(fields.get(NONCE) ?? ""),
      ...(place ?? destinationOf(fields)),
      "shipping_method[0]": chosenShipping(this.store.get()),
    });
  }

  async #ask(asking: AbortController, isShipping: boolean, place?: Place): Promise<void> {
    const isStale = () => this.#asking !== asking;
    const url = storeCall("update_order_review");
    const body = this.#body(place);
    const timer = setTimeout(() => asking.abort(), TIMEOUT);
    this.#set({ isBusy: true });
    try {
      const response = await fetch(url, { method: "POST", body, signal: asking.signal });
      if (!response.ok) throw new RefusedCall(url, response.status);
      const answer: OrderReviewAnswer = await response.json();
      if (isStale()) return;
      if (answer.reload) {
        location.reload();
        return;
      }
      const summary = islandProps(answer.fragments, "order-summary");
      this.#set(summary ? { summary, picked: null, isBusy: false } : { isBusy: false });
      // The side cart shows the shipping method too.
      if (isShipping) void refreshCart();
    } catch (error) {
      if (isStale()) return;
      console.info(error);
      this.#set({ isBusy: false });
      notify(textOf(error));
    } finally {
      clearTimeout(timer);
    }
  }
}
