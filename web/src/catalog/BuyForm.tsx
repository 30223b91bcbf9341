import type { BuyView } from "../generated/catalog";
import { Island } from "../renderer/Island";
import { t } from "../ui/messages";
import { QuantityInput } from "../ui/QuantityInput.island";
import "../ui/texts";
import "./texts";

/** The form's id: the buy bar stands outside it. */
export const BUY_FORM = "buy";

/** Works as a plain form; with script the button answers without leaving the page (cart/add-buttons.ts). */
export function BuyForm({ productId, action, min, max, step, value, options }: BuyView) {
  return (
    <form id={BUY_FORM} className="buy__form" method="post" action={action}>
      <input type="hidden" name="add-to-cart" value={productId} />
      {options.length > 0 && (
        <div className="field">
          <label className="label" htmlFor="variation">
            {t("catalog.option")}
          </label>
          <span className="select">
            <select id="variation" name="variation_id" required defaultValue="">
              <option value="" disabled>
                {t("catalog.choose-options")}
              </option>
              {options.map((option) => (
                <option key={option.id} value={option.id} disabled={!option.available}>
                  {option.available
                    ? `${option.label}، \u2066${option.price}\u2069`
                    : `${option.label}، ${t("catalog.out-of-stock")}`}
                </option>
              ))}
            </select>
          </span>
        </div>
      )}
      <div className="buy__row">
        <Island
          of={QuantityInput}
          id="quantity"
          when="idle"
          props={{ name: "quantity", label: t("common.quantity"), value, min, max, step }}
        />
        <button
          type="submit"
          className="btn btn--primary btn--lg add_to_cart_button"
          data-product_id={productId}
          data-quantity={value}
        >
          <span className="btn__label">{t("catalog.add-to-cart")}</span>
        </button>
      </div>
      {step !== "1" && <p className="hint">{t("catalog.quantity-multiple", { step })}</p>}
    </form>
  );
}
