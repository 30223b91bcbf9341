import type { SortView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import catalogStyles from "./catalog.module.css";
import styles from "./SortForm.module.css";

/** Submitted when another order is selected (listing.browser.ts); without script by its button. */
export function SortForm({ action, hidden, current, options }: SortView) {
  return (
    <form className={`woocommerce-ordering ${styles.ordering}`} method="get" action={action}>
      <HiddenInputs pairs={hidden.map(({ name, value }) => [name, value])} />
      <span className={`${forms.select} ${catalogStyles.selectSm}`}>
        <select name="orderby" aria-label={catalogText.sortLabel()} defaultValue={current}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </span>
      <button type="submit" className={`${controls.btn} ${controls.btnSm}`}>
        {catalogText.sort()}
      </button>
    </form>
  );
}
