import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import * as layoutText from "../generated/messages/layout";
import type { SearchSuggestions } from "../generated/search";
import forms from "../ui/forms.module.css";
import { Icon } from "../ui/Icon";
import { useHydrated } from "../ui/use-hydrated";
import { optionAfter, optionId } from "./combobox";
import { rememberSearch } from "./recent-searches";
import styles from "./SearchBox.module.css";
import { SearchStart } from "./SearchStart";
import { SuggestionList } from "./SuggestionList";
import { SHORTEST, useSuggestions } from "./use-suggestions";

type Props = {
  inputId: string;
  /** The URL of the results page. */
  action: string;
  homeUrl: string;
  /** Searches that the empty field proposes. */
  popular?: Array<string>;
};

const urlsOf = (found: SearchSuggestions | null) =>
  found ? [...found.products, ...found.categories, ...found.articles].map(({ url }) => url) : [];

/** The announcement of a response for screen readers. */
function statusOf({ corrected, total }: SearchSuggestions): string {
  const parts = [
    corrected && layoutText.suggestCorrected({ word: corrected }),
    layoutText.resultCount({ count: total }),
  ];
  return parts.filter(Boolean).join(" ");
}

/** The query of this results page; layout.browser.ts writes it into the field. */
const searchedWords = () => new URL(location.href).searchParams.get("s")?.trim() ?? "";

/**
 * A plain GET form. Hydrated, it is a combobox that suggests products, categories and articles for the typed text; the field
 * stays uncontrolled.
 */
export function SearchBox({ inputId, action, homeUrl, popular = [] }: Props) {
  const isHydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  const [isEmpty, setEmpty] = useState(true);
  const form = useRef<HTMLFormElement>(null);
  const isTouched = useRef(false);
  const { found, ask, stop } = useSuggestions(`${homeUrl}search/suggest/`, () => {
    setMarked(-1);
    setOpen(true);
  });
  const listId = `${inputId}-suggestions`;
  const urls = urlsOf(found);
  const isStart = isOpen && isEmpty && found === null;
  const isShown = isOpen && found !== null;

  const hide = () => {
    setOpen(false);
    setMarked(-1);
  };
  const close = () => {
    stop();
    hide();
  };

  const type = (text: string) => {
    const query = text.trim();
    setEmpty(query === "");
    const isFirst = !isTouched.current;
    isTouched.current = true;
    // The query of this results page is in the field without having been typed; hydration reports it first.
    if (isFirst && query === searchedWords()) return;
    if (query.length < SHORTEST) hide();
    if (query === "") setOpen(true);
    ask(query);
  };

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter and arrow keys belong to the input method during composition.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape" && isShown) {
      event.preventDefault();
      close();
      return;
    }
    // In the panel of small screens the same key closes the panel as well.
    if (event.key === "Escape" && isStart) hide();
    const url = urls[marked];
    if (event.key === "Enter" && isShown && url !== undefined) {
      event.preventDefault();
      close();
      location.assign(url);
      return;
    }
    if (!isShown && (event.key !== "ArrowDown" || found === null)) return;
    const next = optionAfter(event.key, isShown ? marked : -1, urls.length);
    if (next === null) return;
    event.preventDefault();
    setOpen(true);
    setMarked(next);
  };

  const leave = ({ relatedTarget }: FocusEvent<HTMLFormElement>) => {
    if (!form.current?.contains(relatedTarget)) close();
  };

  const enter = (text: string) => {
    const { length } = text.trim();
    setEmpty(length === 0);
    if (length === 0 || length >= SHORTEST) setOpen(true);
  };
  // The focus that hydrates the box came before its handlers.
  useEffect(() => {
    const field = form.current?.querySelector("input");
    if (field && field === document.activeElement && field.value.trim() === "") setOpen(true);
  }, []);

  useEffect(() => {
    if (!isShown && !isStart) return;
    const pressOutside = ({ target }: Event) => {
      if (!form.current?.contains(target as Node)) setOpen(false);
    };
    // The page may be restored from the back/forward cache, so the list is closed.
    const leavePage = () => setOpen(false);
    document.addEventListener("pointerdown", pressOutside);
    window.addEventListener("pagehide", leavePage);
    return () => {
      document.removeEventListener("pointerdown", pressOutside);
      window.removeEventListener("pagehide", leavePage);
    };
  }, [isShown, isStart]);

  return (
    <form
      ref={form}
      className={styles.search}
      action={action}
      method="get"
      data-plain=""
      onBlur={leave}
      onSubmit={({ currentTarget }) => rememberSearch(String(new FormData(currentTarget).get("s")))}
    >
      <label className="sr" htmlFor={inputId}>
        {layoutText.searchLabel()}
      </label>
      <input
        className={forms.input}
        id={inputId}
        name="s"
        type="search"
        placeholder={layoutText.searchPlaceholder()}
        autoComplete="off"
        enterKeyHint="search"
        {...(isHydrated && {
          role: "combobox",
          "aria-autocomplete": "list",
          "aria-controls": listId,
          "aria-expanded": isShown && urls.length > 0,
          "aria-activedescendant": isShown && marked >= 0 ? optionId(listId, marked) : undefined,
        })}
        onChange={({ target }) => type(target.value)}
        onFocus={({ target }) => enter(target.value)}
        onKeyDown={press}
      />
      <input type="hidden" name="post_type" value="product" />
      <button type="submit" className={styles.go} aria-label={layoutText.searchSubmit()}>
        <Icon name="search" />
      </button>
      {isHydrated && (
        <>
          {/* A press must not move focus from the field before the click. */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: only the links in it are pressed */}
          <div
            className={styles.suggest}
            hidden={!isShown && !isStart}
            onMouseDown={(event) => event.preventDefault()}
          >
            {isStart && <SearchStart action={action} popular={popular} />}
            {found && <SuggestionList {...{ listId, found, marked }} onPoint={setMarked} />}
          </div>
          <p className="sr" role="status">
            {found && statusOf(found)}
          </p>
        </>
      )}
    </form>
  );
}
