import type { SortView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./SortSheet.module.css";

/** The id of the popover that the button on small screens opens. */
export const SORT = "sort";

/** The orders on small screens: a tap opens the listing in that order. Works without script. */
export function SortSheet({ current, options }: SortView) {
  return (
    <section className={styles.sheet} id={SORT} popover="auto" aria-label={catalogText.sortLabel()}>
      <div className={styles.head}>
        <h2>{catalogText.sort()}</h2>
        <button type="button" className={controls.iconBtn} popoverTarget={SORT} popoverTargetAction="hide">
          <Icon name="x" />
          <span className="sr">{catalogText.close()}</span>
        </button>
      </div>
      <ul>
        {options.map(({ value, label, url }) => (
          <li key={value}>
            <a
              className={styles.order}
              href={url}
              rel="nofollow"
              aria-current={value === current ? "true" : undefined}
            >
              <span className={styles.dot} />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
