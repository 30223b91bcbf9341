import { expectProvider } from "../payments/provider-script";

/** Few pages have any of these, so what they need comes by itself. */
export function start(): void {
  expectProvider();
  if (document.querySelector("[data-payment-form],[data-order-kind=confirming]"))
    void import("./checkout-page").then((page) => page.start());
}
