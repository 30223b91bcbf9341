import { wake } from "./islands";

/** A link with `data-opens="region"` opens that island instead of being followed, once script runs. */
export function startOpeners(): void {
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-opens]");
    // A click with a modifier wants a new tab; it gets one.
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const island = document.querySelector<HTMLElement>(`[data-island][data-region="${link.dataset.opens}"]`);
    if (!island) return;
    event.preventDefault();
    wake(island).then(
      () => island.dispatchEvent(new Event("island:open")),
      () => location.assign(link.href),
    );
  });
}
