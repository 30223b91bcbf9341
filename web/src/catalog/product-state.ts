import type { ProductFormView, VariationView } from "../generated/catalog";
import { clampQuantity, fresh, type Pressed, type QuantityLimits, readQuantity } from "../ui/quantity";
import { type Choice, findVariation } from "./variations";

/** The shopper's input in a product form. Everything else is derived from it. */
export type ProductState = { choice: Choice; quantity: Pressed };

export type ProductAction =
  | { type: "choose"; name: string; value: string }
  | { type: "clear" }
  | { type: "quantity"; quantity: Pressed }
  /** The quantity field loses focus, or Enter in it submits the form. */
  | { type: "settle" };

export function initialState({ attributes, value }: ProductFormView): ProductState {
  return { choice: Object.fromEntries(attributes.map(({ name }) => [name, ""])), quantity: fresh(value) };
}

/** The chosen variation; undefined if none is chosen or there are no options. */
export function chosenVariation(
  { attributes, variations }: ProductFormView,
  { choice }: ProductState,
): VariationView | undefined {
  return attributes.length > 0 ? findVariation(variations, choice) : undefined;
}

export function limitsOf(
  { min, max, step }: ProductFormView,
  variation: VariationView | undefined,
): QuantityLimits {
  return variation ? { min, max: variation.max, step: variation.step || "1" } : { min, max, step };
}

export function reduceProduct(
  form: ProductFormView,
  state: ProductState,
  action: ProductAction,
): ProductState {
  const shown = chosenVariation(form, state);
  switch (action.type) {
    case "choose": {
      const next = { ...state, choice: { ...state.choice, [action.name]: action.value } };
      const found = chosenVariation(form, next);
      // Each variation, and the state without one, has its own initial quantity.
      return found === shown ? next : { ...next, quantity: fresh(found?.input_value ?? form.value) };
    }
    case "clear":
      return initialState(form);
    case "quantity":
      return { ...state, quantity: action.quantity };
    case "settle": {
      const { text } = state.quantity;
      const settled =
        readQuantity(text) === null
          ? (shown?.input_value ?? form.value)
          : clampQuantity(text, limitsOf(form, shown));
      return settled === text ? state : { ...state, quantity: fresh(settled) };
    }
  }
}
