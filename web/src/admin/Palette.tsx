import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import type { FindPageView } from "../generated/admin";
import * as adminText from "../generated/messages/admin";
import { announce } from "../runtime/announce";
import { addPlace } from "../runtime/document";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { AdminIcon } from "./AdminIcon";
import results from "./FindResults.module.css";
import { go } from "./navigation";
import styles from "./Palette.module.css";
import { ask } from "./view";

/** Milliseconds after the last key. */
const PAUSE = 120;

/** Asks once typing pauses; an older answer never replaces a newer one. */
function useAnswer(address: URL, query: string): { view: FindPageView | null; isFailed: boolean } {
  const [state, setState] = useState<{ view: FindPageView | null; isFailed: boolean }>({
    view: null,
    isFailed: false,
  });
  useEffect(() => {
    const controller = new AbortController();
    const url = new URL(address);
    if (query) url.searchParams.set("q", query);
    const load = async () => {
      try {
        const answer = await ask(url, { signal: controller.signal });
        if (controller.signal.aborted) return;
        const isPage = answer.kind === "page" && answer.page.component === "admin/FindPage";
        setState((old) =>
          isPage ? { view: answer.page.props as FindPageView, isFailed: false } : { ...old, isFailed: true },
        );
      } catch {
        if (!controller.signal.aborted) setState((old) => ({ ...old, isFailed: true }));
      }
    };
    const timer = setTimeout(load, query ? PAUSE : 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [address, query]);
  return state;
}

function Palette({ address, onClose }: { address: URL; onClose: (next: URL | null) => void }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const { view, isFailed } = useAnswer(address, query);
  const items = view?.groups.flatMap((group) => group.items) ?? [];
  const chosen = items[at];
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    setAt(0);
    if (view) announce(adminText.findFound({ count: view.groups.flatMap((group) => group.items).length }));
  }, [view]);
  useEffect(() => {
    dialog.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && items.length > 0) {
      event.preventDefault();
      setAt((at + step + items.length) % items.length);
    } else if (event.key === "Enter" && chosen) {
      event.preventDefault();
      const url = new URL(chosen.url, location.href);
      if (event.ctrlKey || event.metaKey) open(url, "_blank", "noopener");
      else onClose(url);
    }
  };

  let index = -1;
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={adminText.find()}
      onClose={() => onClose(null)}
      onClick={(event) => event.target === dialog.current && onClose(null)}
      onKeyDown={onKeyDown}
    >
      <div className={styles.inner}>
        <div className={styles.head}>
          <AdminIcon name="search" />
          <input
            className={`${forms.input} ${styles.field}`}
            type="text"
            role="combobox"
            aria-expanded={items.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={chosen ? optionId(at) : undefined}
            aria-autocomplete="list"
            aria-label={adminText.findLabel()}
            placeholder={adminText.findLabel()}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            autoFocus
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
          <button
            type="button"
            className={controls.iconBtn}
            aria-label={adminText.findClose()}
            onClick={() => onClose(null)}
          >
            <AdminIcon name="x" />
          </button>
        </div>
        {isFailed && (
          <p className={results.note}>
            {adminText.findFailed()} <a href={address.href}>{adminText.find()}</a>
          </p>
        )}
        {view?.understood && (
          <p className={results.note}>
            {adminText.findUnderstood({ typed: view.query, meant: view.understood })}
          </p>
        )}
        {view && items.length === 0 && (
          <p className={results.note}>{adminText.findNone({ query: view.query })}</p>
        )}
        <div className={styles.list} id={`${id}-list`} role="listbox" aria-label={adminText.find()}>
          {view?.groups.map(({ label, items }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
            <div key={label} role="group" aria-label={label}>
              <p className={results.group} aria-hidden="true">
                {label}
              </p>
              {items.map((item) => {
                index += 1;
                const mine = index;
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the combo box has the keys, as its pattern says
                  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the combo box
                  <div
                    key={item.url + item.label}
                    id={optionId(mine)}
                    className={results.item}
                    role="option"
                    aria-selected={mine === at}
                    onClick={() => onClose(new URL(item.url, location.href))}
                  >
                    <AdminIcon name={item.icon} />
                    <span className={results.text}>
                      <bdi>{item.label}</bdi>
                      {item.detail && (
                        <small>
                          <bdi>{item.detail}</bdi>
                        </small>
                      )}
                    </span>
                    {item.fact && <bdi>{item.fact}</bdi>}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
        <p className={styles.foot}>{adminText.findKeys()}</p>
        <div className="sr" role="status" aria-live="polite" data-announce="" />
      </div>
    </dialog>
  );
}

let opened: Root | null = null;

/** Opens the palette; focus goes back to `opener` when it is closed without a choice. */
export function openPalette(address: URL, opener: HTMLElement | null): void {
  if (opened) return;
  const place = addPlace();
  const root = createRoot(place, { identifierPrefix: "palette-" });
  opened = root;
  const onClose = (next: URL | null) => {
    if (!opened) return;
    opened = null;
    root.unmount();
    place.remove();
    if (next) void go(next);
    else opener?.focus();
  };
  root.render(<Palette address={address} onClose={onClose} />);
}
