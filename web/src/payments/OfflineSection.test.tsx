// @vitest-environment happy-dom
import { act, screen, within } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { CopyButton } from "../checkout/CopyButton.island";
import type { OfflineOfferView } from "../generated/payments";
import { offlineOffers, payment } from "../testing/checkout-samples";
import { endHydrated, hydrated, shopper } from "../testing/hydrated";
import { PaymentFields, type PaymentHandle } from "./PaymentFields";

afterEach(() => {
  endHydrated();
  vi.unstubAllGlobals();
});

async function open(offers: Array<OfflineOfferView>, chosen = payment.chosen) {
  const ref = createRef<PaymentHandle>();
  await hydrated(
    <form>
      <PaymentFields
        ref={ref}
        payment={{ ...payment, chosen }}
        errors={{}}
        isBlocked={false}
        offline={offers}
        copy={({ plainIban }) => <CopyButton text={plainIban} what="iban" />}
      />
    </form>,
  );
  const validate = () => {
    let errors: ReturnType<PaymentHandle["validate"]> = [];
    act(() => {
      errors = ref.current?.validate() ?? [];
    });
    return errors;
  };
  const sent = () => {
    const form = document.querySelector("form") as HTMLFormElement;
    return new FormData(form).get("payment_method");
  };
  return { validate, sent, handle: () => ref.current as PaymentHandle };
}

const cash = () => screen.getByRole("radio", { name: "الدفع عند الاستلام" });

test("cash on delivery needs no fields and no token", async () => {
  const { validate, sent, handle } = await open(offlineOffers);
  await shopper().click(cash());
  expect(sent()).toBe("cod");
  expect(validate()).toEqual([]);
  await expect(handle().tokenize()).resolves.toBeUndefined();
  expect(cash().getAttribute("aria-describedby")).toBe("payment_method_cod_note");
});

test("the arrow keys choose a method", async () => {
  const { sent } = await open(offlineOffers, "cod");
  const user = shopper();
  cash().focus();
  await user.keyboard("{ArrowDown}");
  expect(sent()).toBe("bacs");
});

test("a method that the order cannot use says why, and cannot be chosen", async () => {
  const refusal = "متاح للطلبات حتى 50.00 $.";
  const [cod] = offlineOffers as [OfflineOfferView];
  const { validate, sent } = await open([{ ...cod, refusal }], "cod");
  expect(cash().hasAttribute("disabled")).toBe(true);
  expect(screen.getByText(refusal).id).toBe("payment_method_cod_note");
  expect(sent()).toBeNull();
  expect(validate()).toEqual([{ text: "اختر طريقة الدفع.", field: "payment" }]);
});

test("an IBAN is written from left to right and copied without spaces", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  await open(offlineOffers, "bacs");
  const account = document.querySelector("[data-bank-account]") as HTMLElement;
  const iban = within(account).getByText("SA03 8000 0000 6080 1016 7519");
  expect([iban.tagName, iban.getAttribute("dir")]).toEqual(["BDI", "ltr"]);
  await act(async () => {
    within(account).getByRole("button", { name: "نسخ رقم الآيبان" }).click();
  });
  expect(writeText).toHaveBeenCalledWith("SA0380000000608010167519");
});
