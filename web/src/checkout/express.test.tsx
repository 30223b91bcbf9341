// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { checkoutPage } from "../testing/checkout-samples";
import { CheckoutPage } from "./CheckoutPage";
import { startExpress } from "./express";
import { OrderReview } from "./order-review";

const find = <T extends HTMLElement = HTMLElement>(selector: string) => document.querySelector(selector) as T;
const part = () => find("[data-express]");
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

const asked = vi.fn();
function offering(isOffered: boolean, shown: () => Promise<unknown> = async () => response) {
  vi.stubGlobal(
    "PaymentRequest",
    class extends EventTarget {
      canMakePayment = async () => isOffered;
      show = shown;
      constructor(...request: Array<unknown>) {
        super();
        asked(...request);
      }
    },
  );
}

async function open() {
  const form = find<HTMLFormElement>("form");
  await startExpress(form, new OrderReview(form));
}

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.spyOn(console, "info").mockImplementation(() => {});
  asked.mockClear();
  complete.mockClear();
  document.body.innerHTML = renderToStaticMarkup(<CheckoutPage {...checkoutPage} />);
});

test("the express part is seen only where the browser offers such a payment [PAY-62]", async () => {
  await open();
  expect(part().hidden).toBe(true);
  offering(false);
  await open();
  expect(part().hidden).toBe(true);
  offering(true);
  await open();
  expect(part().hidden).toBe(false);
  expect(asked.mock.lastCall?.[0]).toEqual([{ supportedMethods: "https://pay.example/wallet" }]);
  expect(asked.mock.lastCall?.[1].total.amount).toEqual({ currency: "USD", value: "90.64" });
});

test("it places the order through the Store API and goes where that says [PAY-63]", async () => {
  offering(true);
  const assign = vi.fn();
  vi.stubGlobal("location", { ...location, assign });
  const fetch = vi.fn<typeof globalThis.fetch>(async () =>
    Response.json({ payment_result: { redirect_url: "/ar/checkout/order-received/7/?key=k" } }),
  );
  vi.stubGlobal("fetch", fetch);
  await open();
  part().querySelector("button")?.click();
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

test("a refusal closes the browser's sheet and is told; a closed sheet is not", async () => {
  offering(true);
  vi.stubGlobal("fetch", async () => new Response("{}", { status: 402 }));
  await open();
  part().querySelector("button")?.click();
  await vi.waitFor(() => expect(complete).toHaveBeenCalledWith("fail"));
  expect(find("[data-faults]").textContent).toContain("حدث خطأ. حاول مرة أخرى أو استخدم طريقة دفع أخرى.");

  find("[data-faults]").replaceChildren();
  offering(true, () => Promise.reject(new DOMException("closed", "AbortError")));
  part().querySelector("button")?.click();
  await Promise.resolve();
  expect(find("[data-faults]").textContent).toBe("");
});
