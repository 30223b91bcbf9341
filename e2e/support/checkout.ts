import { type APIRequestContext, expect, type Locator, type Page, type Request } from "@playwright/test";
import type { Shop } from "../shop";
import { type BillingName, billingField } from "./accounts";
import { fillCart } from "./carts";
import type { PageErrors } from "./page-errors";
import { greeting } from "./products";
import { type Numbers, PAY_API, PAY_SCRIPT, tokenFor } from "./provider";
import { type NameOf, plain, t } from "./texts";

export const CHECKOUT = "/ar/checkout/";
export const ADD_METHOD = "/ar/my-account/add-payment-method/";
export const ORDERS = "/ar/my-account/orders/";
export const REVIEW = "wc-ajax=update_order_review";

export const CARD = "authorize_net_cim_credit_card";
export const ECHECK = "authorize_net_cim_echeck";

/**
 * Sandbox cards of the provider. These numbers may reach only the provider; `scripts/e2e` searches the database and
 * logs for them.
 */
export const VISA = "4111111111111111";
export const MASTERCARD = "5424000000000015";
export const AMEX = "370000000000002";
export const DISCOVER = "6011000000000012";
export const DINERS = "38000000000006";
export const JCB = "3530111333300000";
export const CSC = "739";
/** Four digits occur by chance less often than three. */
export const AMEX_CSC = "8317";
export const ROUTING = "121042882";
export const ACCOUNT = "987654321012";
export const EXPIRY = "1238";

const CANARIES = [VISA, MASTERCARD, AMEX, DISCOVER, DINERS, JCB, ROUTING, ACCOUNT];

export const numbersOf = (cardNumber: string): Numbers => ({
  cardNumber,
  expirationDate: "122038",
  cardCode: cardNumber === AMEX ? AMEX_CSC : CSC,
});
export const bankNumbers: Numbers = {
  routingNumber: ROUTING,
  accountNumber: ACCOUNT,
  nameOnAccount: "Noor Al Hasan",
  accountType: "checking",
};

/** The card type that the page's script derives from the number; bank accounts have none. */
const TYPES: Array<[RegExp, string]> = [
  [/^4/, "visa"],
  [/^(5[1-5]|2[2-7])/, "mastercard"],
  [/^3[47]/, "amex"],
  [/^3[0689]/, "dinersclub"],
  [/^35/, "jcb"],
  [/^(6011|64|65)/, "discover"],
  [/^62/, "unionpay"],
  [/^67/, "maestro"],
];
export const typeOf = (number: string): string => TYPES.find(([start]) => start.test(number))?.[1] ?? "";

/** The fields that the form posts beside a token. */
export function cardDetailsOf(numbers: Numbers): Record<string, string> {
  const number = "cardNumber" in numbers ? String(numbers.cardNumber) : "";
  if (!number) return {};
  return {
    "card-type": typeOf(number),
    "last-four": number.slice(-4),
    "exp-month": "12",
    "exp-year": "2038",
  };
}

/** Billing fields by name, without the common prefix. */
export type Billing = Partial<Record<BillingName, string>>;
export const billingOf = (email: string): Billing => ({
  email,
  first_name: "نور",
  last_name: "الحسن",
  country: "US",
  address_1: "شارع النخيل 12",
  city: "ديربورن",
  phone: "3135550142",
});

export const main = (page: Page): Locator => page.getByRole("main");
export const part = (page: Page, id: string): Locator => page.locator(`[data-provider="${id}"]`);
type NumberField = "number" | "expiry" | "csc" | "routing" | "account" | "holder";
/** A field of a card or a bank account, by its label. It may be hidden. */
export const numberField = (page: Page, name: NumberField): Locator =>
  page.getByLabel(t(`payments.${name}`), { exact: true });
/** The button that pays or saves, also with its busy label. */
const PAY_WORDS = [
  "checkout.place-order",
  "checkout.pay",
  "checkout.processing",
  "payments.save",
  "payments.saving",
] as const;
export const payButton = (page: Page): Locator =>
  main(page).getByRole("button", { name: new RegExp(`^(${PAY_WORDS.map((key) => t(key)).join("|")})`) });
/** The payment methods. Inert while the order is being placed. */
export const paymentGroup = (page: Page): Locator =>
  page.getByRole("group", { name: t("payments.title"), exact: true });
/** The radio of a payment method. */
export const payBy = (page: Page, id: string): Locator =>
  page.getByRole("radio", { name: t(id === ECHECK ? "payments.echeck" : "payments.card"), exact: true });
/** The logos of the accepted cards, and the highlighted one of the typed number. */
export const brands = (page: Page): Locator =>
  part(page, CARD)
    .getByRole("list", { name: t("payments.cards"), exact: true, includeHidden: true })
    .getByRole("listitem", { includeHidden: true });
export const litBrand = (page: Page): Locator => brands(page).and(page.locator("[aria-current=true]"));
/** The notice for browsers without script. */
export const noScriptNotice = (page: Page): Locator => page.locator("#payment noscript > div");
export const terms = (page: Page): Locator =>
  page.getByRole("checkbox", {
    name: plain(t("checkout.terms-agree", { terms: t("checkout.terms") })),
    exact: true,
  });
export const createAccount = (page: Page): Locator =>
  page.getByRole("checkbox", { name: t("checkout.create-account"), exact: true });
export const notesField = (page: Page): Locator => page.getByRole("textbox", { name: t("checkout.notes") });
/** The list of all errors above the form. */
export const errorBox = (page: Page): Locator =>
  page.getByRole("alert").filter({
    has: page.getByText(t("checkout.errors-title")).or(page.getByText(t("payments.errors-title"))),
  });
export const errorLines = (page: Page): Locator => errorBox(page).getByRole("listitem");
/** The summary of the order: lines, coupon, shipping and totals. */
export const summary = (page: Page): Locator => page.locator("[data-region=order-summary]");
export const couponField = (page: Page): Locator =>
  summary(page).getByRole("textbox", { name: t("checkout.coupon-code"), exact: true });
export const couponButton = (page: Page): Locator =>
  summary(page).getByRole("button", { name: t("checkout.coupon-apply"), exact: true });
export const editCart = (page: Page): Locator =>
  page.getByRole("link", { name: t("checkout.edit-cart"), exact: true });
export const seenTotal = (page: Page): Promise<string> => page.locator("[name=seen_total]").inputValue();
export const orderKind = (page: Page, kind: string): Locator => page.locator(`[data-order-kind=${kind}]`);

/** Allows requests to the provider's script and its API, the only third party on payment pages. */
export function allowProvider(pageErrors: PageErrors): void {
  for (const url of [PAY_SCRIPT, PAY_API])
    pageErrors.allow(new RegExp(`^third-party request: ${url.replaceAll(".", "\\.")}$`));
  // When the page asks whether express payment is available, the browser reads the provider's payment manifest, which
  // the simulator does not serve.
  pageErrors.allow(/^console error: .*payment.*manifest.* "[^"]*\/pay"/);
}

/** The fields to fill in. */
export const entriesOf = (billing: Billing) => Object.entries(billing) as Array<[BillingName, string]>;

/** The rows that are folded because what is in them is known. */
export const foldedRows = (page: Page): Locator => main(page).locator("form.checkout details");

export async function fillBilling(page: Page, billing: Billing): Promise<void> {
  for (const row of await foldedRows(page).all())
    if ((await row.getAttribute("open")) === null) await row.locator("summary").click();
  for (const [name, value] of entriesOf(billing)) {
    const field = billingField(page, name);
    if (name === "country") await field.selectOption(value);
    else await field.fill(value);
  }
  await terms(page).check();
}

/** Waits until the payment form is hydrated. */
export const payReady = (page: Page): Promise<void> =>
  expect(paymentGroup(page)).toHaveAttribute("data-live", "");

export async function fillCard(
  page: Page,
  number = VISA,
  { expiry = EXPIRY, csc = number === AMEX ? AMEX_CSC : CSC }: { expiry?: string; csc?: string } = {},
): Promise<void> {
  await payReady(page);
  await numberField(page, "number").fill(number);
  await numberField(page, "expiry").fill(expiry);
  await numberField(page, "csc").fill(csc);
}

export async function fillEcheck(page: Page): Promise<void> {
  await payReady(page);
  await payBy(page, ECHECK).check();
  await numberField(page, "routing").fill(ROUTING);
  await numberField(page, "account").fill(ACCOUNT);
}

/** Sets a field's value without events, so that nothing formats it. */
export const put = (field: Locator, value: string): Promise<void> =>
  field.evaluate((input, text) => {
    (input as HTMLInputElement).value = text;
  }, value);

/** Clicks the button and waits for the list of errors, which receives the focus. */
export async function refusedWith(page: Page): Promise<Array<string>> {
  await payButton(page).click();
  await expect(errorBox(page)).toBeFocused();
  return errorLines(page).allTextContents();
}

export type Placed = { number: string; key: string; url: string };

/** Returns the order of an order page's URL. */
export function orderOf(url: string): Placed {
  const { pathname, searchParams } = new URL(url);
  const number = /^\/ar\/checkout\/order-(?:received|pay)\/(\d+)\/$/.exec(pathname)?.[1];
  if (!number) throw new Error(`${url} is no page of an order`);
  return { number, key: searchParams.get("key") ?? "", url };
}

const value = (html: string, name: string): string =>
  new RegExp(`name="${name}"[^>]*? value="([^"]*)"|value="([^"]*)"[^>]*? name="${name}"`)
    .exec(html)
    ?.slice(1)
    .find((found) => found !== undefined) ?? "";

type Quick = {
  /** The payment's numbers. Without them, and without a saved method, the order is placed to be paid later. */
  numbers?: Numbers;
  billing: Billing;
  more?: Record<string, string>;
};

/** The fields that the checkout form would post now. */
export async function checkoutFields(
  request: APIRequestContext,
  { numbers, billing, more }: Quick,
): Promise<Record<string, string>> {
  const html = await (await request.get(CHECKOUT)).text();
  const hidden = ["woocommerce-process-checkout-nonce", "order_form_key", "seen_total"];
  const gateway = numbers && "routingNumber" in numbers ? ECHECK : CARD;
  const token = numbers && (await tokenFor(numbers));
  const paid = (name: string) => `wc-${gateway.replaceAll("_", "-")}-${name}`;
  return {
    ...Object.fromEntries(hidden.map((name) => [name, value(html, name)])),
    ...Object.fromEntries(Object.entries(billing).map(([name, text]) => [`billing_${name}`, text])),
    terms: "1",
    payment_method: gateway,
    ...(numbers && token
      ? {
          [paid("payment-nonce")]: token.dataValue,
          [paid("payment-descriptor")]: token.dataDescriptor,
          ...Object.fromEntries(
            Object.entries(cardDetailsOf(numbers)).map(([name, value]) => [paid(name), value]),
          ),
        }
      : { pay_later: "1" }),
    ...more,
  };
}

/** Places an order for the current cart with the same requests as the page. */
export async function quickOrder(request: APIRequestContext, quick: Quick): Promise<Placed> {
  const form = await checkoutFields(request, quick);
  const answer = await request.post(CHECKOUT, { form });
  expect(answer.url(), `the order was placed (${answer.status()})`).toContain("/order-received/");
  return orderOf(answer.url());
}

/** Waits until the order page shows this status. */
export async function expectKind(page: Page, kind: string): Promise<void> {
  await expect(orderKind(page, kind)).toBeVisible();
}

/** Records everything that the browser sends to the shop, to search it for card and account numbers. */
export class ShopRequests {
  readonly #texts: Array<string> = [];
  readonly #headers: Array<Promise<void>> = [];
  /** The bodies that were sent to the provider's API. */
  toProvider: Array<string> = [];

  constructor(page: Page, origin: string) {
    page.context().on("request", (request) => {
      if (request.url() === PAY_API) this.toProvider.push(request.postData() ?? "");
      if (request.url().startsWith(origin)) this.#note(request);
    });
  }

  #note(request: Request): void {
    const body = request.postDataBuffer()?.toString("utf8") ?? "";
    const readable = (text: string) => {
      try {
        return decodeURIComponent(text.replaceAll("+", " "));
      } catch {
        return text;
      }
    };
    for (const text of [request.url(), body]) if (text) this.#texts.push(text, readable(text));
    this.#headers.push(
      request.allHeaders().then(
        (headers) => void this.#texts.push(JSON.stringify(headers)),
        () => {},
      ),
    );
  }

  /** Returns the card and account numbers that were sent to the shop; must be empty. */
  async secrets(): Promise<Array<string>> {
    await Promise.allSettled(this.#headers);
    const found: Array<string> = [];
    for (const text of this.#texts) {
      const digits = text.replace(/[\s-]/g, "");
      found.push(...CANARIES.filter((number) => digits.includes(number)));
      // A short number counts only as a complete value.
      const values = [...text.matchAll(/[=:"\s](\d{3,4})(?=[&",}\s]|$)/g)].map(([, number]) => number);
      found.push(...[CSC, AMEX_CSC].filter((code) => values.includes(code)));
    }
    return found;
  }

  get count(): number {
    return this.#texts.length;
  }
}

/** Opens the summary, which is collapsed on small screens. */
export async function unfold(page: Page): Promise<void> {
  const fold = summary(page).locator("[data-summary-fold] > summary");
  if (await fold.isVisible()) await fold.click();
}

/** The hint or error below a field; empty if there is none. */
export async function noteOf(field: Locator): Promise<string> {
  const id = await field.getAttribute("aria-describedby");
  return id ? ((await field.page().locator(`[id="${id}"]`).textContent()) ?? "") : "";
}

/** The subject of an order email, without isolation marks. */
export const subject = (name: NameOf<"checkout", { number: string }>, number: string): string =>
  plain(t(`checkout.${name}`, { number }));

/** The error text of a required field. */
export const required = (label: NameOf<"accounts">): string =>
  t("checkout.field-required", { field: t(`accounts.${label}`) });

/** Adds products to the cart and opens the checkout. */
export async function toCheckout(page: Page, shop: Shop, ...products: Array<typeof greeting>): Promise<void> {
  await fillCart(page, ...(products.length > 0 ? products : [greeting]));
  await shop.visit(CHECKOUT);
}

/** Records the submitted checkout forms, one per order attempt. */
export function placings(page: Page): Array<Request> {
  const sent: Array<Request> = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "POST" && pathname === CHECKOUT) sent.push(request);
  });
  return sent;
}

export const fieldsOf = (request: Request) =>
  Object.fromEntries(new URLSearchParams(request.postData() ?? ""));
