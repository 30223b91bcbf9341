/** Finds the same control in the next page, by what it is: its id, or its place in the same form. */
export function findAgain(element: Element | null): () => HTMLElement | null {
  const none = () => null;
  if (!(element instanceof HTMLElement) || !element.closest("main")) return none;
  const key = element.dataset.focusKey;
  if (key) return () => document.querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(key)}"]`);
  const { id } = element;
  if (id) return () => document.getElementById(id);
  const form = element.closest("form");
  const forms = () => [...document.querySelectorAll("main form")];
  const at = form ? forms().indexOf(form) : -1;
  const index = form ? [...form.elements].indexOf(element) : -1;
  const name = element.getAttribute("name");
  if (index < 0) return none;
  return () => {
    const twin = (forms()[at] as HTMLFormElement | undefined)?.elements[index];
    const isSame = twin?.tagName === element.tagName && twin.getAttribute("name") === name;
    return isSame ? (twin as HTMLElement) : null;
  };
}

/** A notice of the page comes first: it is the answer. Then what had the focus, then the heading. */
export function focusPage(again: HTMLElement | null): void {
  const main = document.querySelector<HTMLElement>("main");
  // The page has focused something itself.
  if (main?.contains(document.activeElement) && document.activeElement !== main) return;
  const notice =
    main?.querySelector<HTMLElement>("[role=alert]") ??
    main?.querySelector<HTMLElement>("[role=status][tabindex='-1']");
  const target = notice ?? again ?? main?.querySelector<HTMLElement>("h1") ?? main;
  if (!target) return;
  if (target !== again) target.tabIndex = -1;
  target.focus({ preventScroll: target !== notice });
}
