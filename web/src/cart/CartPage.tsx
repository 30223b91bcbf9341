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
  // What is wrong with a code is told at its field.
  const told = cart.notice?.coupon === null ? cart.notice : null;
  return (
    <>
      <div className="wrap">
        <Breadcrumbs crumbs={cart.crumbs} />
        {told && (
          <div className="cart-notice" data-cart-told="">
            <CartNotice {...told} />
          </div>
        )}
        <Region name="cart-page">
          <CartContents {...cart} notice={told ? null : cart.notice} />
        </Region>
      </div>
      <Region name="cart-suggestions">
        <Suggestions cards={cart.suggestions} isFilled={cart.lines.length > 0} />
      </Region>
    </>
  );
}
