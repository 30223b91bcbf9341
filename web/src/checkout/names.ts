/** The checkout's one form. What belongs to it stands in other parts of the page as well. */
export const CHECKOUT_FORM = "checkout";

/** Where the form's smaller buttons lead without script: it comes back, and nothing is bought. */
export const UPDATE_URL = "/ar/checkout/update/";

/** Says that the order is to be placed; the form's other buttons ask for less. */
export const PLACE_ORDER = "woocommerce_checkout_place_order";
