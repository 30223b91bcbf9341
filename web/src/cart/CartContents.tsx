import type { CartPageView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import { EmptyState } from "../ui/EmptyState";
import { CouponForm, FreeShipping, refusedCode, ShippingForms } from "./CartForms";
import { CartLine } from "./CartLine";
import { CartNotice } from "./CartNotice";
import { CartTotals } from "./CartTotals";
import { CART_FORM } from "./cart-form";

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
        <EmptyState level={1} title={cartText.empty()} hint={cartText.emptyHint()}>
          <a className="btn btn--primary" href={shopUrl}>
            {cartText.browse()}
          </a>
        </EmptyState>
      ) : (
        <>
          <div className="page-head">
            <h1 tabIndex={-1} data-focus-fallback="">
              {cartText.title()}
            </h1>
            <p>{cartText.productCount({ count })}</p>
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
                {cartText.update()}
              </button>
              <CouponForm action={cartUrl} code={notice?.coupon} refused={refusedCode(notice)} />
            </div>
            <section className="aside" aria-label={cartText.summary()}>
              <h2>{cartText.summary()}</h2>
              <FreeShipping totals={totals} />
              <ShippingForms totals={totals} action={cartUrl} />
              <CartTotals totals={totals} />
              <a className="btn btn--primary btn--lg btn--block" href={checkoutUrl}>
                {cartText.checkout()}
              </a>
              <a className="btn btn--block" href={shopUrl}>
                {cartText.continue()}
              </a>
            </section>
          </div>
        </>
      )}
    </div>
  );
}
