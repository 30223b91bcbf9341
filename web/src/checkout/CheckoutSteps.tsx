import * as checkoutText from "../generated/messages/checkout";
import { Icon } from "../ui/Icon";
import styles from "./CheckoutSteps.module.css";

/** The steps cart, checkout and order; the cart is always done. */
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
