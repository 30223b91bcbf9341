import { panelOf, QUESTIONS_PANEL, tabAfter } from "./tabs";

function enhance(box: HTMLElement): (panel: string) => boolean {
  const panels = [...box.querySelectorAll<HTMLElement>(":scope > section")];
  const tabs = panels.map((panel) => box.querySelector<HTMLElement>(`a[href="#${panel.id}"]`) as HTMLElement);

  const open = (index: number) => {
    panels.forEach((panel, at) => {
      panel.hidden = at !== index;
      tabs[at]?.setAttribute("aria-selected", String(at === index));
      tabs[at]?.setAttribute("tabindex", at === index ? "0" : "-1");
    });
  };

  box.querySelector("ul")?.setAttribute("role", "tablist");
  tabs.forEach((tab, index) => {
    const panel = panels[index] as HTMLElement;
    tab.parentElement?.setAttribute("role", "presentation");
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.tabIndex = 0;
    tab.addEventListener("click", (event) => {
      event.preventDefault();
      open(index);
    });
    tab.addEventListener("keydown", (event) => {
      const next = tabAfter(event.key, index, tabs.length);
      if (next === null) return;
      event.preventDefault();
      open(next);
      tabs[next]?.focus();
    });
  });

  const show = (id: string) => {
    const index = panels.findIndex((panel) => panel.id === id);
    if (index >= 0) open(index);
    return index >= 0;
  };
  if (!show(panelOf(location.href) ?? "")) open(0);
  // From here on `hidden` controls the visible panel instead of the style sheet.
  box.dataset.live = "";
  return show;
}

/** Turns the sections of the product page into tabs, and lets links in the page open them. */
export function start(): void {
  const box = document.querySelector<HTMLElement>("[data-tabs]");
  const show = box ? enhance(box) : () => false;
  // The default action of the links runs too: it scrolls to the target in the panel that opens.
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    if (link?.matches(".review-link, .woocommerce-review-link")) show("tab-reviews");
    if (!link?.matches(".cr-qna-link") || show(QUESTIONS_PANEL)) return;
    const block = document.querySelector<HTMLElement>(".cr-qna-block");
    if (!block) return;
    block.hidden = false;
    block.scrollIntoView();
  });
}
