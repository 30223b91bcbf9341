/** Where this browser stores the chosen place; the shop learns it from the call. */
export const PLACE_KEY = "matjar.place";
