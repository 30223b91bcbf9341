import type { CartLineView } from "../generated/cart";
import { Icon } from "../ui/Icon";
import { t } from "../ui/messages";
import { stepQuantity } from "../ui/quantity";
import "../ui/texts";

/**
 * The quantity of a line on the cart page: static, as everything in that region, and brought to life by
 * quantity-fields.ts. Without script it is only told.
 */
export function CartQuantity({ line }: { line: CartLineView }) {
  const { key, name, quantity, min, max, step } = line;
  return (
    <>
      <p className="line__plain">
        {t("common.quantity")}: <bdi>{quantity}</bdi>
      </p>
      <span
        className="stepper stepper--sm"
        data-line-quantity={key}
        data-min={min}
        data-max={max}
        data-step={step}
      >
        <button
          type="button"
          aria-label={t("common.quantity-down")}
          data-by="-1"
          data-focus-key={`less-${key}`}
          disabled={stepQuantity(quantity, -1, line) === null}
        >
          <Icon name="minus" size="s" />
        </button>
        <input
          type="text"
          inputMode={step.includes(".") ? "decimal" : "numeric"}
          autoComplete="off"
          aria-label={t("common.quantity-of", { name })}
          defaultValue={quantity}
          data-focus-key={`quantity-${key}`}
        />
        <button
          type="button"
          aria-label={t("common.quantity-up")}
          data-by="1"
          data-focus-key={`more-${key}`}
          disabled={stepQuantity(quantity, 1, line) === null}
        >
          <Icon name="plus" size="s" />
        </button>
      </span>
    </>
  );
}
