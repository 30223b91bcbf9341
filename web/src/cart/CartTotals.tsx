import type { TotalsView } from "../generated/cart";
import { Money } from "../pricing/Money";
import { t } from "../ui/messages";
import "./texts";

/** What the cart comes to. A coupon is taken off by its link; with script without leaving the page (cart-forms.ts). */
export function CartTotals({ totals }: { totals: TotalsView }) {
  const { subtotal, coupons, shipping, taxes, total } = totals;
  const sent = shipping.find((one) => one.chosen);
  return (
    <dl className="sum">
      <div>
        <dt>{t("cart.subtotal")}</dt>
        <dd>
          <Money text={subtotal} />
        </dd>
      </div>
      {coupons.map(({ code, amount, problem, removeUrl }) => (
        <div key={code} className="sum__discount">
          <dt>
            {t("cart.coupon-discount", { code })}{" "}
            <a
              className="link"
              href={removeUrl}
              data-remove-coupon={code}
              aria-label={t("cart.coupon-remove", { code })}
            >
              {t("common.remove")}
            </a>
            {problem && <span className="sum__problem">{problem}</span>}
          </dt>
          <dd>{amount !== null && <Money text={`−${amount}`} />}</dd>
        </div>
      ))}
      {sent && (
        <div>
          <dt>
            {/* Of one whose very name says that it is free, that is enough. */}
            {sent.byAmount ? t("cart.shipping") : `${t("cart.shipping")}: ${sent.title}`}
          </dt>
          <dd>{sent.cost === null ? t("cart.shipping-free") : <Money text={sent.cost} />}</dd>
        </div>
      )}
      {taxes.map(({ name, amount }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Money text={amount} />
          </dd>
        </div>
      ))}
      <div className="sum__total">
        <dt>{t("cart.total")}</dt>
        <dd>
          <Money text={total} />
        </dd>
      </div>
    </dl>
  );
}
