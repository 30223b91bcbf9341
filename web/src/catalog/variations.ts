import type { VariationView } from "../generated/catalog";

/** The prefix of attribute names in fields and variations. */
export const ATTRIBUTE = "attribute_";

/** The chosen values by attribute; "" if none is chosen. */
export type Choice = Record<string, string>;

type Offer = Pick<VariationView, "attributes" | "is_in_stock">;

/** Whether a variation matches the choice. A variation may accept any value of an attribute. */
function agrees({ attributes }: Offer, choice: Choice): boolean {
  return Object.entries(choice).every(([name, value]) => {
    const own = attributes[ATTRIBUTE + name];
    return !value || !own || own === value;
  });
}

export function isWhole(choice: Choice): boolean {
  return !Object.values(choice).includes("");
}

/** The chosen variation once every attribute has a value: the first match, like on the server. */
export function findVariation<V extends Offer>(variations: Array<V>, choice: Choice): V | undefined {
  return variations.find((variation) => isWhole(choice) && agrees(variation, choice));
}

/** Whether choosing a value would leave no variation, or only sold-out ones. */
export function prospect(variations: Array<Offer>, choice: Choice, name: string, value: string) {
  const left = variations.filter((variation) => agrees(variation, { ...choice, [name]: value }));
  return { exists: left.length > 0, inStock: left.some((variation) => variation.is_in_stock) };
}
