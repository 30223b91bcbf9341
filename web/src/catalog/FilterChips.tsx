import type { LinkView } from "../generated/edge";
import * as catalogText from "../generated/messages/catalog";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./FilterChips.module.css";

/** The active filters; each chip removes one. */
export function FilterChips({ chips, clearUrl }: { chips: Array<LinkView>; clearUrl: string }) {
  return (
    <ul className={styles.chips}>
      {chips.map(({ label, url }) => (
        <li key={url}>
          <a
            className={styles.chip}
            href={url}
            rel="nofollow"
            aria-label={catalogText.filterRemove({ name: label })}
          >
            {label}
            <Icon name="x" size="s" />
          </a>
        </li>
      ))}
      <li>
        <a className={controls.link} href={clearUrl}>
          {catalogText.filterClear()}
        </a>
      </li>
    </ul>
  );
}
