import type { MouseEvent } from "react";
import type { TotalsView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import * as commonText from "../generated/messages/common";
import { Money } from "../pricing/Money";
import controls from "../ui/controls.module.css";
import cartStyles from "./cart.module.css";
import sideCartStyles from "./side-cart.module.css";
import { useCart } from "./use-cart";

/** The totals of the cart. A coupon is removed by its link; with script without leaving the page. */
export function CartTotals({ totals }: { totals: TotalsView }) {
  const { subtotal, coupons, shipping, taxes, total } = totals;
  const sent = shipping.find((one) => one.chosen);
  const { removeCoupon } = useCart();
  const takeOff = (event: MouseEvent, code: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void removeCoupon(code);
  };
  return (
    <dl className={cartStyles.sum}>
      <div>
        <dt>{cartText.subtotal()}</dt>
        <dd>
          <Money text={subtotal} />
        </dd>
      </div>
      {coupons.map(({ code, amount, problem, removeUrl }) => (
        <div key={code} className={sideCartStyles.sumDiscount}>
          <dt>
            {cartText.couponDiscount({ code })}{" "}
            <a
              className={controls.link}
              href={removeUrl}
              onClick={(event) => takeOff(event, code)}
              aria-label={cartText.couponRemove({ code })}
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
          <dt>
            {/* A method whose name already says that it is free shows no price. */}
            {sent.byAmount ? cartText.shipping() : `${cartText.shipping()}: ${sent.title}`}
            {sent.arrival && <span className={cartStyles.arrival}>{sent.arrival}</span>}
          </dt>
          <dd>{sent.cost === null ? cartText.shippingFree() : <Money text={sent.cost} />}</dd>
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
        <dt>{cartText.total()}</dt>
        <dd>
          <Money text={total} />
        </dd>
      </div>
    </dl>
  );
}
