import * as cartText from "../generated/messages/cart";
import { announce } from "../runtime/announce";
import { regionKey } from "../runtime/fragments";
import { isTooMany } from "../runtime/request";
import { change, complain, draw, fire, sendQuantity } from "./calls";

/** Where focus goes when the control that had it is gone with its line. */
function rescueFocus(): void {
  if (document.activeElement !== document.body && document.activeElement !== null) return;
  const home =
    document.querySelector<HTMLElement>("dialog[open] [data-focus-fallback]") ??
    document.querySelector<HTMLElement>("[data-region=cart-page] [data-focus-fallback]");
  home?.focus();
}

/** Call 2. */
const removeLine = (key: string) => change("remove_from_cart", new URLSearchParams({ cart_item_key: key }));

/** The line is blocked while it runs; if it fails, the link does its work. */
async function remove(link: HTMLAnchorElement): Promise<void> {
  const line = link.closest("[data-cart-line]");
  const block = (blocked: boolean) => {
    if (blocked) line?.setAttribute("aria-busy", "true");
    else line?.removeAttribute("aria-busy");
    line?.toggleAttribute("inert", blocked);
  };
  block(true);
  try {
    const key = link.dataset.cart_item_key ?? "";
    const answer = await ("byQuantity" in link.dataset ? sendQuantity(key, "0") : removeLine(key));
    // The cart page shows the same lines: an answer that does not bring them anew would leave it lying.
    const whole =
      document.querySelector("[data-region=cart-page]") === null ||
      answer.fragments?.[regionKey("cart-page")];
    if (!whole || !draw(answer)) throw new Error("no fragments");
    document.querySelector("[data-cart-told]")?.remove();
    fire("removed_from_cart", answer);
    rescueFocus();
    announce(cartText.updated());
  } catch (error) {
    if (!isTooMany(error)) {
      location.assign(link.href);
      return;
    }
    block(false);
    // Focus left the line with the block.
    link.focus();
    complain(error);
  }
}

export function startRemoveLinks(): void {
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a.remove[data-cart_item_key]");
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void remove(link);
  });
}
