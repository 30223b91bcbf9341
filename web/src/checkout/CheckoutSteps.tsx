import * as checkoutText from "../generated/messages/checkout";
import { Icon } from "../ui/Icon";
import styles from "./CheckoutSteps.module.css";

/** How far the order is: the cart is done with, the last step is the order itself. */
export function CheckoutSteps({ current }: { current: "details" | "done" }) {
  const labels = [checkoutText.stepCart(), checkoutText.stepDetails(), checkoutText.stepDone()];
  const at = current === "details" ? 1 : labels.length;
  return (
    <ol className={styles.steps}>
      {labels.map((label, index) => (
        <li
          key={label}
          className={index < at ? styles.isDone : index === at ? styles.isOn : undefined}
          aria-current={index === at ? "step" : undefined}
        >
          <span className={styles.mark}>{index < at ? <Icon name="check" size="s" /> : index + 1}</span>
          {label}
        </li>
      ))}
    </ol>
  );
}
