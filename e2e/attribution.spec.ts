import type { BrowserContext, Page } from "@playwright/test";
import { expect, t, test } from "./payment-shop";
import {
  billingOf,
  expectKind,
  fillBilling,
  fillCard,
  orderOf,
  payButton,
  toCheckout,
} from "./support/checkout";
import { attributionOf } from "./support/database";
import { coffee } from "./support/products";
import { STAFF_ORDERS, signInStaff } from "./support/staff";

const NAMES = [
  "sbjs_current",
  "sbjs_current_add",
  "sbjs_first",
  "sbjs_first_add",
  "sbjs_session",
  "sbjs_udata",
];
const CAMPAIGN = `${coffee.path}?utm_source=instagram&utm_medium=social&utm_campaign=eid`;
const CONSENT = "/ar/consent/";

const sourceCookies = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => name.startsWith("sbjs_"));

const pairsOf = (value: string): Record<string, string> =>
  Object.fromEntries(
    decodeURIComponent(value)
      .split("|||")
      .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );

async function cookie(context: BrowserContext, name: string): Promise<Record<string, string>> {
  const found = (await sourceCookies(context)).find((one) => one.name === name);
  return pairsOf(found?.value ?? "");
}

const hasSource = (context: BrowserContext) =>
  expect.poll(async () => (await sourceCookies(context)).map(({ name }) => name).toSorted()).toEqual(NAMES);

const hidden = (page: Page, field: string) => page.locator(`[name=wc_order_attribution_${field}]`);

test("a visit is saved in six cookies that end with the browser [ATTR-08] [ATTR-09] [ATTR-10] [ATTR-11]", async ({
  page,
  shop,
  context,
}) => {
  await shop.visit(CAMPAIGN);
  await hasSource(context);
  for (const { name, value, expires } of await sourceCookies(context)) {
    expect(expires, name).toBe(-1);
    expect(value, name).toContain("%3D");
  }
  expect(await cookie(context, "sbjs_current")).toMatchObject({
    typ: "utm",
    src: "instagram",
    mdm: "social",
    cmp: "eid",
    cnt: "(none)",
  });
  expect((await cookie(context, "sbjs_current_add")).ep).toContain("utm_source=instagram");

  await shop.visit("/ar/shop/");
  await expect.poll(async () => (await cookie(context, "sbjs_session")).pgs).toBe("2");
  expect((await cookie(context, "sbjs_current")).src).toBe("instagram");
  await expect(page).toHaveURL(/shop/);
});

test("after 30 minutes a new session begins [ATTR-06]", async ({ page, shop, context }) => {
  await shop.visit(coffee.path);
  await hasSource(context);
  const session = await cookie(context, "sbjs_session");
  expect((await cookie(context, "sbjs_udata")).vst).toBe("1");
  // As if the last page had been 31 minutes ago.
  const before = Object.entries({ ...session, pgs: "5", lst: String(Number(session.lst) - 31 * 60) });
  await context.addCookies([
    {
      name: "sbjs_session",
      value: encodeURIComponent(before.map((pair) => pair.join("=")).join("|||")),
      domain: new URL(page.url()).hostname,
      path: "/",
    },
  ]);
  await shop.visit("/ar/shop/");
  await expect.poll(async () => (await cookie(context, "sbjs_udata")).vst).toBe("2");
  expect((await cookie(context, "sbjs_session")).pgs).toBe("1");
});

test("the source of the visit is sent with the order, and staff see it [ATTR-01] [ATTR-04] [ATTR-16]", async ({
  page,
  shop,
  context,
  email,
}) => {
  await shop.visit(CAMPAIGN);
  await hasSource(context);
  await toCheckout(page, shop);
  await expect(hidden(page, "source_type")).toHaveValue("utm");
  await expect(hidden(page, "utm_source")).toHaveValue("instagram");
  await expect(hidden(page, "utm_term")).toHaveValue("(none)");
  await fillBilling(page, billingOf(email));
  await fillCard(page);
  await shop.arriving(() => payButton(page).click());
  await expectKind(page, "paid");
  const { number } = orderOf(page.url());
  const stored = attributionOf(number);
  expect(stored).toMatchObject({
    source_type: "utm",
    utm_source: "instagram",
    utm_medium: "social",
    utm_campaign: "eid",
    session_count: "1",
  });
  expect(stored.session_entry).toContain("utm_campaign=eid");
  expect(Number(stored.session_pages)).toBeGreaterThanOrEqual(2);
  expect(stored.session_start_time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(stored.user_agent).toContain("Chrome");

  await signInStaff(page);
  await shop.visit(`${STAFF_ORDERS}${number}/`);
  const source = page
    .getByRole("region")
    .or(page.locator("section"))
    .filter({ hasText: t("checkout.staff-source") });
  await expect(source.last()).toContainText("instagram");
  await expect(
    page.getByText(t("attribution.check-differs", { fields: "" }).trim().slice(0, 20)),
  ).toHaveCount(0);
});

test("a visitor who refuses has no cookies, and the order no source [ATTR-12]", async ({
  page,
  shop,
  context,
  email,
}) => {
  await shop.visit(CAMPAIGN);
  await hasSource(context);
  await shop.visit(CONSENT);
  await shop.arriving(() => page.getByRole("button", { name: t("attribution.consent-reject") }).click());
  await expect(page.getByText(t("attribution.consent-now-denied"))).toBeVisible();
  expect(await sourceCookies(context)).toEqual([]);
  await toCheckout(page, shop);
  await expect(hidden(page, "source_type")).toHaveValue("");
  await expect(hidden(page, "user_agent")).toHaveValue("");
  await fillBilling(page, billingOf(email));
  await fillCard(page);
  await shop.arriving(() => payButton(page).click());
  await expectKind(page, "paid");
  expect(attributionOf(orderOf(page.url()).number)).toEqual({});
  expect(await sourceCookies(context)).toEqual([]);
});

test("the choice is a plain form [ATTR-12]", { tag: "@no-script" }, async ({ page, shop, context }) => {
  await shop.visit(CONSENT);
  await shop.arriving(() => page.getByRole("button", { name: t("attribution.consent-reject") }).click());
  await expect(page.getByText(t("attribution.consent-now-denied"))).toBeVisible();
  expect((await context.cookies()).find(({ name }) => name === "matjar_consent")?.value).toBe("no");
});

test("a missing input is reported on the console [ATTR-14]", async ({ page, shop, pageErrors }) => {
  pageErrors.allow(/Field 'utm_term' not found/);
  const warnings: Array<string> = [];
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  await toCheckout(page, shop);
  await expect(hidden(page, "source_type")).toHaveValue("typein");
  await hidden(page, "utm_term").evaluate((input) => {
    input.remove();
    document.dispatchEvent(new Event("matjar:attribution-inputs"));
  });
  await expect
    .poll(() => warnings)
    .toContain("Field 'utm_term' not found; most likely the attribution inputs element was manipulated");
});
