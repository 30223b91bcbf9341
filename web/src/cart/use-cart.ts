import { useStore } from "../runtime/use-store";
import { setQuantity } from "./calls";
import { type CartState, cartStore } from "./cart-state";

/** The state of the visitor's cart, and the changes that an island may ask for. */
export function useCart(): CartState & { setQuantity: typeof setQuantity } {
  return { ...useStore(cartStore), setQuantity };
}
