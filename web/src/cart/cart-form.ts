/** The form that every quantity of the cart page belongs to. */
export const CART_FORM = "cart-form";
