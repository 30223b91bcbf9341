import accountsStyles from "../accounts/accounts.module.css";
import type { OrderView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import * as deliveryText from "../generated/messages/delivery";
import { MethodTitle } from "../payments/MethodTitle";
import { Money } from "../pricing/Money";
import styles from "./OrderFacts.module.css";

/** The key data of an order. */
export function OrderFacts({ order }: { order: OrderView }) {
  const { number, date, total, method, arrival } = order;
  return (
    <dl className={`${accountsStyles.facts} ${styles.row}`}>
      <div>
        <dt>{checkoutText.orderNumber()}</dt>
        <dd>
          <bdi dir="ltr">{number}</bdi>
        </dd>
      </div>
      <div>
        <dt>{checkoutText.date()}</dt>
        <dd>{date}</dd>
      </div>
      <div>
        <dt>{checkoutText.total()}</dt>
        <dd>
          <Money text={total} />
        </dd>
      </div>
      {arrival && (
        <div>
          <dt>{deliveryText.expected()}</dt>
          <dd>{arrival}</dd>
        </div>
      )}
      {method && (
        <div>
          <dt>{checkoutText.payment()}</dt>
          <dd>
            <MethodTitle title={method} />
          </dd>
        </div>
      )}
    </dl>
  );
}
