/** The cookie of the saved products, also read where the rest of this code is not loaded yet. */
export const COOKIE = "matjar_wishlist";
