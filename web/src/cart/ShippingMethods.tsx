import { type FormEvent, useOptimistic, useTransition } from "react";
import type { ShippingView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import { Amount } from "../pricing/Amount";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import styles from "./ShippingMethods.module.css";
import sideCartStyles from "./side-cart.module.css";
import { useCart } from "./use-cart";

type Props = { shipping: Array<ShippingView>; action: string };

/** The shipping methods, if there is a choice. With script the chosen one is sent immediately. */
export function ShippingMethods({ shipping, action }: Props) {
  const { setShippingMethod } = useCart();
  const [isPending, startTransition] = useTransition();
  const [chosen, choose] = useOptimistic(shipping.find((one) => one.chosen)?.id ?? "");
  if (shipping.length < 2) return null;

  const send = (id: string) =>
    startTransition(async () => {
      choose(id);
      await setShippingMethod(id);
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(chosen);
  };

  return (
    <form
      className={sideCartStyles.ship}
      method="post"
      action={action}
      aria-busy={isPending || undefined}
      onSubmit={submit}
    >
      <fieldset>
        <legend>{cartText.shipping()}</legend>
        {shipping.map((one) => (
          <label key={one.id} className={`${forms.check} ${styles.radioCard}`}>
            <input
              type="radio"
              name="shipping_method[0]"
              value={one.id}
              checked={one.id === chosen}
              onChange={() => send(one.id)}
            />
            <span>
              {one.title}
              {one.arrival && <small className={styles.arrival}>{one.arrival}</small>}
            </span>
            <Amount text={one.cost ?? cartText.shippingFree()} />
          </label>
        ))}
      </fieldset>
      <button type="submit" className={`${controls.btn} ${controls.btnSm} ${sideCartStyles.onlyPlain}`}>
        {cartText.update()}
      </button>
    </form>
  );
}
