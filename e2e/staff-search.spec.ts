import { devices } from "@playwright/test";
import { test as base, expect, type Shop, t } from "./shop";
import { type OwnShop, openOwnShop } from "./support/closed-shop";
import { staffToken } from "./support/database";

/** These tests change the meanings of words, so they use a separate shop. */
const test = base.extend<{ baseURL: string }, { ownShop: OwnShop }>({
  ownShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first argument
    async ({}, use) => {
      const own = await openOwnShop();
      await use(own);
      await own.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ ownShop }, use) => use(ownShop.origin),
});
test.describe.configure({ mode: "serial" });
// The reports of programs do not count, and a headless browser says that it is one.
test.use({ userAgent: devices["Desktop Chrome"].userAgent });

const STAFF = "/ar/wp-admin/search/";

test.beforeEach(async ({ context, ownShop }) => {
  await context.addCookies([
    {
      name: "__Host-staff",
      value: staffToken(ownShop),
      domain: "localhost",
      path: "/",
      secure: true,
      httpOnly: true,
      sameSite: "Strict",
    },
  ]);
});

/** Opens a page until it shows the change: it reaches the server within a second. */
const seen = (shop: Shop, path: string, check: () => Promise<void>) =>
  expect(async () => {
    await shop.visit(path);
    await check();
  }).toPass({ timeout: 20_000 });

test("from a query without a result the owner gives its word a meaning, and it is found", async ({
  page,
  shop,
}) => {
  test.slow();
  const main = page.getByRole("main");
  const none = t("catalog.search-none", { query: "خنفشار" });
  const answered = page.waitForResponse((response) => response.url().endsWith("/search-report"));
  await shop.visit("/ar/?s=خنفشار&post_type=product");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(none);
  expect(await (await answered).json()).toEqual({ success: true });

  await shop.visit(STAFF);
  await shop.audit();
  await shop.arriving(() =>
    main.getByRole("link", { name: t("search.add-word", { query: "خنفشار" }) }).click(),
  );
  await expect(main.getByLabel(t("search.word"))).toHaveValue("خنفشار");
  await main.getByLabel(t("search.meaning")).fill("عسل");
  await shop.arriving(() => main.getByRole("button", { name: t("search.save") }).click());
  await expect(main).toContainText(t("search.saved"));

  await seen(shop, "/ar/?s=خنفشار&post_type=product", async () => {
    await expect(main.getByRole("article").first()).toContainText("عسل", { timeout: 500 });
  });

  await shop.visit(`${STAFF}?q=خنفشار`);
  await shop.arriving(() =>
    main.getByRole("button", { name: t("search.remove-word", { word: "خنفشار" }) }).click(),
  );
  await expect(main).toContainText(t("search.removed"));
});
