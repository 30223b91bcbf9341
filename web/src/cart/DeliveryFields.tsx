import { useId, useState } from "react";
import type { DeliveryAnswer } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import * as deliveryText from "../generated/messages/delivery";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import { SelectField } from "../ui/SelectField";
import styles from "./DeliveryFields.module.css";

/** Country and city, with the button that asks for the dates. */
export function DeliveryFields({ answer }: { answer: DeliveryAnswer }) {
  const id = useId();
  const { place, countries, cities } = answer;
  const [country, setCountry] = useState(place.country);
  return (
    <div className={styles.fields}>
      <SelectField
        id={`${id}l`}
        name="country"
        label={cartText.country()}
        autoComplete="country"
        required
        defaultValue={place.country}
        onChange={({ currentTarget }) => setCountry(currentTarget.value)}
        options={countries.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <Field
        id={`${id}c`}
        name="city"
        label={cartText.city()}
        autoComplete="address-level2"
        maxLength={80}
        defaultValue={place.city}
        list={`${id}k`}
      />
      <datalist id={`${id}k`}>
        {cities
          .filter((city) => city.country === country)
          .map(({ name }) => (
            <option key={name} value={name} />
          ))}
      </datalist>
      <button
        type="submit"
        className={`${controls.btn} ${controls.btnPrimary} ${controls.btnBlock} ${styles.show}`}
      >
        {deliveryText.show()}
      </button>
    </div>
  );
}
