import { type APIRequestContext, expect, type Locator, type Page, type Request } from "@playwright/test";
import type { Shop } from "../shop";
import { type BillingName, billingField } from "./accounts";
import { fillCart } from "./carts";
import type { Faults } from "./faults";
import { greeting } from "./products";
import { type Numbers, PAY_API, PAY_SCRIPT, tokenFor } from "./provider";
import { type NameOf, plain, t } from "./texts";

export const CHECKOUT = "/ar/checkout/";
export const ADD_METHOD = "/ar/my-account/add-payment-method/";
export const ORDERS = "/ar/my-account/orders/";
export const REVIEW = "wc-ajax=update_order_review";

export const CARD = "authorize_net_cim_credit_card";
export const ECHECK = "authorize_net_cim_echeck";

/** Cards of the provider's sandbox. None of these numbers may be met anywhere but at the provider: `scripts/e2e` looks. */
export const VISA = "4111111111111111";
export const MASTERCARD = "5424000000000015";
export const AMEX = "370000000000002";
export const DISCOVER = "6011000000000012";
export const DINERS = "38000000000006";
export const JCB = "3530111333300000";
export const CSC = "739";
/** Four digits are met by chance less often than three. */
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

/** What the page's script tells of a card by its number; of an account, nothing. */
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

/** What is told beside a token, by the names that the form has for it. */
export function toldOf(numbers: Numbers): Record<string, string> {
  const number = "cardNumber" in numbers ? String(numbers.cardNumber) : "";
  if (!number) return {};
  return {
    "card-type": typeOf(number),
    "last-four": number.slice(-4),
    "exp-month": "12",
    "exp-year": "2038",
  };
}

/** Of whoever buys: a name for each field, without what they all begin with. */
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
/** A field of a card or a bank account, by what it is called. It may not be in sight. */
export const numberField = (page: Page, name: NumberField): Locator =>
  page.getByLabel(t(`payments.${name}`), { exact: true });
/** The button that pays or saves, whatever it says while it works. */
const PAY_WORDS = [
  "checkout.place-order",
  "checkout.pay",
  "checkout.processing",
  "payments.save",
  "payments.saving",
] as const;
export const payButton = (page: Page): Locator =>
  main(page).getByRole("button", { name: new RegExp(`^(${PAY_WORDS.map((key) => t(key)).join("|")})`) });
/** The ways to pay. Nothing of it is reached while the order is being placed. */
export const paymentGroup = (page: Page): Locator =>
  page.getByRole("group", { name: t("payments.title"), exact: true });
/** A way to pay, to be chosen. */
export const payBy = (page: Page, id: string): Locator =>
  page.getByRole("radio", { name: t(id === ECHECK ? "payments.echeck" : "payments.card"), exact: true });
/** The signs of the cards that are taken, and that of the number which is typed. */
export const brands = (page: Page): Locator =>
  part(page, CARD)
    .getByRole("list", { name: t("payments.cards"), exact: true, includeHidden: true })
    .getByRole("listitem", { includeHidden: true });
export const litBrand = (page: Page): Locator => brands(page).and(page.locator("[aria-current=true]"));
/** What is said where script does not run. */
export const noScriptNotice = (page: Page): Locator => page.locator("#payment noscript > div");
export const terms = (page: Page): Locator =>
  page.getByRole("checkbox", {
    name: plain(t("checkout.terms-agree", { terms: t("checkout.terms") })),
    exact: true,
  });
export const createAccount = (page: Page): Locator =>
  page.getByRole("checkbox", { name: t("checkout.create-account"), exact: true });
export const notesField = (page: Page): Locator => page.getByRole("textbox", { name: t("checkout.notes") });
/** What is wrong, all of it, above the form. */
export const faultBox = (page: Page): Locator =>
  page.getByRole("alert").filter({
    has: page.getByText(t("checkout.errors-title")).or(page.getByText(t("payments.errors-title"))),
  });
export const faultLines = (page: Page): Locator => faultBox(page).getByRole("listitem");
/** Of the order that is placed: lines, coupon, shipping and sums. */
export const summary = (page: Page): Locator => page.locator("[data-region=order-summary]");
export const couponField = (page: Page): Locator =>
  summary(page).getByRole("textbox", { name: t("checkout.coupon-code"), exact: true });
export const couponButton = (page: Page): Locator =>
  summary(page).getByRole("button", { name: t("checkout.coupon-apply"), exact: true });
export const editCart = (page: Page): Locator =>
  page.getByRole("link", { name: t("checkout.edit-cart"), exact: true });
export const seenTotal = (page: Page): Promise<string> => page.locator("[name=seen_total]").inputValue();
export const orderKind = (page: Page, kind: string): Locator => page.locator(`[data-order-kind=${kind}]`);

/** The provider's script, and where it sends numbers to, are the only strangers on a page where somebody pays. */
export function allowProvider(faults: Faults): void {
  for (const url of [PAY_SCRIPT, PAY_API])
    faults.allow(new RegExp(`^request to somebody else: ${url.replaceAll(".", "\\.")}$`));
  // Asked whether it can pay quickly, the browser reads what the provider says of itself; the simulator says too little.
  faults.allow(/^console error: .*payment.*manifest.* "[^"]*\/pay"/);
}

/** The fields that are to be filled. */
export const entriesOf = (billing: Billing) => Object.entries(billing) as Array<[BillingName, string]>;

export async function fillBilling(page: Page, billing: Billing): Promise<void> {
  for (const [name, value] of entriesOf(billing)) {
    const field = billingField(page, name);
    if (name === "country") await field.selectOption(value);
    else await field.fill(value);
  }
  await terms(page).check();
}

/** The page's script has taken hold of the payment form. */
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

/** Puts a value into a field as nobody types it: no event, nothing reshapes it. */
export const put = (field: Locator, value: string): Promise<void> =>
  field.evaluate((input, text) => {
    (input as HTMLInputElement).value = text;
  }, value);

/** Presses the button, and waits for what it says is wrong: that has the focus then, which the press took away. */
export async function refusedWith(page: Page): Promise<Array<string>> {
  await payButton(page).click();
  await expect(faultBox(page)).toBeFocused();
  return faultLines(page).allTextContents();
}

export type Placed = { number: string; key: string; url: string };

/** The order whose page the browser is on. */
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
  /** Whose payment it is; without numbers, and without a kept method, the order is paid later. */
  numbers?: Numbers;
  billing: Billing;
  more?: Record<string, string>;
};

/** The fields that the checkout's form posts, as it would be sent now. */
export async function checkoutFields(
  request: APIRequestContext,
  { numbers, billing, more }: Quick,
): Promise<Record<string, string>> {
  const html = await (await request.get(CHECKOUT)).text();
  const kept = ["woocommerce-process-checkout-nonce", "order_form_key", "seen_total"];
  const gateway = numbers && "routingNumber" in numbers ? ECHECK : CARD;
  const token = numbers && (await tokenFor(numbers));
  const paid = (name: string) => `wc-${gateway.replaceAll("_", "-")}-${name}`;
  return {
    ...Object.fromEntries(kept.map((name) => [name, value(html, name)])),
    ...Object.fromEntries(Object.entries(billing).map(([name, text]) => [`billing_${name}`, text])),
    terms: "1",
    payment_method: gateway,
    ...(numbers && token
      ? {
          [paid("payment-nonce")]: token.dataValue,
          [paid("payment-descriptor")]: token.dataDescriptor,
          ...Object.fromEntries(Object.entries(toldOf(numbers)).map(([name, told]) => [paid(name), told])),
        }
      : { pay_later: "1" }),
    ...more,
  };
}

/** Places an order by the same requests as the page, for whatever is in the cart. */
export async function quickOrder(request: APIRequestContext, quick: Quick): Promise<Placed> {
  const form = await checkoutFields(request, quick);
  const answer = await request.post(CHECKOUT, { form });
  expect(answer.url(), `the order was placed (${answer.status()})`).toContain("/order-received/");
  return orderOf(answer.url());
}

/** Waits until the page of an order says so. */
export async function expectKind(page: Page, kind: string): Promise<void> {
  await expect(orderKind(page, kind)).toBeVisible();
}

/** Everything that a browser tells the shop, to be searched for what it must never hear. */
export class Told {
  readonly #said: Array<string> = [];
  readonly #read: Array<Promise<void>> = [];
  /** How often the provider's script was told something. */
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
    for (const text of [request.url(), body]) if (text) this.#said.push(text, readable(text));
    this.#read.push(
      request.allHeaders().then(
        (headers) => void this.#said.push(JSON.stringify(headers)),
        () => {},
      ),
    );
  }

  /** What of a card or an account the shop was told: nothing, we hope. */
  async secrets(): Promise<Array<string>> {
    await Promise.allSettled(this.#read);
    const found: Array<string> = [];
    for (const text of this.#said) {
      const digits = text.replace(/[\s-]/g, "");
      found.push(...CANARIES.filter((number) => digits.includes(number)));
      // A short number is told only where it is a whole value.
      const values = [...text.matchAll(/[=:"\s](\d{3,4})(?=[&",}\s]|$)/g)].map(([, number]) => number);
      found.push(...[CSC, AMEX_CSC].filter((code) => values.includes(code)));
    }
    return found;
  }

  get count(): number {
    return this.#said.length;
  }
}

/** On small screens the summary is folded under its total. */
export async function unfold(page: Page): Promise<void> {
  const fold = summary(page).locator("[data-summary-fold] > summary");
  if (await fold.isVisible()) await fold.click();
}

/** What is said below a field, where something is. */
export async function noteOf(field: Locator): Promise<string> {
  const id = await field.getAttribute("aria-describedby");
  return id ? ((await field.page().locator(`[id="${id}"]`).textContent()) ?? "") : "";
}

/** A letter's subject: without the invisible marks that a page has around a number. */
export const subject = (name: NameOf<"checkout", { number: string }>, number: string): string =>
  plain(t(`checkout.${name}`, { number }));

/** The words of a fault about a field that must be filled in. */
export const required = (label: NameOf<"accounts">): string =>
  t("checkout.field-required", { field: t(`accounts.${label}`) });

/** Puts something into the cart and goes to the checkout. */
export async function toCheckout(page: Page, shop: Shop, ...products: Array<typeof greeting>): Promise<void> {
  await fillCart(page, ...(products.length > 0 ? products : [greeting]));
  await shop.visit(CHECKOUT);
}

/** Sent forms of the checkout: an order each, if the shop agrees. */
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
