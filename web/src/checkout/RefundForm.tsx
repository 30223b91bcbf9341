import type { RefundFormView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import * as text from "../generated/messages/staff_orders";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import styles from "./RefundForm.module.css";

/** A refund by line. The server works out the amount from the quantities if none is typed. */
export function RefundForm({ refund }: { refund: RefundFormView }) {
  const { action, hidden, lines, hints } = refund;
  return (
    <form className={forms.form} method="post" action={action} noValidate>
      <HiddenInputs pairs={hidden} />
      <div className={forms.fields}>
        {lines.map(({ position, name, left, worth }) => (
          <div key={position}>
            <input type="hidden" name="line[]" value={position} />
            <Field
              id={`refund-line-${position}`}
              name="quantity[]"
              label={text.refundQuantity({ name })}
              hint={text.refundOf({ sold: left, worth })}
              inputMode="decimal"
              ltr
            />
          </div>
        ))}
        <Field
          id="refund-amount"
          name="amount"
          label={text.refundAmount()}
          hint={text.refundAmountHint()}
          inputMode="decimal"
          ltr
        />
      </div>
      <ul className={styles.hints}>
        {hints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
      <button type="submit" className={`${controls.btn} ${controls.btnDanger}`}>
        {checkoutText.staffRefund()}
      </button>
    </form>
  );
}
