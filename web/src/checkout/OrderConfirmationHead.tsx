import type { OrderConfirmationPageView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { Island } from "../renderer/Island";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./OrderConfirmationHead.module.css";
import { OrderFacts } from "./OrderFacts";
import ordersStyles from "./orders.module.css";
import { PaymentConfirmation } from "./PaymentConfirmation.island";
import { TextWith } from "./TextWith";

type Words = { title: string; hint: string };

/** Texts for orders that are not simply placed and paid; a text of the server takes precedence. */
function wordsOf({ kind, greeting, hint }: OrderConfirmationPageView): Words {
  const texts: Record<OrderConfirmationPageView["kind"], Words> = {
    paid: { title: greeting, hint: "" },
    waiting: { title: greeting, hint: "" },
    confirming: { title: checkoutText.confirming(), hint: checkoutText.confirmingHint() },
    unpaid: { title: checkoutText.unpaid(), hint: checkoutText.unpaidHint() },
    cancelled: { title: checkoutText.cancelled(), hint: checkoutText.cancelledHint() },
    refunded: { title: checkoutText.refunded(), hint: "" },
  };
  return { ...texts[kind], ...(hint === null ? {} : { hint }) };
}

/** The outcome of an order: a confirmation, or why there is none. */
export function OrderConfirmationHead(page: OrderConfirmationPageView) {
  const { kind, order, payUrl, ownUrl, orderKey } = page;
  const { title, hint } = wordsOf(page);
  if (kind === "unpaid" || kind === "cancelled") {
    return (
      <div className={kind === "unpaid" ? `${styles.result} ${styles.wrong}` : styles.result}>
        <span className={styles.icon}>
          <Icon name={kind === "unpaid" ? "alert" : "info"} />
        </span>
        <h1>{title}</h1>
        <p>{hint}</p>
        {payUrl && (
          <a className={`${controls.btn} ${controls.btnPrimary}`} href={payUrl}>
            {checkoutText.payAgain()}
          </a>
        )}
      </div>
    );
  }
  return (
    <div className={styles.ticket}>
      <div className={styles.in}>
        <div>
          <h1>{title}</h1>
          {kind === "confirming" ? (
            <Island
              of={PaymentConfirmation}
              id="payment-confirmation"
              on="load"
              props={{ number: order.number, orderKey, hint, ownUrl }}
            />
          ) : (
            <>
              {hint && <p className={ordersStyles.ticketHint}>{hint}</p>}
              {order.email && (
                <p className={ordersStyles.ticketHint}>
                  <TextWith text={checkoutText.copySent({ email: order.email })}>
                    <bdi dir="ltr">{order.email}</bdi>
                  </TextWith>
                </p>
              )}
            </>
          )}
        </div>
        <OrderFacts order={order} />
      </div>
    </div>
  );
}
