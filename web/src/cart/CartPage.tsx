import type { CartPageView } from "../generated/cart";
import { Region } from "../renderer/Region";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import { CartContents } from "./CartContents";
import { CartNotice } from "./CartNotice";
import { Suggestions } from "./Suggestions";

/**
 * A visitor's own page: never cached. Its contents are one region, so that a fragment may replace them; the notice
 * stands outside, for it speaks of what led here and must outlive the first refresh.
 */
export function CartPage(cart: CartPageView) {
  return (
    <>
      <div className="wrap">
        <Breadcrumbs crumbs={cart.crumbs} />
        {cart.notice && (
          <div className="cart-notice" data-cart-told="">
            <CartNotice {...cart.notice} />
          </div>
        )}
        <Region name="cart-page">
          <CartContents {...cart} notice={null} />
        </Region>
      </div>
      <Region name="cart-suggestions">
        <Suggestions cards={cart.suggestions} />
      </Region>
    </>
  );
}
