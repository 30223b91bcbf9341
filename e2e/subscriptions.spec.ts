import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { ACTION, emailTo, linkIn, newCustomer, newEmail, SUBSCRIPTIONS } from "./support/accounts";

const form = (page: Page) => page.locator("form[data-subscriptions]");
const boxes = (page: Page) => form(page).getByRole("checkbox");
const saved = (page: Page) => page.locator("[data-saved]");
const save = (page: Page) => form(page).getByRole("button", { name: t("common.save"), exact: true });

test.describe("email subscriptions", () => {
  test("the form is a list of checkboxes with a nonce and a live region [ACCT-05]", {
    tag: "@any",
  }, async ({ page, shop }) => {
    const email = await newCustomer(page);
    await shop.visit(SUBSCRIPTIONS);
    await expect(page.getByRole("main")).toContainText(email);
    await expect(boxes(page)).toHaveCount(4);
    for (const box of await boxes(page).all()) expect(await box.getAttribute("value")).toMatch(/^\d+$/);
    await expect(form(page).locator("[name=nonce]")).toHaveValue(/^[0-9a-f]{32}$/);
    await expect(saved(page)).toHaveAttribute("role", "status");
    await expect(saved(page)).toBeEmpty();
  });

  test("saving blocks the form, sends call 9 and shows that it is saved [ACCT-06] [ACCT-07] [ACCT-08] [API-09]", async ({
    page,
    shop,
  }) => {
    const email = await newCustomer(page);
    await shop.visit(SUBSCRIPTIONS);
    let go = () => {};
    const held = new Promise<void>((done) => {
      go = done;
    });
    await page.route(`**${ACTION}`, async (route) => {
      await held;
      await route.continue();
    });
    await boxes(page).nth(0).check();
    await boxes(page).nth(1).check();
    const chosen = await Promise.all([0, 1].map((n) => boxes(page).nth(n).getAttribute("value")));
    const sent = page.waitForRequest(`**${ACTION}`);
    await save(page).click();
    const fields = new URLSearchParams((await sent).postData() ?? "");
    expect(fields.get("action")).toBe("fue_update_account_subscriptions");
    expect(fields.getAll("lists[]")).toEqual(chosen);
    expect(fields.get("nonce")).toMatch(/^[0-9a-f]{32}$/);
    await expect(form(page)).toHaveAttribute("aria-busy", "true");
    expect(await form(page).evaluate((element) => (element as HTMLElement).inert)).toBe(true);
    go();
    await expect(saved(page)).toContainText(t("accounts.subscriptions-saved"));
    await expect(form(page)).not.toHaveAttribute("inert");
    await expect(form(page)).not.toHaveAttribute("aria-busy", "true");

    await page.unroute(`**${ACTION}`);
    await shop.visit(SUBSCRIPTIONS);
    await expect(boxes(page).nth(0)).toBeChecked();
    await expect(boxes(page).nth(2)).not.toBeChecked();
    const mail = await emailTo(email, `اشتراكك في القائمة «عروض الموسم»`);
    const header = (name: string) => mail.headers.find(([found]) => found.toLowerCase() === name)?.[1];
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");

    // Unsubscribing manually.
    await shop.visit(header("list-unsubscribe")?.slice(1, -1) ?? "");
    await shop.arriving(() =>
      page
        .getByRole("main")
        .getByRole("button", { name: t("accounts.unsubscribe") })
        .click(),
    );
    await expect(page.getByRole("main")).toContainText(t("accounts.unsubscribed"));
    await shop.visit(SUBSCRIPTIONS);
    await expect(boxes(page).nth(0)).not.toBeChecked();
    await expect(boxes(page).nth(1)).toBeChecked();
  });

  for (const [name, fail] of [
    [
      "an error",
      (page: Page) => page.route(`**${ACTION}`, (route) => route.fulfill({ status: 500, body: "no" })),
    ],
    ["no answer at all", (page: Page) => page.route(`**${ACTION}`, (route) => route.abort())],
  ] as const) {
    test(`the notice appears and the block is removed after ${name} [ACCT-07]`, async ({
      page,
      shop,
      pageErrors,
    }) => {
      pageErrors.allow(/500|Failed to load|ERR_FAILED|failed request/);
      await newCustomer(page);
      await shop.visit(SUBSCRIPTIONS);
      await fail(page);
      await boxes(page).nth(0).check();
      await save(page).click();
      await expect(saved(page)).toContainText(t("accounts.subscriptions-saved"));
      await expect(form(page)).not.toHaveAttribute("inert");
    });
  }

  test("without script the same form saves [ACCT-08]", { tag: "@no-script" }, async ({ page, shop }) => {
    await newCustomer(page);
    await shop.visit(SUBSCRIPTIONS);
    await boxes(page).nth(2).check();
    await shop.arriving(() => save(page).click());
    await expect(saved(page)).toContainText(t("accounts.subscriptions-saved"));
    await expect(boxes(page).nth(2)).toBeChecked();
    await boxes(page).nth(2).uncheck();
    await shop.arriving(() => save(page).click());
    await expect(boxes(page).nth(2)).not.toBeChecked();
  });
});

test("an address is subscribed from the footer by the link in its email", { tag: "@no-script" }, async ({
  page,
  shop,
}) => {
  const email = newEmail();
  await shop.visit("/ar/shop/");
  const footer = page.getByRole("contentinfo");
  await footer.getByRole("textbox", { name: t("layout.newsletter-email") }).fill(email);
  await shop.arriving(() => footer.getByRole("button", { name: t("layout.newsletter-submit") }).click());
  await expect(page.getByRole("main")).toContainText(t("accounts.newsletter-sent"));
  await shop.visit(linkIn(await emailTo(email, t("mail.subscribe")), "/ar/newsletter/confirm/"));
  await shop.arriving(() =>
    page
      .getByRole("main")
      .getByRole("button", { name: t("accounts.newsletter-confirm") })
      .click(),
  );
  await expect(page.getByRole("main")).toContainText(t("accounts.newsletter-done"));
});
