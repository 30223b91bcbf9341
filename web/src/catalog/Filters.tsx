import type { ListingPageView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import catalogStyles from "./catalog.module.css";
import styles from "./Filters.module.css";
import { PriceRange } from "./PriceRange";

/** The id of the popover that the button on small screens opens. */
export const FILTERS = "filters";

/**
 * Beside the list on wide screens. On small ones a popover, which works without script. Each option is a link to the
 * filtered list.
 */
export function Filters({ filters, priceRange, chips, clearUrl }: ListingPageView) {
  return (
    <aside className={styles.filters} id={FILTERS} popover="auto" aria-label={catalogText.filterLabel()}>
      <div className={styles.head}>
        <h2>{catalogText.filter()}</h2>
        {chips.length > 0 && (
          <a className={controls.link} href={clearUrl}>
            {catalogText.filterClear()}
          </a>
        )}
        <button type="button" className={controls.iconBtn} popoverTarget={FILTERS} popoverTargetAction="hide">
          <Icon name="x" />
          <span className="sr">{catalogText.close()}</span>
        </button>
      </div>
      {filters.map(({ name, label, options }) => (
        <details key={name} className={catalogStyles.fgroup} open>
          <summary>
            {label}
            <Icon name="down" size="s" />
          </summary>
          <ul>
            {options.map((option) => (
              <li key={option.url}>
                <a
                  className={styles.facet}
                  href={option.url}
                  rel="nofollow"
                  aria-current={option.selected ? "true" : undefined}
                >
                  <span className={styles.box} />
                  <span>{option.label}</span>
                  <span className={styles.count}>{option.count}</span>
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
      {priceRange && <PriceRange {...priceRange} />}
    </aside>
  );
}
