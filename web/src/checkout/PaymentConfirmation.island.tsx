import * as checkoutText from "../generated/messages/checkout";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import ordersStyles from "./orders.module.css";
import styles from "./PaymentConfirmation.module.css";
import { useOrderStatus } from "./use-order-status";

type Props = { number: string; orderKey: string; hint: string; ownUrl: string };

/** Polls the status of an order whose payment is being confirmed, and reloads the page when it changes. */
export function PaymentConfirmation({ number, orderKey, hint, ownUrl }: Props) {
  useOrderStatus(number, orderKey, (kind) => {
    if (kind === "confirming") return false;
    location.reload();
    return true;
  });
  return (
    <>
      <p className={ordersStyles.ticketHint} role="status">
        {hint}
      </p>
      <a className={`${controls.btn} ${controls.btnSm} ${styles.again}`} href={ownUrl}>
        <Icon name="refresh" />
        {checkoutText.confirmingRefresh()}
      </a>
    </>
  );
}
