import { test as base, expect } from "./payment-shop";
import { buyButton, CART, sideCart } from "./support/carts";
import {
  billingOf,
  CHECKOUT,
  expectKind,
  fillBilling,
  fillCard,
  payButton,
  payReady,
} from "./support/checkout";
import { type OtherShop, openShop } from "./support/closed-shop";
import { coffee } from "./support/products";
import { openStandIn, type StandIn } from "./support/stand-in";

type Measured = { standIn: StandIn; server: OtherShop };

/** A server with all services configured, which a stand-in answers for. */
const test = base.extend<{ baseURL: string; standIn: StandIn }, { measured: Measured }>({
  measured: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first argument
    async ({}, use) => {
      const standIn = await openStandIn();
      const server = await openShop({
        MATJAR_ANALYTICS_ID: "G-1",
        MATJAR_ANALYTICS_SCRIPT_URL: `${standIn.origin}/analytics.js`,
        MATJAR_TAG_MANAGER_ID: "GTM-2",
        MATJAR_TAG_MANAGER_SCRIPT_URL: `${standIn.origin}/manager.js`,
        MATJAR_PIXEL_ID: "333",
        MATJAR_PIXEL_SCRIPT_URL: `${standIn.origin}/pixel.js`,
        MATJAR_TAG_ORIGINS: standIn.origin,
      });
      await use({ standIn, server });
      await server.close();
      await standIn.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ measured }, use) => use(measured.server.origin),
  standIn: async ({ measured, pageErrors }, use) => {
    measured.standIn.reports.length = 0;
    measured.standIn.loads.length = 0;
    pageErrors.allow(new RegExp(`^third-party request: ${measured.standIn.origin}`));
    await use(measured.standIn);
  },
});
test.describe.configure({ mode: "default" });

/** Names of the events that a service received. */
const events = ({ reports }: StandIn, name: string) =>
  reports.filter(({ from, call }) => from === "layer" && call[0] === "event" && call[1] === name);
const pixels = ({ reports }: StandIn, name: string) =>
  reports.filter(({ from, call }) => from === "pixel" && call[0] === "track" && call[1] === name);

test("views, additions and purchases are reported once, and the payment page loads no service [SITE-37] [SITE-38] [ATTR-17] [ATTR-18]", async ({
  page,
  shop,
  standIn,
  email,
}) => {
  await shop.visit(coffee.path);
  await expect
    .poll(() => standIn.loads.toSorted())
    .toEqual(["/analytics.js?id=G-1", "/manager.js?id=GTM-2", "/pixel.js"]);
  await expect.poll(() => events(standIn, "view_item").length).toBe(1);
  await buyButton(page).click();
  await expect.poll(() => events(standIn, "add_to_cart").length).toBe(1);
  await expect.poll(() => pixels(standIn, "AddToCart").length).toBe(1);
  expect(events(standIn, "add_to_cart")[0]?.call[2]).toMatchObject({
    items: [{ item_name: coffee.name, price: 14.5, quantity: 1 }],
  });

  await expect(sideCart(page)).toBeVisible();
  await shop.audit();
  await shop.visit(CART);
  const link = page.getByRole("main").locator(`a[href="${CHECKOUT}"]`).first();
  standIn.loads.length = 0;
  await shop.arriving(() => link.click());
  await expect.poll(() => events(standIn, "begin_checkout").length).toBe(1);
  await payReady(page);
  expect(standIn.loads, "on the payment page").toEqual([]);
  expect(await page.content()).not.toContain(standIn.origin);

  await fillBilling(page, billingOf(email));
  await fillCard(page);
  await shop.arriving(() => payButton(page).click());
  await expectKind(page, "paid");
  await expect.poll(() => events(standIn, "purchase").length).toBe(1);
  await expect.poll(() => pixels(standIn, "Purchase").length).toBe(1);
  expect(events(standIn, "purchase")[0]?.call[2]).toMatchObject({
    currency: "USD",
    transaction_id: expect.stringMatching(/^\d+$/),
  });
  await page.reload();
  await expectKind(page, "paid");
  await page.waitForLoadState("networkidle");
  expect(events(standIn, "purchase"), "a reload reports nothing").toHaveLength(1);
});

test("a visitor who refused is not measured [ATTR-12]", async ({ page, shop, standIn }) => {
  await shop.visit("/ar/consent/");
  await shop.arriving(() => page.locator("button[value=no]").click());
  standIn.loads.length = 0;
  await shop.visit(coffee.path);
  await page.waitForLoadState("networkidle");
  expect(standIn.loads).toEqual([]);
  expect(standIn.reports.filter(({ call }) => call[1] === "view_item")).toEqual([]);
});
