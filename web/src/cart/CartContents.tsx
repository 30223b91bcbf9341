import type { CartPageView } from "../generated/cart";
import { Money } from "../pricing/Money";
import { EmptyState } from "../ui/EmptyState";
import { t } from "../ui/messages";
import { CartLine } from "./CartLine";
import "./texts";

/** Lines and totals of the cart page. Drawn inside it and, alone, as the `cart-page` fragment. */
export function CartContents({ lines, count, subtotal, total, shopUrl }: CartPageView) {
  return (
    <div className="cart-page">
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
          <div className="cart">
            <ul className="cart__lines">
              {lines.map((line) => (
                <CartLine key={line.key} line={line} />
              ))}
            </ul>
            <section className="aside" aria-label={t("cart.summary")}>
              <h2>{t("cart.summary")}</h2>
              <dl className="sum">
                <div>
                  <dt>{t("cart.subtotal")}</dt>
                  <dd>
                    <Money text={subtotal} />
                  </dd>
                </div>
                <div className="sum__total">
                  <dt>{t("cart.total")}</dt>
                  <dd>
                    <Money text={total} />
                  </dd>
                </div>
              </dl>
              <p className="aside__hint">{t("cart.shipping-later")}</p>
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
