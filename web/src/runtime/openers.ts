import { wake } from "./islands";

/** The second is the name under which other shops' themes know it. */
const OPENER = "[data-opens], .xoo-wsc-cart-trigger";

const islandOf = (opener: HTMLElement | null | undefined) =>
  opener &&
  document.querySelector<HTMLElement>(`[data-island][data-region="${opener.dataset.opens ?? "side-cart"}"]`);

/** Whether it did: one that could not stay alive hears nothing. */
export const open = (island: HTMLElement): boolean =>
  !island.dispatchEvent(new Event("island:open", { cancelable: true }));

/** A link with `data-opens="region"` opens that island instead of being followed, once script runs. */
export function startOpeners(): void {
  // Whoever comes near one is about to open it.
  for (const near of ["pointerover", "focusin", "touchstart"]) {
    document.addEventListener(
      near,
      (event) => {
        const island = islandOf((event.target as Element).closest?.<HTMLElement>(OPENER));
        if (island) void wake(island).catch(() => {});
      },
      { passive: true },
    );
  }
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLElement>(OPENER);
    // A click with a modifier wants a new tab; it gets one.
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const island = islandOf(link);
    if (!island) return;
    event.preventDefault();
    const follow = () => link instanceof HTMLAnchorElement && location.assign(link.href);
    wake(island).then(() => open(island) || follow(), follow);
  });
}
