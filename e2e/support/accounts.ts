import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { addCustomer } from "./database";
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
  `${ACCOUNT}affiliate/`,
  PRIVACY,
];

export const PASSWORD = "سعف النخيل 7";
/** The Argon2id hash of PASSWORD with the shop's parameters and a public salt. */
const PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$bWF0amFyIGUyZSB0ZXN0cw$iefvr6owRDZOOQN10m7HtrFZcT1ifjspp3TeU+m0e8U";
export const OTHER_PASSWORD = "قهوة الصباح 12";

/** A unique email address. */
export const newEmail = (): string =>
  `e2e-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}@example.com`;

/** An email as mailsink stores it. */
export type ReceivedEmail = {
  to: Array<string>;
  subject: string;
  html: string;
  text: string;
  headers: Array<[string, string]>;
};

function emailsTo(email: string): Array<ReceivedEmail> {
  const folder = process.env.E2E_MAIL;
  if (!folder) throw new Error("E2E_MAIL says where the emails of the shop are; `make e2e` sets it");
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort();
  const mails = files.map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as ReceivedEmail);
  return mails.filter(({ to }) => to.includes(email));
}

/** Waits for the email with this subject to this address. */
export async function emailTo(email: string, subject: string): Promise<ReceivedEmail> {
  const find = () => emailsTo(email).findLast((mail) => mail.subject === subject);
  await expect.poll(find, { message: `«${subject}» to ${email}`, timeout: 20_000 }).toBeTruthy();
  return find() as ReceivedEmail;
}

/** Returns the link to `path` in the plain text of an email. */
export function linkIn(mail: ReceivedEmail, path: string): string {
  const found = mail.text.split(/\s+/).find((word) => word.includes(path));
  if (!found) throw new Error(`no link to ${path} in:\n${mail.text}`);
  return found;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** The suffix of the label of an optional field. */
const OPTIONAL = `(\\s*${escaped(t("common.optional"))})?`;

/** A field by the id of its label in `accounts.ftl`, for example `password-new`. */
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
/** A field of the billing address, by its name without the common prefix. The recipient of a gift has fields of the same labels. */
export const billingField = (page: Page, name: BillingName): Locator =>
  field(page, BILLING_LABELS[name]).and(page.locator(":not([name^=shipping_])"));

/** The form that contains a field. */
export const formOf = (page: Page, label: NameOf<"accounts">): Locator =>
  page
    .getByRole("main")
    .locator("form")
    .filter({ has: labelled(page, label) });

/** The submit button of the form that contains a field. */
export const submitOf = (page: Page, label: NameOf<"accounts">): Locator =>
  formOf(page, label).getByRole("button").and(page.locator("[type=submit]"));

async function nonceOf(request: APIRequestContext, path: string): Promise<string> {
  let nonce: string | undefined;
  // The first requests to a shop that has just started may get a 429 or 503 and are retried.
  await expect(async () => {
    const html = await (await request.get(path)).text();
    nonce = /name="_wpnonce" value="([0-9a-f]{32})"/.exec(html.slice(html.indexOf("<main")))?.[1];
    expect(nonce, `${path} has a form`).toBeTruthy();
  }).toPass({ timeout: 10_000 });
  return nonce as string;
}

const COOKIE = "__Host-sid";

/** Creates an account in the database and signs the browser in. accounts.spec.ts tests the registration. */
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

/** Opens the link in the email and chooses a password. */
export async function finishAccount(page: Page, email: string): Promise<void> {
  const { request } = page;
  const link = linkIn(await emailTo(email, "أكمل إنشاء حسابك"), SET_PASSWORD);
  const key = new URL(link).searchParams.get("key") ?? "";
  const nonce = await nonceOf(request, `${SET_PASSWORD}?key=${key}`);
  const passwords = { key, password_1: PASSWORD, password_2: PASSWORD, _wpnonce: nonce };
  expect((await request.post(SET_PASSWORD, { form: passwords })).ok()).toBe(true);
}
