import type { VariationView } from "../generated/catalog";

/** Before the name of an attribute, in fields and in variations. */
export const ATTRIBUTE = "attribute_";

/** What was chosen so far, by attribute; an attribute without a choice is "". */
export type Choice = Record<string, string>;

type Offer = Pick<VariationView, "attributes" | "is_in_stock">;

/** Whether a variation agrees with what was chosen. It may itself leave an attribute open. */
function agrees({ attributes }: Offer, choice: Choice): boolean {
  return Object.entries(choice).every(([name, value]) => {
    const own = attributes[ATTRIBUTE + name];
    return !value || !own || own === value;
  });
}

export function isWhole(choice: Choice): boolean {
  return !Object.values(choice).includes("");
}

/** The variation that was chosen, once every attribute is: the first that agrees, as the server has it. */
export function findVariation<V extends Offer>(variations: Array<V>, choice: Choice): V | undefined {
  return variations.find((variation) => isWhole(choice) && agrees(variation, choice));
}

/** What one choice would leave of the others that were made: nothing at all, or only what is sold out. */
export function prospect(variations: Array<Offer>, choice: Choice, name: string, value: string) {
  const left = variations.filter((variation) => agrees(variation, { ...choice, [name]: value }));
  return { exists: left.length > 0, inStock: left.some((variation) => variation.is_in_stock) };
}
