/** The id of the form that contains all quantities of the cart page. */
export const CART_FORM = "cart-form";
