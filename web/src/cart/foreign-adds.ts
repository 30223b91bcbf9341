import { type AddRequest, addRequest, submitPlain } from "./add-request";
import { addToCart } from "./add-to-cart";
import { showNotice } from "./notices";

/** The classes that WooCommerce's own script sets on a button. */
async function work(button: HTMLElement, request: AddRequest, submit: () => void): Promise<void> {
  if (button.getAttribute("aria-busy") === "true") return;
  button.classList.remove("added");
  button.classList.add("loading");
  button.setAttribute("aria-busy", "true");
  const outcome = await addToCart(request, submit);
  button.classList.remove("loading");
  button.classList.toggle("added", outcome.kind === "added");
  button.removeAttribute("aria-busy");
  if (outcome.kind === "refused") showNotice(outcome.notice);
}

/** Add buttons of themes and plugins, as links or in forms. The shop's own buttons are islands. */
export function startForeignAdds(): void {
  // On submit, not on click: Enter in the quantity field counts too, and the browser has validated the form.
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    const form = event.target as HTMLFormElement;
    const button = event.submitter ?? form.querySelector<HTMLElement>(".add_to_cart_button");
    const request = button && addRequest(form, button);
    if (!request) return;
    event.preventDefault();
    void work(button, request, () => submitPlain(form, button));
  });
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a.add_to_cart_button");
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const request = event.defaultPrevented ? null : addRequest(null, link);
    if (!request) return;
    event.preventDefault();
    void work(link, request, () => location.assign(link.href));
  });
}
