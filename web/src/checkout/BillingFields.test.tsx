// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import * as checkoutText from "../generated/messages/checkout";
import { checkoutForm } from "../testing/checkout-samples";
import { hydrate } from "../testing/hydrate";
import { BillingFields } from "./BillingFields";

const known: Record<string, string> = {
  billing_email: "salma@example.com",
  billing_first_name: "سلمى",
  billing_last_name: "الخطيب",
  billing_country: "US",
  billing_address_1: "5100 Maple St",
  billing_home_number: "4",
  billing_city: "ديربورن",
  billing_postcode: "48126",
  billing_phone: "+1 313 555 0142",
};
const fieldsWith = (values: Record<string, string>) =>
  checkoutForm.fields.map((field) => ({ ...field, value: values[field.name] ?? "" }));
const rows = () => [...document.querySelectorAll("details")];
const summaries = () => rows().map((row) => row.querySelector("summary")?.textContent ?? "");

type Changes = Partial<Parameters<typeof BillingFields>[0]>;
const show = (changes: Changes) =>
  hydrate(
    <form>
      <BillingFields
        fields={fieldsWith(known)}
        loginUrl={null}
        createAccount={null}
        errors={{}}
        onWantsAccount={() => {}}
        {...changes}
      />
    </form>,
  );

beforeEach(() => localStorage.clear());

test("what is known of a customer is folded to rows with their values [VIS-4]", () => {
  show({});
  expect(rows().map((row) => row.open)).toEqual([false, false]);
  const [contact, place] = summaries();
  expect(contact).toContain("salma@example.com");
  expect(place).toContain(checkoutText.deliverTo());
  expect(place).toContain("5100 Maple St");
  expect(new FormData(document.querySelector("form") as HTMLFormElement).get("billing_city")).toBe("ديربورن");
});

test("an error opens its row and no other [VIS-4]", () => {
  const { rerender } = show({});
  rerender(
    <form>
      <BillingFields
        fields={fieldsWith(known)}
        loginUrl={null}
        createAccount={null}
        errors={{ billing_phone: checkoutText.phoneInvalid() }}
        onWantsAccount={() => {}}
      />
    </form>,
  );
  expect(rows().map((row) => row.open)).toEqual([false, true]);
});

test("a customer without an address sees all fields", () => {
  show({ fields: fieldsWith({ billing_email: "salma@example.com" }) });
  expect(rows()).toEqual([]);
});

test("a guest's address is stored on this device only with consent, and filled in next time [VIS-4]", () => {
  const guest: Changes = { loginUrl: "/ar/my-account/", createAccount: false };
  const view = show(guest);
  expect(rows()).toEqual([]);
  const form = () => document.querySelector("form") as HTMLFormElement;
  fireEvent.submit(form());
  expect(localStorage.length).toBe(0);

  fireEvent.click(screen.getByRole("checkbox", { name: checkoutText.rememberDevice() }));
  fireEvent.submit(form());
  expect(localStorage.length).toBe(1);
  view.unmount();

  show({ ...guest, fields: fieldsWith({}) });
  expect(summaries().join()).toContain("5100 Maple St");
  expect(
    screen.getByRole<HTMLInputElement>("checkbox", { name: checkoutText.rememberDevice() }).checked,
  ).toBe(true);
  fireEvent.click(screen.getByRole("checkbox", { name: checkoutText.rememberDevice() }));
  expect(localStorage.length).toBe(0);
});
