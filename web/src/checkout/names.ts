/** The id of the checkout form. Fields outside of it refer to it. */
export const CHECKOUT_FORM = "checkout";

/** The action of the form's secondary buttons without script: the page is rendered again and no order is placed. */
export const UPDATE_URL = "/ar/checkout/update/";

/** The name of the button that places the order; the other buttons have other names. */
export const PLACE_ORDER = "woocommerce_checkout_place_order";
