import type { DeliveryAnswer } from "../generated/cart";
import { post, storeCall } from "../runtime/request";
import { PLACE_KEY } from "./place-key";

export type Place = { country: string; city: string };

/** The place that the visitor chose on this device. */
function chosenPlace(): Place | null {
  try {
    const { country, city } = JSON.parse(localStorage.getItem(PLACE_KEY) ?? "null") ?? {};
    return typeof country === "string" && typeof city === "string" ? { country, city } : null;
  } catch {
    return null;
  }
}

export function rememberPlace(place: Place): void {
  try {
    localStorage.setItem(PLACE_KEY, JSON.stringify(place));
  } catch {
    // A browser that stores nothing asks again.
  }
}

/** The answer for the chosen place, if there is one. */
export async function askChosen(): Promise<DeliveryAnswer | null> {
  const place = chosenPlace();
  return place && askDelivery(place);
}

export function askDelivery({ country, city }: Place): Promise<DeliveryAnswer> {
  return post<DeliveryAnswer>(storeCall("matjar_delivery"), new URLSearchParams({ country, city }));
}
