import type { BuyView, VariationView } from "../generated/catalog";
import { clampQuantity, fresh, type Pressed, type QuantityLimits, readQuantity } from "../ui/quantity";
import { type Choice, findVariation } from "./variations";

/** What the shopper has done to a product's form. Everything else follows from it. */
export type ProductState = { choice: Choice; quantity: Pressed };

export type ProductAction =
  | { type: "choose"; name: string; value: string }
  | { type: "clear" }
  | { type: "quantity"; quantity: Pressed }
  /** The quantity's field is left, or the form is sent by it. */
  | { type: "settle" };

export function initialState({ attributes, value }: BuyView): ProductState {
  return { choice: Object.fromEntries(attributes.map(({ name }) => [name, ""])), quantity: fresh(value) };
}

/** The chosen variation; undefined while none is, and where there is nothing to choose. */
export function chosenVariation(
  { attributes, variations }: BuyView,
  { choice }: ProductState,
): VariationView | undefined {
  return attributes.length > 0 ? findVariation(variations, choice) : undefined;
}

export function limitsOf({ min, max, step }: BuyView, variation: VariationView | undefined): QuantityLimits {
  return variation ? { min, max: variation.max, step: variation.step || "1" } : { min, max, step };
}

export function reduceProduct(buy: BuyView, state: ProductState, action: ProductAction): ProductState {
  const shown = chosenVariation(buy, state);
  switch (action.type) {
    case "choose": {
      const next = { ...state, choice: { ...state.choice, [action.name]: action.value } };
      const found = chosenVariation(buy, next);
      // Each variation, and none, begins with a quantity of its own.
      return found === shown ? next : { ...next, quantity: fresh(found?.input_value ?? buy.value) };
    }
    case "clear":
      return initialState(buy);
    case "quantity":
      return { ...state, quantity: action.quantity };
    case "settle": {
      const { text } = state.quantity;
      const settled =
        readQuantity(text) === null
          ? (shown?.input_value ?? buy.value)
          : clampQuantity(text, limitsOf(buy, shown));
      return settled === text ? state : { ...state, quantity: fresh(settled) };
    }
  }
}
