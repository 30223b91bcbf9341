/** The address fields that the costs depend on. */
export type Place = { country: string; city: string; postcode: string };

const PARTS = ["country", "city", "postcode"] as const;

/** The fields of a form that change where the parcel goes. */
export const DESTINATION_FIELDS = [
  ...PARTS.flatMap((part) => [`billing_${part}`, `shipping_${part}`]),
  "gift",
  "ship_to_different_address",
];

/** The parcel of a gift goes to another person. */
export const hasRecipient = (form: FormData) => form.has("gift") && form.has("ship_to_different_address");

/** Tells the shop that the place is a recipient's: only this order goes there. */
export const recipientMark = (form: FormData): Record<string, string> =>
  hasRecipient(form) ? { has_recipient: "1" } : {};

/** Where the parcel goes: to the buyer, or to the recipient of a gift. */
export function destinationOf(form: FormData): Place {
  const kind = hasRecipient(form) ? "shipping" : "billing";
  const of = (part: keyof Place) => String(form.get(`${kind}_${part}`) ?? "");
  return { country: of("country"), city: of("city"), postcode: of("postcode") };
}
