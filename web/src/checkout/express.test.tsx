// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkoutForm, summary } from "../testing/checkout-samples";
import { endHydrated, hydrated, pass } from "../testing/hydrated";
import { CheckoutForm } from "./CheckoutForm.island";

const find = <T extends HTMLElement = HTMLElement>(selector: string) => document.querySelector(selector) as T;
const section = () => find("[data-express]");
const complete = vi.fn(async () => {});
const response = {
  details: { opaqueData: { dataDescriptor: "D", dataValue: "t0ken" } },
  payerName: "سلمى بنت ناصر الخطيب",
  payerEmail: "salma@example.com",
  payerPhone: "+13135550142",
  shippingAddress: {
    addressLine: ["5100 Maple St"],
    city: "Dearborn",
    country: "US",
    postalCode: "48126",
  },
  complete,
};

const paymentRequest = vi.fn();
let sheet: EventTarget & { shippingOption: string | null; shippingAddress: object | null };
function offering(isOffered: boolean, shown: () => Promise<unknown> = async () => response) {
  vi.stubGlobal(
    "PaymentRequest",
    class extends EventTarget {
      shippingOption = null;
      shippingAddress = null;
      canMakePayment = async () => isOffered;
      show = shown;
      constructor(...request: Array<unknown>) {
        super();
        sheet = this;
        paymentRequest(...request);
      }
    },
  );
}

async function open() {
  endHydrated();
  await hydrated(<CheckoutForm form={checkoutForm} cartUrl="/ar/cart/" />);
  await pass();
  await act(() => vi.dynamicImportSettled());
}
async function pay() {
  await act(async () => {
    screen.getByRole("button", { name: "الدفع السريع" }).click();
    await vi.advanceTimersByTimeAsync(0);
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("scrollTo", vi.fn());
  vi.spyOn(console, "info").mockImplementation(() => {});
  paymentRequest.mockClear();
  complete.mockClear();
});
afterEach(() => {
  endHydrated();
  vi.useRealTimers();
});

test("the express section is shown only if the browser offers such a payment [PAY-62]", async () => {
  await open();
  expect(section().hidden).toBe(true);
  offering(false);
  await open();
  expect(section().hidden).toBe(true);
  offering(true);
  await open();
  expect(section().hidden).toBe(false);
  expect(paymentRequest.mock.lastCall?.[0]).toEqual([{ supportedMethods: "https://pay.example/wallet" }]);
  const { total, shippingOptions } = paymentRequest.mock.lastCall?.[1] ?? {};
  expect(total.amount).toEqual({ currency: "USD", value: "90.64" });
  expect(shippingOptions).toEqual([
    { id: "1", label: "الشحن القياسي", amount: { currency: "USD", value: "0.00" }, selected: true },
    { id: "2", label: "الشحن السريع", amount: { currency: "USD", value: "12.00" }, selected: false },
  ]);
});

test("it places the order through the Store API and follows its redirect [PAY-63]", async () => {
  offering(true);
  const assign = vi.fn();
  vi.stubGlobal("location", { ...location, assign });
  const fetch = vi.fn<typeof globalThis.fetch>(async () =>
    Response.json({ payment_result: { redirect_url: "/ar/checkout/order-received/7/?key=k" } }),
  );
  vi.stubGlobal("fetch", fetch);
  await open();
  await pay();
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith("/ar/checkout/order-received/7/?key=k"));

  const [url, request] = fetch.mock.calls[0] ?? [];
  expect(url).toBe("/ar/wp-json/wc/store/v1/checkout");
  expect(request?.headers).toMatchObject({ Nonce: "st0re", "Idempotency-Key": expect.any(String) });
  expect(JSON.parse(String(request?.body))).toEqual({
    billing_address: {
      first_name: "سلمى بنت ناصر",
      last_name: "الخطيب",
      address_1: "5100 Maple St",
      city: "Dearborn",
      country: "US",
      postcode: "48126",
      phone: "+13135550142",
      email: "salma@example.com",
    },
    expected_total: "9064",
    payment_method: "authorize_net_cim_credit_card",
    payment_data: [
      { key: "wc-authorize-net-cim-credit-card-payment-nonce", value: "t0ken" },
      { key: "wc-authorize-net-cim-credit-card-payment-descriptor", value: "D" },
    ],
  });
  expect(complete).toHaveBeenCalledWith("success");
});

test("the costs in the browser's sheet follow the address and the shipping method chosen there", async () => {
  let close: (reason: Error) => void = () => {};
  offering(true, () => new Promise((_, fail) => (close = fail)));
  const bodies: Array<URLSearchParams> = [];
  const shipping = summary.shipping.map((one) => ({ ...one, isChosen: one.id === "2" }));
  const view = { ...summary, shipping, totalMinor: "10264", totalAmount: "102.64" };
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    bodies.push(body as URLSearchParams);
    const script = `<script type="application/json">${JSON.stringify(view)}</script>`;
    return Response.json({ fragments: { '[data-region="order-summary"] > script': script } });
  });
  await open();
  await pay();
  Object.assign(sheet, {
    shippingOption: "2",
    shippingAddress: { country: "SA", city: "جدة", postalCode: "23442" },
  });
  const updateWith = vi.fn<(details: Promise<PaymentDetailsInit>) => void>();
  await act(async () => {
    sheet.dispatchEvent(Object.assign(new Event("shippingoptionchange"), { updateWith }));
    await vi.advanceTimersByTimeAsync(300);
  });
  expect(bodies.map((body) => Object.fromEntries(body))).toEqual([
    expect.objectContaining({ country: "SA", city: "جدة", postcode: "23442", "shipping_method[0]": "2" }),
  ]);
  const details = await updateWith.mock.calls[0]?.[0];
  expect(details?.total.amount.value).toBe("102.64");
  expect(details?.shippingOptions?.map(({ selected }) => selected)).toEqual([false, true]);
  close(new DOMException("closed", "AbortError"));
  await pass();
});

test("a refusal closes the browser's sheet and is shown; a closed sheet is no refusal", async () => {
  offering(true);
  vi.stubGlobal("fetch", async () => new Response("{}", { status: 402 }));
  await open();
  await pay();
  await pass();
  expect(complete).toHaveBeenCalledWith("fail");
  expect(find("[data-faults]").textContent).toContain("حدث خطأ. حاول مرة أخرى أو استخدم طريقة دفع أخرى.");

  offering(true, () => Promise.reject(new DOMException("closed", "AbortError")));
  await open();
  await pay();
  expect(find("[data-faults]").textContent).toBe("");
});
