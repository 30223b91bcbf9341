import { type AddRequest, addRequest, submitPlain } from "./add-request";
import { addToCart } from "./add-to-cart";
import { say } from "./notices";

/** The states that WooCommerce's own script gives a button. */
async function work(button: HTMLElement, request: AddRequest, submit: () => void): Promise<void> {
  if (button.getAttribute("aria-busy") === "true") return;
  button.classList.remove("added");
  button.classList.add("loading");
  button.setAttribute("aria-busy", "true");
  const outcome = await addToCart(request, submit);
  button.classList.remove("loading");
  button.classList.toggle("added", outcome.kind === "added");
  button.removeAttribute("aria-busy");
  if (outcome.kind === "refused") say(outcome.notice);
}

/** Add buttons that themes and plugins bring along, as links or in forms. Those of ours are islands. */
export function startForeignAdds(): void {
  // On submit, not on click: Enter in the quantity field counts, and the browser has checked the form.
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
