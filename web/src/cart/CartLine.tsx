import { Picture } from "../catalog/Picture";
import type { CartLineView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import { Money } from "../pricing/Money";
import { CartQuantity } from "./CartQuantity";
import { CART_FORM } from "./cart-form";
import { LineParts } from "./LineParts";
import { LineTotal } from "./LineTotal";
import { RemoveLink } from "./RemoveLink";

/** A row of the cart page. */
export function CartLine({ line }: { line: CartLineView }) {
  return (
    <li className="line" data-cart-line="">
      <Picture {...line.picture} alt="" sizes="96px" />
      <div>
        <div className="line__t">
          <div>
            <h2>
              <a href={line.url}>{line.name}</a>
            </h2>
            {line.detail && <p className="line__detail">{line.detail}</p>}
            <LineParts parts={line.parts} />
            {line.unitPrice !== null && line.quantity !== "1" && (
              <p className="line__detail">
                {cartText.unitPrice()}: <Money text={line.unitPrice} />
              </p>
            )}
          </div>
          <RemoveLink line={line} />
        </div>
        <div className="line__b">
          <CartQuantity line={line} form={CART_FORM} />
          <LineTotal line={line} />
        </div>
        {line.warning && <p className="line__warning">{line.warning}</p>}
      </div>
    </li>
  );
}
