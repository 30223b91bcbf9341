import { setCartState } from "./cart-state";
import { openAfterAdd } from "./side-cart";

/** Opens the side cart once: the address does not ask for it again. */
export function openAfterForm(): void {
  history.replaceState(null, "", location.pathname + location.search);
  setCartState({ hasAdded: true });
  openAfterAdd();
}
