/** The address fields that the costs depend on. */
export type Place = { country: string; city: string; postcode: string };

/** A field of the form that changes where the parcel goes. */
export const isOfDestination = (name: string) => /_(country|city|postcode)$|^gift$|^ship_to/.test(name);

/** The parcel of a gift goes to another person. */
export const hasRecipient = (form: FormData) => form.has("gift") && form.has("ship_to_different_address");

/**
 * Where the parcel goes: to the buyer, or to the recipient of a gift. The shop is told when the place is a recipient's:
 * only this order goes there.
 */
export function destinationOf(form: FormData): Place & { has_recipient?: string } {
  const isOther = hasRecipient(form);
  const of = (part: keyof Place) => String(form.get(`${isOther ? "shipping" : "billing"}_${part}`) ?? "");
  const place = { country: of("country"), city: of("city"), postcode: of("postcode") };
  return isOther ? { ...place, has_recipient: "1" } : place;
}
