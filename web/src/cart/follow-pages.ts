import { fire } from "./calls";

/** Updates the checkout and the cart page when the cart changes. */
export function followPages(): void {
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
