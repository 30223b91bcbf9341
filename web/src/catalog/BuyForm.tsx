import type { BuyView, ProductPageView, VariationView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import * as commonText from "../generated/messages/common";
import { Island } from "../renderer/Island";
import { QuantityInput } from "../ui/QuantityInput.island";
import { AttributeField } from "./AttributeField";
import { Stock } from "./Stock";

/** The form's id: the buy bar stands outside it. */
export const BUY_FORM = "buy";

type Props = BuyView & Pick<ProductPageView, "availability" | "stockLeft" | "discounts" | "tableRows">;

/** Countdowns travel as markup of their own. */
const withoutCountdown = ({ countdown, ...variation }: VariationView) => variation;

/**
 * Works as a plain form; with script the button answers without leaving the page (cart/add-buttons.ts), and choices that do not go
 * together cannot be made (variation-form.ts).
 */
export function BuyForm({ availability, stockLeft, discounts, tableRows, ...buy }: Props) {
  const { productId, action, min, max, step, value, attributes, variations, variationData } = buy;
  const choices = attributes.length > 0;
  // Whether anything about the price depends on what is chosen here.
  const follows = choices || tableRows > 0 || discounts.show_product_strikeout !== "show";
  return (
    <form
      id={BUY_FORM}
      className={choices ? "cart buy__form variations_form" : "cart buy__form"}
      method="post"
      action={action}
      data-product_id={productId}
      data-discounts={follows ? "" : undefined}
      data-strikeout={discounts.show_product_strikeout}
      data-price-container={discounts.product_price_container_class || undefined}
      data-product_variations={choices ? JSON.stringify(variations.map(withoutCountdown)) : undefined}
      data-variation_data={choices ? JSON.stringify(variationData) : undefined}
      data-nonce={choices ? buy.galleryNonce : undefined}
      data-choose={choices ? catalogText.chooseOptions() : undefined}
      data-unavailable={choices ? catalogText.optionUnavailable() : undefined}
    >
      <input type="hidden" name="product_id" value={productId} />
      <input type="hidden" name="variation_id" value="0" />
      {attributes.map((attribute) => (
        <AttributeField key={attribute.name} {...attribute} />
      ))}
      <div className="buy__state">
        <div data-stock="">
          <Stock availability={availability} stockLeft={stockLeft} />
        </div>
        {choices && (
          <>
            <button type="reset" className="link reset_variations">
              {catalogText.clearOptions()}
            </button>
            <template data-stock-is="true">
              <Stock availability="in-stock" stockLeft={null} />
            </template>
            <template data-stock-is="false">
              <Stock availability="sold-out" stockLeft={null} />
            </template>
          </>
        )}
      </div>
      <div className="buy__row">
        <Island
          of={QuantityInput}
          id="quantity"
          on="idle"
          props={{ name: "quantity", label: commonText.quantity(), value, min, max, step }}
        />
        <button
          type="submit"
          name="add-to-cart"
          value={productId}
          className="btn btn--primary btn--lg single_add_to_cart_button add_to_cart_button"
          data-product_id={productId}
          data-quantity={value}
          aria-describedby={choices ? "choose-first" : undefined}
        >
          <span className="btn__label">{catalogText.addToCart()}</span>
        </button>
      </div>
      {choices && (
        <p className="hint buy__hint" id="choose-first" role="status">
          {catalogText.chooseFirst()}
        </p>
      )}
      {step !== "1" && <p className="hint">{catalogText.quantityMultiple({ step })}</p>}
    </form>
  );
}
