import type { SortView } from "../generated/catalog";
import { t } from "../ui/messages";
import { HiddenFields } from "./HiddenFields";
import "./texts";

/** Sent as soon as another order is chosen (listing.browser.ts); without script by its button. */
export function SortForm({ action, hidden, current, options }: SortView) {
  return (
    <form className="woocommerce-ordering" method="get" action={action}>
      <HiddenFields fields={hidden} />
      <span className="select select--sm">
        <select name="orderby" aria-label={t("catalog.sort-label")} defaultValue={current}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </span>
      <button type="submit" className="btn btn--sm">
        {t("catalog.sort")}
      </button>
    </form>
  );
}
