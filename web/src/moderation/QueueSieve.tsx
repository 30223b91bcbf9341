import { AdminIcon } from "../admin/AdminIcon";
import * as moderationText from "../generated/messages/moderation";
import type { QueueReason, QueueSieve as Sieve } from "../generated/moderation";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import styles from "./QueueSieve.module.css";

type ChoiceProps = { name: string; label: string; value: string; options: QueueReason[] };

function Choice({ name, label, value, options }: ChoiceProps) {
  return (
    <span className={forms.select}>
      <select key={value} name={name} defaultValue={value} aria-label={label}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Search and filters of the queue; what is set stands below, each with its removal. */
export function QueueSieve({ sieve, action }: { sieve: Sieve; action: string }) {
  const { words, rating, ratings, mark, marks, chips, clearUrl } = sieve;
  const hidden = sieve.hidden.map(({ name, value }): [string, string] => [name, value]);
  return (
    <search>
      <form className={styles.sieve} method="get" action={action}>
        <HiddenInputs pairs={hidden} />
        <input
          key={words}
          className={`${forms.input} ${styles.find}`}
          type="search"
          name="s"
          defaultValue={words}
          aria-label={moderationText.search()}
          placeholder={moderationText.search()}
        />
        <Choice name="rating" label={moderationText.ratingFilter()} value={rating} options={ratings} />
        <Choice name="mark" label={moderationText.markFilter()} value={mark} options={marks} />
        <button type="submit" className={controls.btn}>
          <AdminIcon name="search" />
          {moderationText.searchButton()}
        </button>
      </form>
      {clearUrl && (
        <ul className={styles.chips} aria-label={moderationText.filters()}>
          {chips.map(({ label, url }) => (
            <li key={label}>
              <a className={styles.chip} href={url} aria-label={moderationText.removeFilter({ label })}>
                <bdi>{label}</bdi>
                <AdminIcon name="x" />
              </a>
            </li>
          ))}
          <li>
            <a className={controls.link} href={clearUrl}>
              {moderationText.clear()}
            </a>
          </li>
        </ul>
      )}
    </search>
  );
}
