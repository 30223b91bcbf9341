import * as catalogText from "../generated/messages/catalog";
import type { PriceView } from "../generated/pricing";
import { Price } from "../pricing/Price";
import { BUY_FORM } from "./BuyForm";

type Props = { productId: string; value: string; price: PriceView };

/** The small screen's second add button, of the same form. Script shows it when the first has scrolled away. */
export function BuyBar({ productId, value, price }: Props) {
  return (
    <div className="buybar" data-buybar="" hidden>
      <div data-price-area="">
        <Price {...price} />
      </div>
      <button
        type="submit"
        form={BUY_FORM}
        name="add-to-cart"
        value={productId}
        className="btn btn--primary add_to_cart_button"
        data-product_id={productId}
        data-quantity={value}
      >
        <span className="btn__label">{catalogText.addToCart()}</span>
      </button>
    </div>
  );
}
