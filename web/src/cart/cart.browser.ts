import { startAddButtons } from "./add-buttons";
import { refreshCart } from "./calls";
import { startMiniCart } from "./mini-cart";
import { startQuantityFields } from "./quantity-fields";
import { startRemoveLinks } from "./remove-links";

const REFRESH_AFTER = 200;

/** Every page is drawn with an empty cart, so each asks once for the visitor's own. */
export function start(): void {
  startAddButtons();
  startRemoveLinks();
  startQuantityFields();
  startMiniCart();
  const refreshSoon = () => setTimeout(refreshCart, REFRESH_AFTER);
  if (document.readyState === "complete") refreshSoon();
  else addEventListener("load", refreshSoon, { once: true });
  // Back and forward may bring back a page as it was left, with the cart of that time.
  addEventListener("pageshow", (event) => {
    if (event.persisted) void refreshCart();
  });
}
