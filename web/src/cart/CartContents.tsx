import type { CartPageView } from "../generated/cart";
import { EmptyState } from "../ui/EmptyState";
import { t } from "../ui/messages";
import { CouponForm, FreeShipping, refusedCode, ShippingForms } from "./CartForms";
import { CartLine } from "./CartLine";
import { CartNotice } from "./CartNotice";
import { CartTotals } from "./CartTotals";
import { CART_FORM } from "./cart-form";
import "./texts";

/** Lines and totals of the cart page. Drawn inside it and, alone, as the `cart-page` fragment. */
export function CartContents({ lines, count, totals, notice, cartUrl, checkoutUrl, shopUrl }: CartPageView) {
  return (
    <div className="cart-page">
      {notice && notice.coupon === null && (
        <div className="cart-notice">
          <CartNotice {...notice} />
        </div>
      )}
      {lines.length === 0 ? (
        <EmptyState level={1} title={t("cart.empty")} hint={t("cart.empty-hint")}>
          <a className="btn btn--primary" href={shopUrl}>
            {t("cart.browse")}
          </a>
        </EmptyState>
      ) : (
        <>
          <div className="page-head">
            <h1 tabIndex={-1} data-focus-fallback="">
              {t("cart.title")}
            </h1>
            <p>{t("cart.product-count", { count })}</p>
          </div>
          <div className="cart-cols">
            <div>
              <form id={CART_FORM} method="post" action={cartUrl} />
              <ul className="cart__lines">
                {lines.map((line) => (
                  <CartLine key={line.key} line={line} />
                ))}
              </ul>
              <button type="submit" form={CART_FORM} className="btn only-plain">
                {t("cart.update")}
              </button>
              <CouponForm action={cartUrl} code={notice?.coupon} refused={refusedCode(notice)} />
            </div>
            <section className="aside" aria-label={t("cart.summary")}>
              <h2>{t("cart.summary")}</h2>
              <FreeShipping totals={totals} />
              <ShippingForms totals={totals} action={cartUrl} />
              <CartTotals totals={totals} />
              <a className="btn btn--primary btn--lg btn--block" href={checkoutUrl}>
                {t("cart.checkout")}
              </a>
              <a className="btn btn--block" href={shopUrl}>
                {t("cart.continue")}
              </a>
            </section>
          </div>
        </>
      )}
    </div>
  );
}
