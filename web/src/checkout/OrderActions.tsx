import type { OrderActionsView } from "../generated/checkout";
import * as ordersText from "../generated/messages/orders";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Icon } from "../ui/Icon";
import styles from "./OrderActions.module.css";

/** What the buyer can do with the order now. Cancelling asks a second time. */
export function OrderActions({ actions }: { actions: OrderActionsView }) {
  const { payUrl, again, cancel, returnUrl, printUrl } = actions;
  if (!payUrl && !again && !cancel && !returnUrl && !printUrl) return null;
  return (
    <section className={styles.actions} aria-label={ordersText.actions()}>
      {payUrl && (
        <a className={`${controls.btn} ${controls.btnSm} ${controls.btnPrimary}`} href={payUrl}>
          <Icon name="card" size="s" />
          {ordersText.pay()}
        </a>
      )}
      {again && (
        <form method="post" action={again.action}>
          <HiddenInputs pairs={again.hidden} />
          <button type="submit" className={`${controls.btn} ${controls.btnSm}`}>
            <Icon name="refresh" size="s" />
            {again.submit}
          </button>
        </form>
      )}
      {printUrl && (
        <a className={`${controls.btn} ${controls.btnSm}`} href={printUrl}>
          <Icon name="file" size="s" />
          {ordersText.print()}
        </a>
      )}
      {returnUrl && (
        <a className={`${controls.btn} ${controls.btnSm}`} href={returnUrl}>
          <Icon name="truck" size="s" />
          {ordersText.returnOrder()}
        </a>
      )}
      {cancel && (
        <details className={styles.cancel}>
          <summary className={`${controls.btn} ${controls.btnSm}`}>
            <Icon name="x" size="s" />
            {ordersText.cancel()}
          </summary>
          <div className={styles.question}>
            <b>{cancel.question}</b>
            <p>{cancel.text}</p>
            <form method="post" action={cancel.form.action}>
              <HiddenInputs pairs={cancel.form.hidden} />
              <button type="submit" className={`${controls.btn} ${controls.btnDanger}`}>
                {cancel.form.submit}
              </button>
            </form>
          </div>
        </details>
      )}
    </section>
  );
}
