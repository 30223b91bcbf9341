import * as layoutText from "../generated/messages/layout";
import { drawSuggestions } from "./suggestions";

/** What `GET /ar/search/suggest/` answers. */
export type Suggestions = {
  query: string;
  corrected: string | null;
  products: Array<{ name: string; url: string; price: string; image: string | null }>;
  categories: Array<{ name: string; url: string }>;
  allUrl: string;
  total: number;
};

const WAIT = 150;
const SHORTEST = 2;
const LIST = "suggestions";

/** Where a key moves the mark among some options; -1 is the field itself. */
export function optionAfter(key: string, index: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return index + 1 < count ? index + 1 : -1;
  if (key === "ArrowUp") return index < 0 ? count - 1 : index - 1;
  // Until an option is marked these keys belong to the text.
  if (key === "Home" && index >= 0) return 0;
  return key === "End" && index >= 0 ? count - 1 : null;
}

/** Makes a combobox of the search field: products and sections for what is being typed. */
export function suggest(field: HTMLInputElement): void {
  const form = field.form;
  if (!form) return;
  const box = document.createElement("div");
  box.className = "suggest";
  box.hidden = true;
  const status = document.createElement("p");
  status.className = "sr";
  status.setAttribute("role", "status");
  form.append(box, status);
  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-expanded", "false");
  field.setAttribute("aria-controls", LIST);

  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;
  let marked = -1;
  const options = () => [...box.querySelectorAll<HTMLAnchorElement>("[role=option]")];

  const mark = (index: number) => {
    marked = index;
    field.removeAttribute("aria-activedescendant");
    options().forEach((option, at) => {
      option.setAttribute("aria-selected", String(at === index));
      if (at !== index) return;
      field.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView?.({ block: "nearest" });
    });
  };
  const open = (shown: boolean) => {
    box.hidden = !shown;
    field.setAttribute("aria-expanded", String(shown && options().length > 0));
    if (!shown) mark(-1);
  };
  const close = () => {
    clearTimeout(timer);
    asking?.abort();
    open(false);
  };

  const ask = async (query: string) => {
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    try {
      const home = document.body.dataset.homeUrl ?? "/ar/";
      const answer = await fetch(`${home}search/suggest/?${new URLSearchParams({ s: query })}`, { signal });
      if (!answer.ok) throw new Error(`suggestions answered ${answer.status}`);
      const found: Suggestions = await answer.json();
      if (signal.aborted) return;
      drawSuggestions(box, LIST, found);
      marked = -1;
      field.removeAttribute("aria-activedescendant");
      open(true);
      const { corrected, total } = found;
      status.textContent = [
        corrected && layoutText.suggestCorrected({ word: corrected }),
        layoutText.resultCount({ count: total }),
      ]
        .filter(Boolean)
        .join(" ");
    } catch (error) {
      if (signal.aborted) return;
      // The form itself still searches.
      console.info(error);
      open(false);
    }
  };

  const type = () => {
    clearTimeout(timer);
    const query = field.value.trim();
    if (query.length < SHORTEST) {
      status.textContent = "";
      close();
    } else {
      timer = setTimeout(() => void ask(query), WAIT);
    }
  };
  field.addEventListener("input", type);
  field.addEventListener("focus", () => {
    if (box.hasChildNodes() && field.value.trim().length >= SHORTEST) open(true);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !box.hidden) {
      event.preventDefault();
      close();
      return;
    }
    const all = options();
    if (event.key === "Enter" && !box.hidden && all[marked]) {
      event.preventDefault();
      location.assign((all[marked] as HTMLAnchorElement).href);
      return;
    }
    if (box.hidden && event.key === "ArrowDown" && box.hasChildNodes()) open(true);
    const next = box.hidden ? null : optionAfter(event.key, marked, all.length);
    if (next === null) return;
    event.preventDefault();
    mark(next);
  });
  // A press on an option must not take the focus from the field before it is a click.
  box.addEventListener("mousedown", (event) => event.preventDefault());
  box.addEventListener("pointerover", ({ target }) => {
    const at = options().indexOf((target as Element).closest("[role=option]") as HTMLAnchorElement);
    if (at >= 0) mark(at);
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (!form.contains(target as Node)) close();
  });
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!form.contains(relatedTarget as Node | null)) close();
  });
  // What was typed while this was on its way counts as well.
  const searched = new URL(location.href).searchParams.get("s") ?? "";
  if (document.activeElement === field && field.value !== searched) type();
}
