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
import { startLeaving } from "./leaving";
import { setQuantity as wantQuantity } from "./quantities";

/** From the first change on the page is not left before the server has the quantities. */
const setQuantity: typeof wantQuantity = (...change) => {
  startLeaving();
  return wantQuantity(...change);
};

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
