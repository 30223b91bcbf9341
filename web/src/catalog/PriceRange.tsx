import type { PriceRangeView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { Icon } from "../ui/Icon";
import { HiddenFields } from "./HiddenFields";

/**
 * A plain form: from and to, in whole units of money; where a field is empty the list's own end holds. Not of type number, which
 * refuses Arabic digits.
 */
export function PriceRange({ action, hidden, lowest, highest, from, to }: PriceRangeView) {
  const fields = [
    { name: "min_price", label: catalogText.priceFrom(), value: from, open: lowest },
    { name: "max_price", label: catalogText.priceTo(), value: to, open: highest },
  ];
  return (
    <details className="fgroup" open>
      <summary>
        {catalogText.price()}
        <Icon name="down" size="s" />
      </summary>
      <form method="get" action={action}>
        <HiddenFields fields={hidden} />
        <fieldset className="price-range">
          <legend className="sr">{catalogText.price()}</legend>
          {fields.map(({ name, label, value, open }) => (
            <label key={name} className="field">
              <span className="label">{label}</span>
              <input
                className="input ltr"
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
        <button type="submit" className="btn btn--sm btn--block">
          {catalogText.filterApply()}
        </button>
      </form>
    </details>
  );
}
