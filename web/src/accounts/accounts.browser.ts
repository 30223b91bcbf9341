/** Scrolls the current entry of the account menu into view, where the menu is a strip. */
export function start(): void {
  const current = document.querySelector("[data-account-nav] [aria-current]");
  const strip = current?.closest("ul");
  if (!current || !strip) return;
  const entry = current.getBoundingClientRect();
  const seen = strip.getBoundingClientRect();
  strip.scrollLeft += (entry.left + entry.right - seen.left - seen.right) / 2;
}
