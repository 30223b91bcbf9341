import { useEffect } from "react";
import type { PriceView } from "../generated/pricing";
import { createStore } from "../runtime/store";
import { useStore } from "../runtime/use-store";

/**
 * The price that a product's page shows now. The island that owns it writes it (`ProductForm`, `BundleBuilder`), whoever stands
 * elsewhere on the page reads it. Null until that island is hydrated.
 */
export const productPrice = createStore<PriceView | null>(null);

export const useProductPrice = (): PriceView | null => useStore(productPrice);

/** Makes a price the one of the page. */
export function usePublishedPrice(price: PriceView): void {
  useEffect(() => productPrice.set(price), [price]);
}
