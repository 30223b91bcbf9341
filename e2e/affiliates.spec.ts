import { expect, t, test } from "./shop";
import { newCustomer } from "./support/accounts";
import {
  AFFILIATE,
  affiliateCalls,
  affiliateCookies,
  newAffiliate,
  STAFF_AFFILIATES,
  STAFF_PAYOUTS,
} from "./support/affiliates";
import { haraz } from "./support/products";
import { signInStaff } from "./support/staff";

const MONTH = 30 * 24 * 60 * 60;

test("a link in the query is reported and stored in cookies [AFF-01] [AFF-03] [AFF-04] [AFF-10] [AFF-12] [AFF-13] [API-07]", {
  tag: "@phone",
}, async ({ page, shop, browser }) => {
  const owner = await browser.newPage();
  const { id } = newAffiliate(await newCustomer(owner));
  await owner.close();
  const calls = affiliateCalls(page);
  const answer = page.waitForResponse(
    (response) => response.request().postData()?.includes("affwp_track") ?? false,
  );

  await shop.visit(`${haraz.path}?ref=${id}&campaign=eid`);

  const visit = await (await answer).text();
  expect(visit).toMatch(/^[1-9]\d*$/);
  expect(calls.map((call) => call.get("action"))).toEqual(["affwp_track_visit"]);
  expect(Object.fromEntries(calls[0] ?? [])).toMatchObject({
    affiliate: id,
    campaign: "eid",
    url: page.url(),
  });
  await expect.poll(async () => Object.keys(await affiliateCookies(page)).length).toBe(3);
  const cookies = await affiliateCookies(page);
  expect(cookies.affwp_ref?.value).toBe(id);
  expect(cookies.affwp_ref_visit_id?.value).toBe(visit);
  expect(cookies.affwp_campaign?.value).toBe("eid");
  for (const { path, expires } of Object.values(cookies)) {
    expect(path).toBe("/");
    expect(Math.abs(expires - Date.now() / 1000 - MONTH)).toBeLessThan(300);
  }

  // Another link changes nothing any more.
  calls.length = 0;
  await shop.visit("/ar/?ref=100001");
  expect(calls).toEqual([]);
  expect((await affiliateCookies(page)).affwp_ref?.value).toBe(id);
});

test("a name at the end of the path is looked up first, and the page is the same [AFF-02] [AFF-07] [AFF-08] [API-08]", async ({
  page,
  shop,
  browser,
}) => {
  const owner = await browser.newPage();
  const { id, slug } = newAffiliate(await newCustomer(owner));
  await owner.close();
  const calls = affiliateCalls(page);
  await shop.visit(`${haraz.path}ref/${slug}/`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(async () => (await affiliateCookies(page)).affwp_ref?.value).toBe(id);
  expect(calls.map((call) => call.get("action"))).toEqual(["affwp_get_affiliate_id", "affwp_track_visit"]);
});

test("an unknown affiliate is logged and sets no cookie; without an affiliate nothing is loaded [AFF-15] [AFF-16]", async ({
  page,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(/no affiliate|not tracked/);
  const requests: Array<string> = [];
  page.on("request", (request) => requests.push(request.url()));
  await shop.visit("/ar/");
  expect(requests.filter((url) => /track|affiliate-settings/.test(url))).toEqual([]);
  const warned = page.waitForEvent("console", (message) => message.text().includes("no affiliate"));
  await shop.visit("/ar/?ref=nobody-here");
  await warned;
  expect(await affiliateCookies(page)).toEqual({});
});

test("a customer requests to join, staff approve, and the links can be copied", { tag: "@phone" }, async ({
  page,
  shop,
  browser,
  context,
}) => {
  await newCustomer(page);
  await shop.visit(AFFILIATE);
  const slug = `e2e-${Date.now().toString(36)}`;
  await page.getByLabel(t("affiliates.join-slug")).fill(slug);
  await shop.arriving(() => page.getByRole("button", { name: t("affiliates.join") }).click());
  await expect(page.getByText(t("affiliates.requested"))).toBeVisible();

  const staff = await browser.newPage();
  await signInStaff(staff);
  await staff.goto(`${STAFF_AFFILIATES}?search=${slug}`);
  await staff.getByRole("link", { name: slug }).click();
  await staff.getByRole("button", { name: t("affiliates.approve") }).click();
  await expect(staff.getByText(t("affiliates.saved"))).toBeVisible();
  await staff.close();

  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await shop.visit(AFFILIATE);
  const name = t("affiliates.copy-named", { name: t("affiliates.link") });
  await page.getByRole("button", { name }).click();
  await expect(page.getByText(t("affiliates.copied"))).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`\\?ref=${slug}$`));
  await expect(page.getByText(t("common.plot-empty")).first()).toBeVisible();
});

test("without script a customer joins, and links are text", { tag: "@no-script" }, async ({ page, shop }) => {
  newAffiliate(await newCustomer(page));
  await shop.visit(AFFILIATE);
  await expect(page.getByRole("textbox", { name: t("affiliates.link"), exact: true })).toHaveValue(
    /\/ar\/\?ref=e2e-/,
  );
  await expect(page.getByRole("button", { name: t("affiliates.copy") })).toHaveCount(0);
});

test("staff see affiliates and payouts", { tag: "@any" }, async ({ page, shop }) => {
  await signInStaff(page);
  await shop.visit(STAFF_AFFILIATES);
  await expect(page.getByRole("heading", { name: t("affiliates.staff-title") })).toBeVisible();
  await shop.arriving(() => page.getByRole("link", { name: "salma" }).first().click());
  await expect(page.getByRole("img", { name: t("affiliates.plot-visits") })).toBeVisible();
  await page.getByText(t("common.plot-table")).first().click();
  await expect(page.getByRole("table").first()).toBeVisible();
  await shop.visit(STAFF_PAYOUTS);
  await expect(page.getByRole("heading", { level: 1, name: t("affiliates.staff-payouts") })).toBeVisible();
});
