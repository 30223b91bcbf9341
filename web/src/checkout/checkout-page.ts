import { setUpPayment } from "../payments/payment-form";
import { billingFaults } from "./billing";
import { CHECKOUT_FORM } from "./names";
import { watchSubmit } from "./submit";

/** The form around the page's payment form: of the checkout, of an unpaid order, or of a new method. */
const formOfPage = () =>
  document.querySelector<HTMLFormElement>("form.checkout") ??
  document.querySelector("script[data-payment-form]")?.closest("form") ??
  null;

/** What pages where somebody pays do. Each works without this, except that a new card needs it. */
export function start(): void {
  const form = formOfPage();
  if (form) {
    const payment = setUpPayment(form);
    const checks = () => billingFaults(form);
    if (form.id === CHECKOUT_FORM) {
      void import("./checkout-order").then(({ startOrder }) =>
        watchSubmit({ form, payment, checks, order: startOrder(form) }),
      );
    } else watchSubmit({ form, payment, checks });
  }
  if (document.querySelector("[data-order-kind=confirming]"))
    void import("./received").then(({ startAsking }) => startAsking());
}
