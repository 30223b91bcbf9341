import type { ChangeEvent } from "react";
import * as reviewsText from "../generated/messages/reviews";
import type { ReviewSearchView, ReviewSortView } from "../generated/reviews";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { ListSearch } from "../ui/ListSearch";
import styles from "./ReviewTools.module.css";

type Props = {
  search: ReviewSearchView;
  sort: ReviewSortView;
  query: string;
  onType: (query: string) => void;
  /** Enter: the delay after typing is skipped. */
  onSearch: () => void;
  onClear: () => void;
  order: string;
  onSort: (order: string) => void;
  /** Both forms reload the page, also with script. */
  isPlain: boolean;
};

const pairs = (hidden: ReviewSearchView["hidden"]) =>
  hidden.map(({ name, value }): [string, string] => [name, value]);

/** Search and sort: two forms that are sent by GET if no script runs. */
export function ReviewTools({ search, sort, query, order, isPlain, onSort, ...on }: Props) {
  const choose = (event: ChangeEvent<HTMLSelectElement>) => {
    if (isPlain) event.target.form?.requestSubmit();
    else onSort(event.target.value);
  };
  return (
    <div className={styles.tools}>
      <ListSearch
        {...{ search, query, isPlain }}
        {...on}
        texts={{
          label: reviewsText.search(),
          apply: reviewsText.searchApply(),
          clear: reviewsText.searchClear(),
        }}
      />
      <form method="get" action={sort.action}>
        <HiddenInputs pairs={pairs(sort.hidden)} />
        <span className={forms.select}>
          <select
            name={sort.name}
            {...(isPlain ? { defaultValue: order } : { value: order })}
            aria-label={reviewsText.sort()}
            onChange={choose}
          >
            {sort.options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </span>
        <button type="submit" className={`${controls.btn} ${controls.btnSm} ${styles.apply}`}>
          {reviewsText.sortApply()}
        </button>
      </form>
    </div>
  );
}
