import type { OrderConfirmationPageView, OrderState } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { Icon } from "../ui/Icon";
import styles from "./OrderTimeline.module.css";
import ordersStyles from "./orders.module.css";

type Step = { label: string; note?: string };

/** The number of completed steps by order status. */
const DONE: Partial<Record<OrderState, number>> = { shipped: 1, delivered: 2, completed: 2 };

/** The next steps of an order. */
export function OrderTimeline({
  kind,
  order,
  placed,
  hint,
}: Pick<OrderConfirmationPageView, "kind" | "order" | "placed" | "hint">) {
  const bank: Array<Step> =
    kind === "waiting" ? [{ label: checkoutText.nextBank(), note: hint ?? undefined }] : [];
  const isPrepared = order.state.name in DONE;
  const isDelivered = DONE[order.state.name] === 2;
  const steps: Array<Step> = [
    { label: checkoutText.nextReceived(), note: placed },
    ...bank,
    { label: (isPrepared ? checkoutText.nextPrepareDone : checkoutText.nextPrepare)() },
    { label: (isDelivered ? checkoutText.nextDeliverDone : checkoutText.nextDeliver)() },
  ];
  const done = 1 + (DONE[order.state.name] ?? 0);
  return (
    <section className={ordersStyles.orderPart}>
      <h2>{checkoutText.whatNext()}</h2>
      <ol className={styles.track}>
        {steps.map(({ label, note }, index) => (
          <li key={label} className={index < done ? styles.isDone : undefined}>
            <span className={styles.mark}>{index < done && <Icon name="check" size="s" />}</span>
            <span>
              {label}
              {note && <span className={styles.note}>{note}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
