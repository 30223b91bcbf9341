import * as cartText from "../generated/messages/cart";
import { change, complain, draw, fire, refreshCart, refreshLater } from "./calls";
import { setCartState } from "./cart-state";
import { say } from "./notices";

/** What others may listen for after each of these calls. */
const EVENTS: Record<string, string> = {
  apply_coupon: "applied_coupon",
  remove_coupon: "removed_coupon",
  update_shipping_method: "updated_shipping_method",
  calculate_shipping: "updated_shipping_method",
};

/** Says at its field what is wrong with a code. The drawer is React's to draw. */
function markCode(form: HTMLFormElement, text: string | null): void {
  if (form.closest("dialog")) {
    setCartState({ codeProblem: text });
    return;
  }
  const place = form.querySelector("[data-field-error]");
  if (place) place.textContent = text;
  form.classList.toggle("is-error", text !== null);
}

async function send(call: string, body: URLSearchParams, place: Element | null): Promise<void> {
  const box = place?.closest("[data-cart-call]") ?? place;
  box?.setAttribute("aria-busy", "true");
  try {
    const answer = await change(call, body);
    if (!draw(answer)) refreshLater();
    fire(EVENTS[call] ?? "updated_cart", answer);
    fire("updated_cart", answer);
    // On these two pages the way of shipping is also chosen outside of the side cart.
    const { page } = document.body.dataset;
    if (call === "update_shipping_method" && (page === "cart" || page === "checkout")) await refreshCart();
  } catch (error) {
    complain(error);
  }
  box?.removeAttribute("aria-busy");
}

function submit(form: HTMLFormElement): void {
  const call = form.dataset.cartCall ?? "";
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  if (call === "apply_coupon") {
    const isEmpty = !body.get("coupon_code")?.trim();
    markCode(form, isEmpty ? cartText.couponEmpty() : null);
    if (isEmpty) {
      form.querySelector("input")?.focus();
      return;
    }
  }
  if (call === "calculate_shipping" && document.body.dataset.page === "checkout") {
    say(cartText.shippingAtCheckout());
    return;
  }
  void send(call, body, form);
}

/** The forms of the cart page and the side cart. Without script they are posted to the cart page. */
let started = false;

export function startCartForms(): void {
  if (started) return;
  started = true;
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches("form[data-cart-call]")) return;
    event.preventDefault();
    submit(form);
  });
  document.addEventListener("change", (event) => {
    const field = event.target as HTMLInputElement;
    if (field.name === "shipping_method[0]" && field.form?.matches("[data-cart-call]")) submit(field.form);
  });
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLElement>("a[data-remove-coupon]");
    if (!link) return;
    event.preventDefault();
    void send("remove_coupon", new URLSearchParams({ coupon_code: link.dataset.removeCoupon ?? "" }), link);
  });
}
