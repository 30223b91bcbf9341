import type { ChangeEvent, FormEvent } from "react";
import * as reviewsText from "../generated/messages/reviews";
import type { ReviewSearchView, ReviewSortView } from "../generated/reviews";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Icon } from "../ui/Icon";
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
export function ReviewTools({ search, sort, query, order, isPlain, ...on }: Props) {
  const submit = (event: FormEvent) => {
    if (isPlain) return;
    event.preventDefault();
    on.onSearch();
  };
  const type = (event: ChangeEvent<HTMLInputElement>) => on.onType(event.target.value);
  const choose = (event: ChangeEvent<HTMLSelectElement>) => {
    if (isPlain) event.target.form?.requestSubmit();
    else on.onSort(event.target.value);
  };
  return (
    <div className={styles.tools}>
      <form className={styles.search} method="get" action={search.action} onSubmit={submit}>
        <HiddenInputs pairs={pairs(search.hidden)} />
        <span className={styles.glass}>
          <Icon name="search" />
        </span>
        <input
          className={forms.input}
          type="search"
          name={search.name}
          {...(isPlain ? { defaultValue: query } : { value: query, onChange: type })}
          placeholder={reviewsText.search()}
          aria-label={reviewsText.search()}
          enterKeyHint="search"
        />
        {query !== "" && (
          <a
            className={`${controls.iconBtn} ${styles.clear}`}
            href={search.clearUrl}
            rel="nofollow"
            aria-label={reviewsText.searchClear()}
            onClick={(event) => {
              if (isPlain) return;
              event.preventDefault();
              on.onClear();
            }}
          >
            <Icon name="x" />
          </a>
        )}
        <button type="submit" className={`${controls.btn} ${controls.btnSm} ${styles.apply}`}>
          {reviewsText.searchApply()}
        </button>
      </form>
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
