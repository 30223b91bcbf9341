import type { Page, Response } from "@playwright/test";
import { expect, type Shop, t, test } from "./shop";
import { CART, fillCart } from "./support/carts";
import { gallery } from "./support/catalogue";
import { allowProvider, CHECKOUT, payReady } from "./support/checkout";
import { HELP, POST } from "./support/content";
import { CONTACT } from "./support/enquiries";
import { coffee, dallah, greeting, haraz, hospitality } from "./support/products";

const KB = 1000;
/** Loaded when the page is ready and idle, with a budget of its own. */
const MEASUREMENT = /\/(measure|emoji-support)-[^/]*\.js$/;
const isMeasurement = (response: Response) => MEASUREMENT.test(new URL(response.url()).pathname);

/** Everything the page fetches, including the scripts of its islands, as bytes over the wire. */
async function expectWithinBudget(page: Page, shop: Shop, path: string): Promise<void> {
  const fetched: Array<Response> = [];
  page.on("response", (response) => fetched.push(response));
  await shop.visit(path);
  await expect(page.getByRole("button", { name: t("common.quantity-up") }).first()).toBeEnabled();
  await expect(gallery(page)).toHaveAttribute("data-live");
  await page.waitForLoadState("networkidle");

  const size = { script: 0, stylesheet: 0, font: 0 };
  // Excludes React and the gallery's carousel, which are in separate files.
  let ours = 0;
  for (const response of fetched) {
    if (isMeasurement(response)) continue;
    const type = response.request().resourceType() as keyof typeof size;
    if (!(type in size)) continue;
    const { responseBodySize } = await response.request().sizes();
    size[type] += responseBodySize;
    if (type === "script" && !/\/(react|embla)-[^/]*\.js$/.test(new URL(response.url()).pathname))
      ours += responseBodySize;
  }
  test.info().annotations.push({ type: "bytes", description: JSON.stringify({ ...size, ours }) });

  for (const bytes of Object.values(size)) expect(bytes).toBeGreaterThan(0);
  expect(size.script).toBeLessThanOrEqual(90 * KB);
  expect(ours).toBeLessThanOrEqual(32 * KB);
  expect(size.stylesheet).toBeLessThanOrEqual(15 * KB);
  expect(size.font).toBeLessThanOrEqual(60 * KB);
}

for (const [what, { path }] of Object.entries({
  "a simple product": coffee,
  "a product with options": haraz,
  "a product with a countdown": dallah,
  "a bundle": hospitality,
})) {
  test(`the page of ${what} fits its budget of script, style and fonts [WEB-3]`, async ({ page, shop }) => {
    await expectWithinBudget(page, shop, path);
  });
}

/** The bytes of script that a page fetches by itself: in total, and without React. */
async function scriptOf(page: Page, shop: Shop, path: string): Promise<{ all: number; ours: number }> {
  const scripts: Array<Response> = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response);
  });
  await shop.visit(path);
  await page.waitForLoadState("networkidle");
  let [all, ours] = [0, 0];
  for (const response of scripts) {
    if (isMeasurement(response)) continue;
    const { responseBodySize } = await response.request().sizes();
    all += responseBodySize;
    if (!/\/react-[^/]*\.js$/.test(new URL(response.url()).pathname)) ours += responseBodySize;
  }
  test.info().annotations.push({ type: "bytes", description: JSON.stringify({ all, ours }) });
  return { all, ours };
}

test("the cart page fits its budget of script [WEB-3]", async ({ page, shop }) => {
  await fillCart(page, coffee);
  const { all, ours } = await scriptOf(page, shop, CART);
  expect(all).toBeLessThanOrEqual(90 * KB);
  expect(ours).toBeGreaterThan(0);
  expect(ours).toBeLessThanOrEqual(32 * KB);
});

for (const [what, path] of Object.entries({ "a post with comments": POST, "a page with tabs": HELP })) {
  test(`${what} fits its budget of script [WEB-3]`, async ({ page, shop }) => {
    const { all, ours } = await scriptOf(page, shop, path);
    expect(all).toBeLessThanOrEqual(75 * KB);
    expect(ours).toBeLessThanOrEqual(20 * KB);
  });
}

test("a page with a form fits its budget of script; others do not load that of forms [WEB-3]", async ({
  page,
  shop,
}) => {
  const loaded: Array<string> = [];
  page.on("request", (request) => {
    if (/EnquiryForm[^/]*\.js$/.test(request.url())) loaded.push(request.url());
  });
  const { all, ours } = await scriptOf(page, shop, CONTACT);
  expect(loaded).toHaveLength(1);
  expect(all).toBeLessThanOrEqual(85 * KB);
  expect(ours).toBeLessThanOrEqual(32 * KB);
  await shop.visit(POST);
  await shop.visit(HELP);
  await page.waitForLoadState("networkidle");
  expect(loaded).toHaveLength(1);
});

test("a listing needs no more than 15 kB of script until something in it is used [WEB-3]", async ({
  page,
  shop,
}) => {
  const { all } = await scriptOf(page, shop, "/ar/product-category/honey/");
  expect(all).toBeGreaterThan(0);
  expect(all).toBeLessThanOrEqual(15 * KB);
});

test("the checkout fits its budget of script [WEB-3]", async ({ page, shop, pageErrors, baseURL }) => {
  allowProvider(pageErrors);
  await fillCart(page, greeting);
  const fetched: Array<Response> = [];
  page.on("response", (response) => fetched.push(response));
  await shop.visit(CHECKOUT);
  await payReady(page);
  await page.waitForLoadState("networkidle");
  const size = { all: 0, ours: 0 };
  for (const response of fetched) {
    const request = response.request();
    if (request.resourceType() !== "script" || !request.url().startsWith(baseURL ?? "")) continue;
    if (isMeasurement(response)) continue;
    const { responseBodySize } = await request.sizes();
    size.all += responseBodySize;
    if (!/\/react-/.test(request.url())) size.ours += responseBodySize;
  }
  test.info().annotations.push({ type: "bytes", description: JSON.stringify(size) });
  expect(size.ours).toBeGreaterThan(0);
  expect(size.all).toBeLessThanOrEqual(90 * KB);
  expect(size.ours).toBeLessThanOrEqual(32 * KB);
});

test("the source of a visit is measured after the page is ready, by 3 kB of script", async ({
  page,
  shop,
}) => {
  const fetched: Array<Response> = [];
  page.on("response", (response) => fetched.push(response));
  await shop.visit(coffee.path);
  await page.waitForLoadState("networkidle");
  const measurement = fetched.filter(isMeasurement);
  expect(measurement.length).toBeGreaterThanOrEqual(2);
  let bytes = 0;
  for (const response of measurement) bytes += (await response.request().sizes()).responseBodySize;
  expect(bytes).toBeLessThanOrEqual(3 * KB);
  const begun = await page.evaluate(
    (pattern) => {
      const script = performance
        .getEntriesByType("resource")
        .find(({ name }) => new RegExp(pattern).test(name));
      const [navigation] = performance.getEntriesByType("navigation") as Array<PerformanceNavigationTiming>;
      return { script: script?.startTime ?? 0, load: navigation?.loadEventStart ?? Number.POSITIVE_INFINITY };
    },
    MEASUREMENT.source.replace("$", ""),
  );
  expect(begun.script).toBeGreaterThanOrEqual(begun.load);
});
