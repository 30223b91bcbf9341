import type { CartAnswer } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import { announce } from "../runtime/announce";
import { isTooMany } from "../runtime/request";
import { reportEvent } from "../runtime/shop-events";
import { textOf } from "../runtime/trusted-html";
import type { AddRequest } from "./add-request";
import { applyAnswer, change, fire, refreshLater } from "./calls";
import { cartState, setCartState } from "./cart-state";
import { showFailure, showNotice } from "./notices";
import { cartSettings, openAfterAdd, prepareToOpen } from "./side-cart";

const ANNOUNCE_AFTER = 1000;

/** The URL of the cart page. */
export const cartUrl = () => document.body.dataset.cartUrl ?? "/ar/cart/";

/** `settled`: the button shows nothing more; the result is shown elsewhere, or the page is being left. */
export type AddOutcome = { kind: "added" } | { kind: "refused"; notice: string } | { kind: "settled" };

const SETTLED: AddOutcome = { kind: "settled" };

function refused({ call }: AddRequest, { product_url, notice }: CartAnswer): AddOutcome {
  if (product_url) {
    location.assign(product_url);
    return SETTLED;
  }
  const text = textOf(notice ?? "");
  if (!text) return SETTLED;
  // A card has no space for text, and the page behind an open drawer is inert.
  if (call === "xoo_wsc_add_to_cart" && !cartState().isSideCartOpen) return { kind: "refused", notice: text };
  showNotice(text);
  return SETTLED;
}

/** An event for analytics services, if there are any. */
function reportAdded(body: URLSearchParams | FormData): void {
  const id = body.get("add-to-cart") ?? body.get("product_id");
  const quantity = Number(body.get("quantity") ?? 1) || 1;
  reportEvent({ name: "add_to_cart", items: [{ id: String(id ?? ""), quantity }] });
}

/** Adds to the cart. `submit` submits the form natively, for a failed call. */
export async function addToCart(request: AddRequest, submit: () => void): Promise<AddOutcome> {
  const { call, body } = request;
  prepareToOpen();
  try {
    const answer = await change(call, body);
    if (answer.error) {
      // A refusal may contain the current cart.
      applyAnswer(answer);
      return refused(request, answer);
    }
    if (call === "xoo_wsc_add_to_cart" && !answer.fragments) {
      location.reload();
      return SETTLED;
    }
    reportAdded(body);
    if (cartSettings().redirectAfterAdd) {
      location.assign(cartUrl());
      return SETTLED;
    }
    // Added, but the server could not render the cart: submitting the form as well would add it twice.
    if (!applyAnswer(answer)) refreshLater();
    fire("added_to_cart", answer);
    setTimeout(() => announce(cartText.addedAnnounce()), ANNOUNCE_AFTER);
    setCartState({ hasAdded: true });
    openAfterAdd();
    return { kind: "added" };
  } catch (error) {
    if (isTooMany(error)) showFailure(error);
    else submit();
    return SETTLED;
  }
}
