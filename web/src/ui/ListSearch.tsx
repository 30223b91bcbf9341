import type { FormEvent } from "react";
import controls from "./controls.module.css";
import forms from "./forms.module.css";
import { HiddenInputs } from "./HiddenInputs";
import { Icon } from "./Icon";
import styles from "./ListSearch.module.css";

type Props = {
  search: { action: string; name: string; clearUrl: string; hidden?: Array<{ name: string; value: string }> };
  query: string;
  texts: { label: string; apply: string; clear: string };
  onType: (query: string) => void;
  /** Enter: the delay after typing is skipped. */
  onSearch: () => void;
  onClear: () => void;
  /** The form reloads the page, also with script. */
  isPlain?: boolean;
};

/** The search of a list: a form that is sent by GET if no script runs. */
export function ListSearch({ search, query, texts, onType, onSearch, onClear, isPlain = false }: Props) {
  const submit = (event: FormEvent) => {
    if (isPlain) return;
    event.preventDefault();
    onSearch();
  };
  return (
    <form className={styles.search} method="get" action={search.action} onSubmit={submit}>
      <HiddenInputs pairs={(search.hidden ?? []).map(({ name, value }) => [name, value])} />
      <span className={styles.glass}>
        <Icon name="search" />
      </span>
      <input
        className={forms.input}
        type="search"
        name={search.name}
        {...(isPlain
          ? { defaultValue: query }
          : { value: query, onChange: ({ target }) => onType(target.value) })}
        placeholder={texts.label}
        aria-label={texts.label}
        enterKeyHint="search"
      />
      {query !== "" && (
        <a
          className={`${controls.iconBtn} ${styles.clear}`}
          href={search.clearUrl}
          rel="nofollow"
          aria-label={texts.clear}
          onClick={(event) => {
            if (isPlain) return;
            event.preventDefault();
            onClear();
          }}
        >
          <Icon name="x" />
        </a>
      )}
      <button type="submit" className={`${controls.btn} ${controls.btnSm} ${styles.apply}`}>
        {texts.apply}
      </button>
    </form>
  );
}
