import type { CheckoutPageView } from "../generated/checkout";
import * as cartText from "../generated/messages/cart";
import * as checkoutText from "../generated/messages/checkout";
import { Region } from "../renderer/Region";
import { EmptyState } from "../ui/EmptyState";
import { CheckoutForm } from "./CheckoutForm";
import { OrderSummary } from "./OrderSummary";
import { Steps } from "./Steps";

/** A visitor's own page: never cached. Without anything to buy it has no form, and a filled cart loads it anew. */
export function CheckoutPage({ form, cartUrl, shopUrl }: CheckoutPageView) {
  if (!form) {
    return (
      <div className="wrap">
        <EmptyState level={1} title={checkoutText.empty()} hint={checkoutText.emptyHint()}>
          <a className="btn btn--primary" href={shopUrl}>
            {cartText.browse()}
          </a>
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="wrap">
      <Steps current="details" />
      <h1>{checkoutText.title()}</h1>
      <div className="co">
        <aside className="co__side" aria-label={checkoutText.summary()}>
          <Region name="order-summary">
            <OrderSummary {...form.summary} />
          </Region>
          <div role="status" className="co__told" data-coupon-told="" />
          <a className="link co__edit" href={cartUrl} data-opens="side-cart">
            {checkoutText.editCart()}
          </a>
        </aside>
        <CheckoutForm {...form} />
      </div>
    </div>
  );
}
