import type { CartLineView } from "../generated/cart";
import * as commonText from "../generated/messages/common";
import { Icon } from "../ui/Icon";
import { fresh, pressMinus, pressPlus } from "../ui/quantity";

/**
 * The quantity of a line on the cart page: static, as everything in that region, and brought to life by
 * quantity-fields.ts. Without script its field belongs to the page's form.
 */
export function CartQuantity({ line, form }: { line: CartLineView; form: string }) {
  const { key, name, quantity, min, max, step } = line;
  return (
    <span
      className="stepper stepper--sm"
      data-line-quantity={key}
      data-min={min}
      data-max={max}
      data-step={step}
    >
      <button
        type="button"
        aria-label={commonText.quantityDown()}
        data-by="-1"
        data-focus-key={`less-${key}`}
        disabled={pressMinus(fresh(quantity), line) === null}
      >
        <Icon name="minus" size="s" />
      </button>
      <input
        type="text"
        className="qty"
        min={min}
        max={max ?? undefined}
        step={step}
        name={`cart[${key}][qty]`}
        form={form}
        inputMode={step.includes(".") ? "decimal" : "numeric"}
        autoComplete="off"
        aria-label={commonText.quantityOf({ name })}
        defaultValue={quantity}
        data-focus-key={`quantity-${key}`}
      />
      <button
        type="button"
        aria-label={commonText.quantityUp()}
        data-by="1"
        data-focus-key={`more-${key}`}
        disabled={pressPlus(fresh(quantity), line) === null}
      >
        <Icon name="plus" size="s" />
      </button>
    </span>
  );
}
