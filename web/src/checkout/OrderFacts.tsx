import type { OrderView } from "../generated/checkout";
import { MethodTitle } from "../payments/MethodTitle";
import { Money } from "../pricing/Money";
import { t } from "../ui/messages";
import "./texts";

/** An order at a glance. */
export function OrderFacts({ order }: { order: OrderView }) {
  const { number, date, total, method } = order;
  return (
    <dl className="facts facts--row">
      <div>
        <dt>{t("checkout.order-number")}</dt>
        <dd>
          <bdi dir="ltr">{number}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t("checkout.date")}</dt>
        <dd>{date}</dd>
      </div>
      <div>
        <dt>{t("checkout.total")}</dt>
        <dd>
          <Money text={total} />
        </dd>
      </div>
      {method && (
        <div>
          <dt>{t("checkout.payment")}</dt>
          <dd>
            <MethodTitle title={method} />
          </dd>
        </div>
      )}
    </dl>
  );
}
