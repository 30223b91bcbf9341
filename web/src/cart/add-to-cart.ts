import type { CartAnswer } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import { announce } from "../runtime/announce";
import { isTooMany } from "../runtime/request";
import { textOf } from "../runtime/trusted-html";
import type { AddRequest } from "./add-request";
import { change, draw, fire, refreshLater } from "./calls";
import { cartState } from "./cart-state";
import { complain, say } from "./notices";
import { cartSettings, openAfterAdd, prepareToOpen } from "./side-cart";

const ANNOUNCE_AFTER = 1000;

/** Where the shop's cart page is. */
export const cartUrl = () => document.body.dataset.cartUrl ?? "/ar/cart/";

/** `settled`: nothing is left to show at the button; it has been told elsewhere, or another page comes. */
export type AddOutcome = { kind: "added" } | { kind: "refused"; notice: string } | { kind: "settled" };

const SETTLED: AddOutcome = { kind: "settled" };

function refused({ call }: AddRequest, { product_url, notice }: CartAnswer): AddOutcome {
  if (product_url) {
    location.assign(product_url);
    return SETTLED;
  }
  const text = textOf(notice ?? "");
  if (!text) return SETTLED;
  // A card has no room for words, and the page behind an open drawer is neither seen nor heard.
  if (call === "xoo_wsc_add_to_cart" && !cartState().isSideCartOpen) return { kind: "refused", notice: text };
  say(text);
  return SETTLED;
}

/** Adds to the cart. `submit` does what the button does without script: for when the call fails. */
export async function addToCart(request: AddRequest, submit: () => void): Promise<AddOutcome> {
  const { call, body } = request;
  prepareToOpen();
  try {
    const answer = await change(call, body);
    if (answer.error) {
      // A refusal may bring the cart as it is now.
      draw(answer);
      return refused(request, answer);
    }
    if (call === "xoo_wsc_add_to_cart" && !answer.fragments) {
      location.reload();
      return SETTLED;
    }
    if (cartSettings().redirectAfterAdd) {
      location.assign(cartUrl());
      return SETTLED;
    }
    // Added, but the shop could not draw it: posting the form as well would add it twice.
    if (!draw(answer)) refreshLater();
    fire("added_to_cart", answer);
    setTimeout(() => announce(cartText.addedAnnounce()), ANNOUNCE_AFTER);
    openAfterAdd();
    return { kind: "added" };
  } catch (error) {
    if (isTooMany(error)) complain(error);
    else submit();
    return SETTLED;
  }
}
