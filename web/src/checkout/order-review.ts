import { refreshCart } from "../cart/calls";
import * as commonText from "../generated/messages/common";
import { notify } from "../runtime/announce";
import { applyFragments, type Fragments } from "../runtime/fragments";
import { storeCall } from "../runtime/request";

type Review = { result: string; fragments?: Fragments; reload?: boolean };

/** Where the order goes, as far as its costs depend on it. */
export type Place = { country: string; city: string; postcode: string };

const PATIENCE = 250;
const LONGEST_WAIT = 10_000;
const NONCE = "woocommerce-process-checkout-nonce";

const region = () => document.querySelector<HTMLElement>("[data-region=order-summary]");
const fold = () => document.querySelector<HTMLDetailsElement>("[data-summary-fold]");
const seen = () => document.querySelector<HTMLInputElement>("[name=seen_total]")?.value ?? "";

function fieldValue(form: HTMLFormElement, name: string): string {
  const fields = [...form.elements] as Array<HTMLInputElement>;
  const named = fields.filter((field) => field.name === name);
  return (named.find(({ checked }) => checked) ?? named.find(({ type }) => type !== "radio"))?.value ?? "";
}

function block(on: boolean): void {
  const place = region();
  place?.toggleAttribute("inert", on);
  place?.classList.toggle("is-blocked", on);
  if (on) place?.setAttribute("aria-busy", "true");
  else place?.removeAttribute("aria-busy");
}

/** Puts the new drawing in its place and keeps what the shopper did with the old one. */
function draw(fragments: Fragments, focusKey: string | null): void {
  const isOpen = fold()?.open ?? false;
  const typed = document.querySelector<HTMLInputElement>("#coupon_code")?.value ?? "";
  applyFragments(fragments);
  const [folded, coupon] = [fold(), document.querySelector<HTMLInputElement>("#coupon_code")];
  if (folded) folded.open = isOpen;
  if (coupon && coupon.value === "") coupon.value = typed;
  const total = region()?.querySelector("[data-total]");
  for (const place of document.querySelectorAll("[data-order-total]"))
    if (total) place.replaceChildren(...[...total.childNodes].map((node) => node.cloneNode(true)));
  // What is blocked loses its focus.
  const isNowhere = document.activeElement === document.body || document.activeElement === null;
  if (focusKey && isNowhere)
    region()
      ?.querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(focusKey)}"]`)
      ?.focus({ preventScroll: true });
}

/** Keeps the order's summary true while its costs change. */
export class OrderReview {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(readonly form: HTMLFormElement) {}

  /** Asks again, when nothing has changed for a moment. */
  soon(isShipping = false): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.now({ isShipping }), PATIENCE);
  }

  /** Asks at once. An answer that is no longer waited for is not drawn. */
  now({ isShipping = false, place }: { isShipping?: boolean; place?: Place } = {}): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#asking?.abort();
    this.#asking = new AbortController();
    this.#running = this.#ask(this.#asking, isShipping, place);
    return this.#running;
  }

  /** Waits for what is under way. False: the shopper has not seen yet what it comes to now. */
  async settle(): Promise<boolean> {
    const before = seen();
    if (this.#timer !== undefined) await this.now();
    else await this.#running;
    return seen() === before;
  }

  #body(place: Place | undefined): URLSearchParams {
    const of = (name: string) => fieldValue(this.form, name);
    return new URLSearchParams({
      security: of(NONCE),
      country: place?.country ?? of("billing_country"),
      city: place?.city ?? of("billing_city"),
      postcode: place?.postcode ?? of("billing_postcode"),
      "shipping_method[0]": of("shipping_method[0]"),
    });
  }

  async #ask(asking: AbortController, isShipping: boolean, place?: Place): Promise<void> {
    const isStale = () => this.#asking !== asking;
    const body = this.#body(place);
    const focusKey = region()?.contains(document.activeElement)
      ? (document.activeElement?.getAttribute("data-focus-key") ?? null)
      : null;
    const timer = setTimeout(() => asking.abort(), LONGEST_WAIT);
    block(true);
    try {
      const { signal } = asking;
      const answer = await fetch(storeCall("update_order_review"), { method: "POST", body, signal });
      if (!answer.ok) throw new Error(`the order's review answered ${answer.status}`);
      const review: Review = await answer.json();
      if (isStale()) return;
      if (review.reload) {
        location.reload();
        return;
      }
      block(false);
      draw(review.fragments ?? {}, focusKey);
      // The side cart shows the way of shipping as well.
      if (isShipping) void refreshCart();
    } catch (error) {
      if (isStale()) return;
      console.info(error);
      block(false);
      notify(commonText.offline());
    } finally {
      clearTimeout(timer);
    }
  }
}
