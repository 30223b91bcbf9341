import { useEffect } from "react";
import type { PriceView } from "../generated/pricing";
import { createStore } from "../runtime/store";
import { useStore } from "../runtime/use-store";

/**
 * The price that a product page shows. The island that owns it (`ProductForm`, `BundleBuilder`) writes it; other
 * components of the page read it. Null until that island is hydrated.
 */
export const productPrice = createStore<PriceView | null>(null);

export const useProductPrice = (): PriceView | null => useStore(productPrice);

/** Publishes a price as the page's price. */
export function usePublishedPrice(price: PriceView): void {
  useEffect(() => productPrice.set(price), [price]);
}
