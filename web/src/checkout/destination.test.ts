import { expect, test } from "vitest";
import { destinationOf, isOfDestination } from "./destination";

function form(ticked: Array<string>): FormData {
  const data = new FormData();
  const values = {
    billing_country: "US",
    billing_city: "ديربورن",
    billing_postcode: "48126",
    shipping_country: "SA",
    shipping_city: "جدة",
    shipping_postcode: "",
  };
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  for (const name of ticked) data.set(name, "1");
  return data;
}
const buyer = { country: "US", city: "ديربورن", postcode: "48126" };

test("a parcel goes to the buyer, and that of a gift to its recipient [VIS-4]", () => {
  expect(destinationOf(form([]))).toEqual(buyer);
  expect(destinationOf(form(["gift"]))).toEqual(buyer);
  expect(destinationOf(form(["gift", "ship_to_different_address"]))).toEqual({
    country: "SA",
    city: "جدة",
    postcode: "",
    has_recipient: "1",
  });
});

test("the address of a box that is closed again is not used [VIS-4]", () => {
  expect(destinationOf(form(["ship_to_different_address"]))).toEqual(buyer);
});

test.each(["billing_city", "shipping_country", "gift", "ship_to_different_address"])(
  "%s moves the parcel [VIS-4]",
  (name) => {
    expect(isOfDestination(name)).toBe(true);
  },
);

test.each(["gift_text", "billing_first_name", "shipping_method[0]"])(
  "%s does not move it [VIS-4]",
  (name) => {
    expect(isOfDestination(name)).toBe(false);
  },
);
