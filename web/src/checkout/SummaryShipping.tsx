import type { SummaryShipping as ShippingView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { Amount } from "../pricing/Amount";
import forms from "../ui/forms.module.css";
import { CHECKOUT_FORM } from "./names";
import styles from "./SummaryShipping.module.css";

type Props = { shipping: Array<ShippingView>; chosen: string; onPick: (id: string) => void };

/** The shipping methods. A single one is not a choice, but is still posted. */
export function SummaryShipping({ shipping, chosen, onPick }: Props) {
  const name = "shipping_method[0]";
  if (shipping.length < 2) {
    return shipping.map(({ id, arrival }) => (
      <div key={id}>
        <input type="hidden" name={name} value={id} form={CHECKOUT_FORM} />
        {arrival && <p className={styles.arrival}>{arrival}</p>}
      </div>
    ));
  }
  return (
    <fieldset className={styles.coShip}>
      <legend>{checkoutText.shippingMethod()}</legend>
      {shipping.map(({ id, title, cost, arrival }) => (
        <label key={id} className={forms.check}>
          <input
            type="radio"
            name={name}
            value={id}
            checked={id === chosen}
            onChange={() => onPick(id)}
            form={CHECKOUT_FORM}
          />
          <span>
            {title}
            {arrival && <small className={styles.arrival}>{arrival}</small>}
          </span>
          <Amount text={cost ?? checkoutText.free()} />
        </label>
      ))}
    </fieldset>
  );
}
