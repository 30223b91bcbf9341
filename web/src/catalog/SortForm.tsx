import type { SortView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import catalogStyles from "./catalog.module.css";
import { HiddenFields } from "./HiddenFields";
import styles from "./SortForm.module.css";

/** Sent as soon as another order is chosen (listing.browser.ts); without script by its button. */
export function SortForm({ action, hidden, current, options }: SortView) {
  return (
    <form className={`woocommerce-ordering ${styles.ordering}`} method="get" action={action}>
      <HiddenFields fields={hidden} />
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
