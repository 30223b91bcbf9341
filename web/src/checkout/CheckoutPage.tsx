import type { CheckoutPageView } from "../generated/checkout";
import * as cartText from "../generated/messages/cart";
import * as checkoutText from "../generated/messages/checkout";
import { PaymentScripts } from "../payments/PaymentScripts";
import { Island } from "../renderer/Island";
import controls from "../ui/controls.module.css";
import { EmptyState } from "../ui/EmptyState";
import { CheckoutForm } from "./CheckoutForm.island";
import { CheckoutSteps } from "./CheckoutSteps";

/** Contains visitor data: never cached. With an empty cart it has no form, and reloads when the cart is filled. */
export function CheckoutPage({ form, cartUrl, shopUrl }: CheckoutPageView) {
  if (!form) {
    return (
      <div className="wrap">
        <EmptyState level={1} title={checkoutText.empty()} hint={checkoutText.emptyHint()}>
          <a className={`${controls.btn} ${controls.btnPrimary}`} href={shopUrl}>
            {cartText.browse()}
          </a>
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="wrap">
      <CheckoutSteps current="details" />
      <h1>{checkoutText.title()}</h1>
      <Island of={CheckoutForm} id="checkout" on="load" props={{ form, cartUrl }} />
      <PaymentScripts payment={form.payment} />
    </div>
  );
}
