import { type FormEvent, useId, useState, useTransition } from "react";
import type { TotalsView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import styles from "./ShippingCalculator.module.css";
import sideCartStyles from "./side-cart.module.css";
import { useCart } from "./use-cart";

type Props = { totals: TotalsView; action: string };

const placeOf = ({ country, city, postcode }: TotalsView) => ({ country, city, postcode });

/** The shipping address, as far as the cost depends on it. */
export function ShippingCalculator({ totals, action }: Props) {
  const { countries } = totals;
  const id = useId();
  const { calculateShipping } = useCart();
  const [isPending, startTransition] = useTransition();
  const [place, setPlace] = useState(placeOf(totals));
  const serverValue = JSON.stringify(placeOf(totals));
  const [seen, setSeen] = useState(serverValue);
  // The server returns the normalized address.
  if (seen !== serverValue) {
    setSeen(serverValue);
    setPlace(placeOf(totals));
  }
  if (countries.length === 0) return null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = new URLSearchParams({
      calc_shipping_country: place.country,
      calc_shipping_city: place.city,
      calc_shipping_postcode: place.postcode,
    });
    startTransition(() => calculateShipping(body));
  };

  return (
    <form
      className={`${sideCartStyles.ship} ${styles.place}`}
      method="post"
      action={action}
      aria-busy={isPending || undefined}
      onSubmit={submit}
    >
      <div>
        <label className={forms.label} htmlFor={`${id}l`}>
          {cartText.shippingTo()}
        </label>
        <span className={forms.select}>
          <select
            id={`${id}l`}
            name="calc_shipping_country"
            value={place.country}
            onChange={({ currentTarget }) => setPlace({ ...place, country: currentTarget.value })}
          >
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </span>
      </div>
      <div className={styles.two}>
        <div>
          <label className={forms.label} htmlFor={`${id}c`}>
            {cartText.city()}
          </label>
          <input
            className={forms.input}
            id={`${id}c`}
            name="calc_shipping_city"
            value={place.city}
            onChange={({ currentTarget }) => setPlace({ ...place, city: currentTarget.value })}
          />
        </div>
        <div>
          <label className={forms.label} htmlFor={`${id}p`}>
            {cartText.postcode()}
          </label>
          <input
            className={forms.input}
            id={`${id}p`}
            name="calc_shipping_postcode"
            dir="ltr"
            value={place.postcode}
            onChange={({ currentTarget }) => setPlace({ ...place, postcode: currentTarget.value })}
          />
        </div>
      </div>
      <button type="submit" name="calc_shipping" value="1" className={controls.btn}>
        {cartText.shippingCalculate()}
      </button>
    </form>
  );
}
