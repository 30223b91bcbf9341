import { startCoupon } from "./coupon";
import { startExpress } from "./express";
import { OrderReview } from "./order-review";

/** What the costs of an order depend on. */
const PLACE = ["billing_country", "billing_city", "billing_postcode"];

/** The cart changed somewhere else, another tab for one: its hash says so. */
function followCart(review: OrderReview): void {
  let hash: string | undefined;
  document.body.addEventListener("update_checkout", () => review.soon());
  document.body.addEventListener("wc_fragments_refreshed", (event) => {
    const now = (event as CustomEvent<{ cart_hash?: string }>).detail.cart_hash;
    if (hash !== undefined && now !== undefined && now !== hash) review.soon();
    hash = now ?? hash;
  });
}

/** What is bought, beside the form: it follows the cart, the place and the way of shipping. */
export function startOrder(form: HTMLFormElement): OrderReview {
  const review = new OrderReview(form);
  document.addEventListener("change", ({ target }) => {
    const field = target as HTMLInputElement;
    if (field.form !== form) return;
    if (field.name === "shipping_method[0]") review.soon(true);
    else if (PLACE.includes(field.name)) review.soon();
  });
  followCart(review);
  startCoupon(form);
  void startExpress(form, review);
  return review;
}
