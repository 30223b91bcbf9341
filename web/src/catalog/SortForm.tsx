import type { SortView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { HiddenFields } from "./HiddenFields";

/** Sent as soon as another order is chosen (listing.browser.ts); without script by its button. */
export function SortForm({ action, hidden, current, options }: SortView) {
  return (
    <form className="woocommerce-ordering" method="get" action={action}>
      <HiddenFields fields={hidden} />
      <span className="select select--sm">
        <select name="orderby" aria-label={catalogText.sortLabel()} defaultValue={current}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </span>
      <button type="submit" className="btn btn--sm">
        {catalogText.sort()}
      </button>
    </form>
  );
}
