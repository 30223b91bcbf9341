import type { CheckoutPageView } from "../generated/checkout";
import { Region } from "../renderer/Region";
import { EmptyState } from "../ui/EmptyState";
import { t } from "../ui/messages";
import { CheckoutForm } from "./CheckoutForm";
import { OrderSummary } from "./OrderSummary";
import { Steps } from "./Steps";
import "../cart/texts";
import "./texts";

/** A visitor's own page: never cached. Without anything to buy it has no form, and a filled cart loads it anew. */
export function CheckoutPage({ form, cartUrl, shopUrl }: CheckoutPageView) {
  if (!form) {
    return (
      <div className="wrap">
        <EmptyState level={1} title={t("checkout.empty")} hint={t("checkout.empty-hint")}>
          <a className="btn btn--primary" href={shopUrl}>
            {t("cart.browse")}
          </a>
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="wrap">
      <Steps current="details" />
      <h1>{t("checkout.title")}</h1>
      <div className="co">
        <aside className="co__side" aria-label={t("checkout.summary")}>
          <Region name="order-summary">
            <OrderSummary {...form.summary} />
          </Region>
          <div role="status" className="co__told" data-coupon-told="" />
          <a className="link co__edit" href={cartUrl} data-opens="side-cart">
            {t("checkout.edit-cart")}
          </a>
        </aside>
        <CheckoutForm {...form} />
      </div>
    </div>
  );
}
