import { isBadgeHidden } from "./badge-cookie";

/** Shows the trust badge, unless the visitor has hidden it: the page itself is the same for all visitors. */
export function start(): void {
  if (!isBadgeHidden()) document.documentElement.dataset.trustBadge = "";
}
