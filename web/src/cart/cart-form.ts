/** The id of the form that contains all quantities of the cart page. */
export const CART_FORM = "cart-form";

/** The id of the form that takes a line out of the cart. Apart from the quantities: Enter in a field presses the first button of its form. */
export const LATER_FORM = "later-form";
