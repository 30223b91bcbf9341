import { onApproach } from "./approach";
import { hydrate } from "./islands";

/** The second is the name that WooCommerce themes use. */
const TRIGGER = "[data-opens], .xoo-wsc-cart-trigger";

const islandOf = (trigger: HTMLElement | null | undefined) =>
  trigger &&
  document.querySelector<HTMLElement>(`[data-island][data-region="${trigger.dataset.opens ?? "side-cart"}"]`);

/** Asks an island to open. False if it has no listener, because it could not be hydrated. */
export const open = (island: HTMLElement): boolean =>
  !island.dispatchEvent(new Event("island:open", { cancelable: true }));

/** With script a link with `data-opens="region"` opens that island instead of being followed. */
export function startTriggers(): void {
  // Pointing at a trigger starts loading the island.
  onApproach((target) => {
    const island = islandOf(target.closest<HTMLElement>(TRIGGER));
    if (island) void hydrate(island).catch(() => {});
  });
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLElement>(TRIGGER);
    // A click with a modifier opens a new tab and is not handled.
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const island = islandOf(link);
    if (!island) return;
    event.preventDefault();
    const follow = () => link instanceof HTMLAnchorElement && location.assign(link.href);
    hydrate(island).then(() => open(island) || follow(), follow);
  });
}
