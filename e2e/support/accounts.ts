import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { addCustomer } from "./office";
import { type NameOf, t } from "./texts";

export const ACCOUNT = "/ar/my-account/";
export const REGISTER = `${ACCOUNT}register/`;
export const LOST = `${ACCOUNT}lost-password/`;
export const SET_PASSWORD = `${ACCOUNT}set-password/`;
export const DETAILS = `${ACCOUNT}edit-account/`;
export const SUBSCRIPTIONS = `${ACCOUNT}email-subscriptions/`;
export const METHODS = `${ACCOUNT}payment-methods/`;
export const BILLING = `${ACCOUNT}edit-address/billing/`;
export const PRIVACY = `${ACCOUNT}privacy/`;
export const ACTION = "/ar/wp-admin/admin-ajax.php";

/** Every page of the account area. */
export const AREA = [
  ACCOUNT,
  `${ACCOUNT}orders/`,
  `${ACCOUNT}edit-address/`,
  BILLING,
  DETAILS,
  METHODS,
  SUBSCRIPTIONS,
  PRIVACY,
];

export const PASSWORD = "سعف النخيل 7";
/** Argon2id of the same, as the shop makes it, with a salt that is not secret. */
const PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$bWF0amFyIGUyZSB0ZXN0cw$iefvr6owRDZOOQN10m7HtrFZcT1ifjspp3TeU+m0e8U";
export const OTHER_PASSWORD = "قهوة الصباح 12";

/** An address that nobody else uses. */
export const newEmail = (): string =>
  `e2e-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}@example.com`;

/** A letter as the sink took it. */
export type Letter = {
  to: Array<string>;
  subject: string;
  html: string;
  text: string;
  headers: Array<[string, string]>;
};

function lettersTo(email: string): Array<Letter> {
  const folder = process.env.E2E_MAIL;
  if (!folder) throw new Error("E2E_MAIL says where the shop's letters are; `make e2e` sets it");
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort();
  const letters = files.map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Letter);
  return letters.filter(({ to }) => to.includes(email));
}

/** Waits for the letter of that subject to somebody. */
export async function letterTo(email: string, subject: string): Promise<Letter> {
  const find = () => lettersTo(email).findLast((letter) => letter.subject === subject);
  await expect.poll(find, { message: `«${subject}» to ${email}`, timeout: 20_000 }).toBeTruthy();
  return find() as Letter;
}

/** The address in a letter's plain text that leads to `path`. */
export function linkIn(letter: Letter, path: string): string {
  const found = letter.text.split(/\s+/).find((word) => word.includes(path));
  if (!found) throw new Error(`no link to ${path} in:\n${letter.text}`);
  return found;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** What a field that may be left empty says after its name. */
const OPTIONAL = `(\\s*${escaped(t("common.optional"))})?`;

/** A field, by the message of accounts that is its label: `password-new`. */
export const labelled = (place: Page | Locator, label: NameOf<"accounts">): Locator =>
  place.getByLabel(new RegExp(`^\\s*${escaped(t(`accounts.${label}`))}${OPTIONAL}\\s*$`));
export const field = (page: Page, label: NameOf<"accounts">): Locator =>
  labelled(page.getByRole("main"), label);

const BILLING_LABELS = {
  first_name: "first-name",
  last_name: "last-name",
  country: "country",
  city: "city",
  address_1: "address",
  home_number: "home-number",
  postcode: "postcode",
  phone: "phone",
  email: "email",
} as const;
export type BillingName = keyof typeof BILLING_LABELS;
/** A field of the billing address, by its name on the wire without what they all begin with. */
export const billingField = (page: Page, name: BillingName): Locator => field(page, BILLING_LABELS[name]);

/** The form in which a field stands. */
export const formOf = (page: Page, label: NameOf<"accounts">): Locator =>
  page
    .getByRole("main")
    .locator("form")
    .filter({ has: labelled(page, label) });

/** The button that sends the form in which a field stands. */
export const submitOf = (page: Page, label: NameOf<"accounts">): Locator =>
  formOf(page, label).getByRole("button").and(page.locator("[type=submit]"));

async function nonceOf(request: APIRequestContext, path: string): Promise<string> {
  let nonce: string | undefined;
  // The first requests of a shop that has just opened may be told to come back.
  await expect(async () => {
    const html = await (await request.get(path)).text();
    nonce = /name="_wpnonce" value="([0-9a-f]{32})"/.exec(html.slice(html.indexOf("<main")))?.[1];
    expect(nonce, `${path} has a form`).toBeTruthy();
  }).toPass({ timeout: 10_000 });
  return nonce as string;
}

const COOKIE = "__Host-sid";

/** Makes an account by a command, and leaves the browser signed in. How one registers is told in accounts.spec.ts. */
export async function newCustomer(page: Page, firstName = "سلمى"): Promise<string> {
  const context = page.context();
  const email = newEmail();
  const guest = (await context.cookies()).find(({ name }) => name === COOKIE)?.value;
  const value = addCustomer({ email, firstName, passwordHash: PASSWORD_HASH }, guest);
  await context.addCookies([
    { name: COOKIE, value, domain: "localhost", path: "/", secure: true, httpOnly: true, sameSite: "Lax" },
  ]);
  return email;
}

/** Follows the link in the letter and chooses a password. */
export async function finishAccount(page: Page, email: string): Promise<void> {
  const { request } = page;
  const link = linkIn(await letterTo(email, "أكمل إنشاء حسابك"), SET_PASSWORD);
  const key = new URL(link).searchParams.get("key") ?? "";
  const nonce = await nonceOf(request, `${SET_PASSWORD}?key=${key}`);
  const passwords = { key, password_1: PASSWORD, password_2: PASSWORD, _wpnonce: nonce };
  expect((await request.post(SET_PASSWORD, { form: passwords })).ok()).toBe(true);
}
