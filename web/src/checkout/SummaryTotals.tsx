import cartStyles from "../cart/cart.module.css";
import sideCartStyles from "../cart/side-cart.module.css";
import type { SummaryView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import * as commonText from "../generated/messages/common";
import { Money } from "../pricing/Money";
import controls from "../ui/controls.module.css";

type Props = { summary: SummaryView; onRemoveCoupon: (code: string) => void };

/** The totals. A coupon is removed by its link; with script without leaving the page. */
export function SummaryTotals({ summary, onRemoveCoupon }: Props) {
  const { subtotal, coupons, shipping, taxes, total } = summary;
  const sent = shipping.find(({ isChosen }) => isChosen) ?? shipping[0];
  return (
    <dl className={cartStyles.sum}>
      <div>
        <dt>{checkoutText.subtotal()}</dt>
        <dd>
          <Money text={subtotal} />
        </dd>
      </div>
      {coupons.map(({ code, amount, problem, removeUrl }) => (
        <div key={code} className={sideCartStyles.sumDiscount}>
          <dt>
            {checkoutText.discount({ code })}{" "}
            <a
              className={controls.link}
              href={removeUrl}
              onClick={(event) => {
                event.preventDefault();
                onRemoveCoupon(code);
              }}
              aria-label={checkoutText.couponRemove({ code })}
            >
              {commonText.remove()}
            </a>
            {problem && <span className={sideCartStyles.sumProblem}>{problem}</span>}
          </dt>
          <dd>{amount !== null && <Money text={`−${amount}`} />}</dd>
        </div>
      ))}
      {sent && (
        <div>
          <dt>{sent.title}</dt>
          <dd>{sent.cost === null ? checkoutText.free() : <Money text={sent.cost} />}</dd>
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
      <div className={cartStyles.sumTotal}>
        <dt>{checkoutText.total()}</dt>
        <dd>
          <Money text={total} />
        </dd>
      </div>
    </dl>
  );
}
