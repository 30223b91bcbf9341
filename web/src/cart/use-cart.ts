import { useStore } from "../runtime/use-store";
import { type CartState, cartStore } from "./cart-state";
import {
  applyCoupon,
  calculateShipping,
  putBack,
  removeCoupon,
  removeLine,
  setShippingMethod,
} from "./changes";
import { setQuantity } from "./quantities";

const actions = {
  setQuantity,
  removeLine,
  putBack,
  applyCoupon,
  removeCoupon,
  setShippingMethod,
  calculateShipping,
};

/** The state of the visitor's cart, and the changes that an island may request. */
export function useCart(): CartState & typeof actions {
  return { ...useStore(cartStore), ...actions };
}
