import cartStyles from "../cart/cart.module.css";
import sideCartStyles from "../cart/side-cart.module.css";
import type { OrderView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { Money } from "../pricing/Money";

/** An amount, or a word such as "free". */
const Amount = ({ text }: { text: string }) => (/\d/.test(text) ? <Money text={text} /> : text);

export function OrderTotals({ order }: { order: OrderView }) {
  const { subtotal, extras, total, refunded } = order;
  return (
    <dl className={cartStyles.sum}>
      <div>
        <dt>{checkoutText.subtotal()}</dt>
        <dd>
          <Amount text={subtotal} />
        </dd>
      </div>
      {extras.map(({ label, amount, isDiscount }) => (
        <div key={label} className={isDiscount ? sideCartStyles.sumDiscount : undefined}>
          <dt>{label}</dt>
          <dd>
            <Amount text={amount} />
          </dd>
        </div>
      ))}
      <div className={cartStyles.sumTotal}>
        <dt>{checkoutText.total()}</dt>
        <dd>
          <Amount text={total} />
        </dd>
      </div>
      {refunded && (
        <div>
          <dt>{checkoutText.stateRefunded()}</dt>
          <dd>
            <Amount text={refunded} />
          </dd>
        </div>
      )}
    </dl>
  );
}
