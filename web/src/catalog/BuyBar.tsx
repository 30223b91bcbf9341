import type { PriceView } from "../generated/pricing";
import { Price } from "../pricing/Price";
import { t } from "../ui/messages";
import { BUY_FORM } from "./BuyForm";
import "./texts";

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
        <span className="btn__label">{t("catalog.add-to-cart")}</span>
      </button>
    </div>
  );
}
