import * as checkoutText from "../generated/messages/checkout";
import { Icon } from "../ui/Icon";

/** How far the order is: the cart is done with, the last step is the order itself. */
export function Steps({ current }: { current: "details" | "done" }) {
  const labels = [checkoutText.stepCart(), checkoutText.stepDetails(), checkoutText.stepDone()];
  const at = current === "details" ? 1 : labels.length;
  return (
    <ol className="steps">
      {labels.map((label, index) => (
        <li
          key={label}
          className={index < at ? "is-done" : index === at ? "is-on" : undefined}
          aria-current={index === at ? "step" : undefined}
        >
          <span className="steps__mark">{index < at ? <Icon name="check" size="s" /> : index + 1}</span>
          {label}
        </li>
      ))}
    </ol>
  );
}
