import type { PriceRangeView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Icon } from "../ui/Icon";
import catalogStyles from "./catalog.module.css";
import styles from "./PriceRange.module.css";

/**
 * A plain form with the lowest and the highest price in whole currency units; an empty field means no limit. Not of
 * type number, which rejects Arabic digits.
 */
export function PriceRange({ action, hidden, lowest, highest, from, to }: PriceRangeView) {
  const fields = [
    { name: "min_price", label: catalogText.priceFrom(), value: from, open: lowest },
    { name: "max_price", label: catalogText.priceTo(), value: to, open: highest },
  ];
  return (
    <details className={catalogStyles.fgroup} open>
      <summary>
        {catalogText.price()}
        <Icon name="down" size="s" />
      </summary>
      <form method="get" action={action}>
        <HiddenInputs pairs={hidden.map(({ name, value }) => [name, value])} />
        <fieldset className={styles.priceRange}>
          <legend className="sr">{catalogText.price()}</legend>
          {fields.map(({ name, label, value, open }) => (
            <label key={name}>
              <span className={forms.label}>{label}</span>
              <input
                className={`${forms.input} ltr`}
                name={name}
                type="text"
                inputMode="numeric"
                autoComplete="off"
                placeholder={String(open)}
                defaultValue={value ?? undefined}
              />
            </label>
          ))}
        </fieldset>
        <button type="submit" className={`${controls.btn} ${controls.btnSm} ${controls.btnBlock}`}>
          {catalogText.filterApply()}
        </button>
      </form>
    </details>
  );
}
