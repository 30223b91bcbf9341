import type { SummaryView } from "../generated/checkout";
import { Money } from "../pricing/Money";
import { t } from "../ui/messages";
import "../ui/texts";
import "./texts";

/** A coupon is taken off by its link; with script without leaving the page (coupon.ts). */
export function SummaryTotals({ subtotal, coupons, shipping, taxes, total }: SummaryView) {
  const sent = shipping.find((one) => one.chosen) ?? shipping[0];
  return (
    <dl className="sum">
      <div>
        <dt>{t("checkout.subtotal")}</dt>
        <dd>
          <Money text={subtotal} />
        </dd>
      </div>
      {coupons.map(({ code, amount, problem, removeUrl }) => (
        <div key={code} className="sum__discount">
          <dt>
            {t("checkout.discount", { code })}{" "}
            <a
              className="link"
              href={removeUrl}
              data-take-off={code}
              data-focus-key={`coupon-${code}`}
              aria-label={t("checkout.coupon-remove", { code })}
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
          <dt>{sent.title}</dt>
          <dd>{sent.cost === null ? t("checkout.free") : <Money text={sent.cost} />}</dd>
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
        <dt>{t("checkout.total")}</dt>
        <dd data-total="">
          <Money text={total} />
        </dd>
      </div>
    </dl>
  );
}
