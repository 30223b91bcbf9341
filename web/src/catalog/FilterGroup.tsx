import type { MouseEvent } from "react";
import type { FilterOption, FilterView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { Icon } from "../ui/Icon";
import styles from "./FilterGroup.module.css";

type Props = {
  filter: FilterView;
  isTicked: (option: FilterOption) => boolean;
  onTick: (event: MouseEvent, option: FilterOption) => void;
};

/** Open from the start; attributes are not. */
const OPEN = ["category", "rating", "availability"];

/** A value of an attribute that a single product has helps few: it follows the others when asked for, unless it is chosen. */
const isRare = ({ count, selected }: FilterOption) => count === 1 && !selected;

/** A folded group of options. The chosen ones stand on the closed row. */
export function FilterGroup({ filter, isTicked, onTick }: Props) {
  const { name, label, options } = filter;
  const common = options.filter((option) => !isRare(option));
  const [first, rest] =
    OPEN.includes(name) || common.length === 0 ? [options, []] : [common, options.filter(isRare)];
  const list = (some: Array<FilterOption>) => (
    <ul>
      {some.map((option) => (
        <li key={option.label}>
          <a
            className={styles.option}
            href={option.url}
            rel="nofollow"
            aria-current={isTicked(option) ? "true" : undefined}
            onClick={(event) => onTick(event, option)}
          >
            <span className={styles.box} />
            <span>{option.label}</span>
            {option.count !== null && <span className={styles.count}>{option.count}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <details className={styles.group} open={OPEN.includes(name)} suppressHydrationWarning>
      <summary>
        {label}
        <small>
          {options
            .filter(isTicked)
            .map((option) => option.label)
            .join("، ")}
        </small>
        <Icon name="down" size="s" />
      </summary>
      {list(first)}
      {rest.length > 0 && (
        <details className={styles.more} suppressHydrationWarning>
          <summary>
            {catalogText.filterMore()}
            <span className="sr">: {label}</span>
          </summary>
          {list(rest)}
        </details>
      )}
    </details>
  );
}
