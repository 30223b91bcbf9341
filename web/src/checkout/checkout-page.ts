import { watchCartEmail } from "../accounts/cart-email";
import { setUpPayment } from "../payments/payment-form";
import { start as sendTracks } from "../payments/tracks";
import { billingFaults } from "./billing";
import { startOrder } from "./checkout-order";
import { CHECKOUT_FORM } from "./names";
import { startAsking } from "./received";
import { watchSubmit } from "./submit";

/** The form around the page's payment form: of the checkout, of an unpaid order, or of a new method. */
const formOfPage = () =>
  document.querySelector<HTMLFormElement>("form.checkout") ??
  document.querySelector("script[data-payment-form]")?.closest("form") ??
  null;

/** What pages where somebody pays do. Each works without this, except that a new card needs it. */
export function start(): void {
  sendTracks();
  watchCartEmail();
  const form = formOfPage();
  if (form) {
    const payment = setUpPayment(form);
    const checks = () => billingFaults(form);
    // All in one file: an import of its own would put the loader of imports into a file of every page.
    if (form.id === CHECKOUT_FORM) watchSubmit({ form, payment, checks, order: startOrder(form) });
    else watchSubmit({ form, payment, checks });
  }
  if (document.querySelector("[data-order-kind=confirming]")) startAsking();
}
