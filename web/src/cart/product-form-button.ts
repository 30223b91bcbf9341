import * as cartText from "../generated/messages/cart";
import type { AddOutcome } from "./add-to-cart";
import { cartUrl } from "./add-to-cart";
import { noticeTime } from "./side-cart";

/**
 * What the button of the product page's own form says while it works, until that form is an island with useAddToCart():
 * then this file goes.
 */
const idleLabels = new WeakMap<Element, string>();

const labelOf = (button: HTMLElement) =>
  button.closest(".buy__form, .buybar") ? button.querySelector(".btn__label") : null;

const viewLinkOf = (button: HTMLElement) => {
  const next = button.nextElementSibling;
  return next?.classList.contains("added_to_cart") ? next : null;
};

export function showLoading(button: HTMLElement): void {
  const label = labelOf(button);
  if (!label) return;
  if (!idleLabels.has(label)) idleLabels.set(label, label.textContent ?? "");
  label.textContent = cartText.adding();
}

/** True when the outcome has been told at the form. */
export function showOutcome(button: HTMLElement, outcome: AddOutcome): boolean {
  const label = labelOf(button);
  if (!label) return false;
  label.textContent = outcome.kind === "added" ? cartText.added() : (idleLabels.get(label) ?? "");
  if (outcome.kind !== "added") viewLinkOf(button)?.remove();
  else if (!viewLinkOf(button)) {
    const link = document.createElement("a");
    Object.assign(link, { className: "added_to_cart", href: cartUrl(), textContent: cartText.view() });
    link.dataset.opens = "side-cart";
    button.after(link);
  }
  const form = (button as HTMLButtonElement).form ?? button;
  form.parentElement?.querySelector("[data-cart-refusal]")?.remove();
  if (outcome.kind !== "refused") return true;
  const place = Object.assign(document.createElement("div"), {
    className: "notice notice--error",
    textContent: outcome.notice,
    role: "alert",
  });
  place.dataset.cartRefusal = "";
  form.before(place);
  setTimeout(() => place.remove(), noticeTime());
  return true;
}
