import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { STAFF_ORDERS, signInStaff } from "./support/staff";

const HOME = "/ar/wp-admin/";
const FIND = "/ar/wp-admin/find/";
const AUDIT = "/ar/wp-admin/audit/";
const HEALTH = "/ar/wp-admin/health/";
const SEARCH_WORDS = "/ar/wp-admin/search/";

const menu = (page: Page) => page.getByRole("complementary", { name: t("admin.menu") });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
/** Lost by a load of the document. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { stays: true }));
const stays = (page: Page) => page.evaluate(() => "stays" in window);

test("links, back and forward change the page without a load, announce it and focus its heading", async ({
  page,
  shop,
}) => {
  await signInStaff(page);
  await shop.visit(HOME);
  await mark(page);
  const first = await page.title();

  await shop.arriving(() =>
    menu(page)
      .getByRole("link", { name: t("admin.orders") })
      .click(),
  );
  await expect(page).toHaveURL(new RegExp(`${STAFF_ORDERS}$`));
  await expect(heading(page)).toBeFocused();
  await expect(menu(page).locator("[aria-current]")).toHaveText(t("admin.orders"));
  const second = await page.title();
  expect(second).not.toBe(first);
  await expect(page.locator("[data-announce]")).toHaveText(second);

  await shop.arriving(() =>
    menu(page)
      .getByRole("link", { name: t("audit.title") })
      .click(),
  );
  await expect(page).toHaveURL(new RegExp(`${AUDIT}$`));
  await shop.arriving(() => page.goBack());
  await expect(page).toHaveURL(new RegExp(`${STAFF_ORDERS}$`));
  await expect(page).toHaveTitle(second);
  await shop.arriving(() => page.goBack());
  await expect(page).toHaveTitle(first);
  await shop.arriving(() => page.goForward());
  await expect(page).toHaveTitle(second);
  expect(await stays(page), "no document was loaded").toBe(true);
});

test("a form goes the same way: its answer, or its refusal with what was typed", async ({ page, shop }) => {
  await signInStaff(page);
  await shop.visit(AUDIT);
  await mark(page);
  // By GET: the filters are the address.
  const main = page.getByRole("main");
  await main.getByLabel(t("audit.what")).selectOption("login");
  await shop.arriving(() => main.getByRole("button", { name: t("audit.search") }).click());
  await expect(page).toHaveURL(/\?.*what=login/);
  await expect(main.getByLabel(t("audit.what"))).toHaveValue("login");

  // By POST: the redirect is followed.
  await shop.arriving(() =>
    menu(page)
      .getByRole("link", { name: t("search.title") })
      .click(),
  );
  const word = `كلمة${Date.now()}`;
  await main.getByLabel(t("search.word"), { exact: true }).fill(word);
  await main.getByRole("textbox", { name: t("search.meaning") }).fill("عسل");
  await shop.arriving(() => main.getByRole("button", { name: t("search.save") }).click());
  await expect(page).toHaveURL(new RegExp(`${SEARCH_WORDS}\\?notice=`));
  await expect(main).toContainText(t("search.saved"));
  expect(await stays(page), "no document was loaded").toBe(true);
});

test("the log says what was done in the words of the admin, and leads to it [D36]", async ({
  page,
  shop,
}) => {
  await signInStaff(page);
  await shop.visit(SEARCH_WORDS);
  const main = page.getByRole("main");
  const word = `كلمة${Date.now()}`;
  await main.getByLabel(t("search.word"), { exact: true }).fill(word);
  await main.getByRole("textbox", { name: t("search.meaning") }).fill("عسل");
  await shop.arriving(() => main.getByRole("button", { name: t("search.save") }).click());

  await shop.visit(`${AUDIT}?what=search-words`);
  const row = main.getByRole("row", { name: word });
  await expect(row).toContainText(t("audit.search-words"));
  await expect(row).toContainText(t("search.meaning"));
  await expect(row).not.toContainText("saved");
  await shop.arriving(() => row.getByRole("link", { name: word }).click());
  await expect(page).toHaveURL(new RegExp(`${SEARCH_WORDS}$`));
});

test("the palette opens by the place of its key, finds a page and opens it [D22]", async ({ page, shop }) => {
  await signInStaff(page);
  await shop.visit(HOME);
  await mark(page);
  const palette = page.getByRole("dialog", { name: t("admin.find") });
  const field = palette.getByRole("combobox");

  // An Arabic keyboard: the same key types another letter.
  await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", {
        key: "ن",
        code: "KeyK",
        ctrlKey: true,
        bubbles: true,
        cancelable: true,
      }),
    ),
  );
  await expect(palette).toBeVisible();
  await expect(field).toBeFocused();
  await expect(palette.getByRole("option").first()).toBeVisible();
  await shop.audit();
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);

  await page.keyboard.press("Control+k");
  // «سجل» with the keyboard still in English.
  await field.pressSequentially("s[g");
  const option = palette.getByRole("option", { name: t("audit.title") });
  await expect(option).toBeVisible();
  await expect(option).toHaveAttribute("aria-selected", "true");
  await shop.arriving(() => page.keyboard.press("Enter"));
  await expect(page).toHaveURL(new RegExp(`${AUDIT}$`));
  await expect(heading(page)).toBeFocused();
  expect(await stays(page), "no document was loaded").toBe(true);

  // Silent while a member types.
  await shop.visit(FIND);
  await page.getByRole("main").getByRole("searchbox").focus();
  await page.keyboard.press("Control+k");
  await expect(palette).toHaveCount(0);
  await page.getByRole("link", { name: t("admin.find-label") }).click();
  await expect(palette).toBeVisible();
});

test("islands of a page work after it was opened by a link", async ({ page, shop }) => {
  await signInStaff(page);
  await shop.visit("/ar/wp-admin/reviews/");
  await mark(page);
  await shop.arriving(() =>
    menu(page)
      .getByRole("link", { name: t("admin.home") })
      .click(),
  );
  await shop.arriving(() => page.goBack());
  expect(await stays(page)).toBe(true);
  await expect(heading(page)).toBeVisible();
});

test("an answer that is no view is loaded as the browser does", async ({ page, shop }) => {
  await signInStaff(page);
  await shop.visit(HOME);
  await mark(page);
  // The page with the camera has headers of its own.
  await shop.arriving(() =>
    menu(page)
      .getByRole("link", { name: t("barcodes.title") })
      .click(),
  );
  await expect(page).toHaveURL(/\/barcodes\/$/);
  expect(await stays(page)).toBe(false);
});

for (const width of [390, 768, 1280]) {
  test(`search, palette and log at ${width} px [D25]`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 900 });
    await signInStaff(page);
    for (const path of [FIND, `${FIND}?q=طلبات`, AUDIT, `${AUDIT}?what=refund`, HEALTH])
      await shop.visit(path);
    await page.getByRole("link", { name: t("admin.find-label") }).click();
    await expect(page.getByRole("dialog").getByRole("option").first()).toBeVisible();
    await shop.audit();
  });
}

test("without script the search and the log are pages with links and forms [D23]", {
  tag: "@no-script",
}, async ({ page, shop }) => {
  await signInStaff(page);
  await shop.visit(HOME);
  await shop.arriving(() => page.getByRole("link", { name: t("admin.find-label") }).click());
  const main = page.getByRole("main");
  await main.getByRole("searchbox").fill("سجل");
  await shop.arriving(() => main.getByRole("button", { name: t("admin.find-submit") }).click());
  await shop.arriving(() => main.getByRole("link", { name: t("audit.title") }).click());
  await expect(page).toHaveURL(new RegExp(`${AUDIT}$`));
  await main.getByLabel(t("audit.what")).selectOption("login");
  await shop.arriving(() => main.getByRole("button", { name: t("audit.search") }).click());
  await expect(main.getByRole("row")).not.toHaveCount(0);
});

test("the first load of the admin stays below its budget", async ({ page, shop }) => {
  await signInStaff(page);
  let bytes = 0;
  page.on("response", async (response) => {
    if (response.request().resourceType() !== "script") return;
    bytes += (await response.request().sizes()).responseBodySize;
  });
  await shop.visit(STAFF_ORDERS);
  // The stream of changes comes last; while it is open the network is never idle.
  await expect(page.locator("[data-corner]")).toHaveAttribute("data-live", "");
  test.info().annotations.push({ type: "bytes", description: String(bytes) });
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(190_000);
});
