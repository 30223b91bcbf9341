import { startAddButtons } from "./add-buttons";
import { fire, refreshCart } from "./calls";
import { startMiniCart } from "./mini-cart";
import { startQuantityFields } from "./quantity-fields";
import { startRemoveLinks } from "./remove-links";
import { followTabs } from "./tabs";

const REFRESH_AFTER = 200;

/** The checkout and the cart page follow what happens to the cart. */
function followPages(): void {
  const follow = () => {
    const { page } = document.body.dataset;
    if (page === "cart") fire("wc_update_cart", {});
    if (page !== "checkout") return;
    if (document.querySelector("form.checkout")) fire("update_checkout", {});
    else location.reload();
  };
  for (const name of ["added_to_cart", "removed_from_cart", "updated_cart"]) {
    document.body.addEventListener(name, follow);
  }
}

/** Every page is drawn with an empty cart, so each asks once for the visitor's own. */
export function start(): void {
  startAddButtons();
  startRemoveLinks();
  startQuantityFields();
  startMiniCart();
  followPages();
  // Few pages have these.
  if (document.querySelector("[data-cart-call]"))
    void import("./cart-forms").then((forms) => forms.startCartForms());
  if (document.querySelector("[data-region=cart-suggestions]")) {
    void import("./suggestions").then((row) => row.startSuggestions());
  }
  const refreshSoon = () => setTimeout(refreshCart, REFRESH_AFTER);
  if (document.readyState === "complete") refreshSoon();
  else addEventListener("load", refreshSoon, { once: true });
  followTabs(() => void refreshCart());
  // Back and forward may bring back a page as it was left, with the cart of that time.
  addEventListener("pageshow", (event) => {
    if (event.persisted) void refreshCart();
  });
}
