/** Few pages have any of these, so what they need comes by itself. */
export function start(): void {
  if (document.querySelector("form.checkout, script[data-payment-form], [data-order-kind=confirming]"))
    void import("./checkout-page").then((page) => page.start());
}
