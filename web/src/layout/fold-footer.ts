/** From this width on the columns stand beside each other: see `Footer.module.css`. */
const SMALL = "(max-width: 766.98px)";

/** Closes the columns of the footer on small screens. Without script they are open. */
export function foldFooter(): void {
  const small = matchMedia(SMALL);
  const fold = () => {
    for (const column of document.querySelectorAll<HTMLDetailsElement>("footer details")) {
      column.open = !small.matches;
      const summary = column.querySelector("summary");
      // Beside each other they are always open, and their headings do nothing.
      if (summary) summary.tabIndex = small.matches ? 0 : -1;
    }
  };
  small.addEventListener("change", fold);
  fold();
}
