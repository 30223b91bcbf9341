import type { CartButtonView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";

/** The header's cart link. With script it opens the side cart instead. */
export function CartButton({ count, cartUrl }: CartButtonView) {
  return (
    <a className={controls.iconBtn} href={cartUrl} data-opens="side-cart" data-focus-key="cart-button">
      <Icon name="bag" size="l" />
      <span className="sr">{cartText.button({ count })}</span>
      {count > 0 && (
        <span className={controls.dot} aria-hidden="true">
          {count}
        </span>
      )}
    </a>
  );
}
