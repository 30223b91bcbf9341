import type { Page } from "@playwright/test";
import { expect, t, test } from "./payment-shop";
import { fillCart } from "./support/carts";
import { billingOf, main, numbersOf, quickOrder, VISA } from "./support/checkout";
import { attemptsOf } from "./support/database";
import { greeting } from "./support/products";
import { settle } from "./support/provider";
import { codeOf, newMember, PASSWORD, STAFF_LOGIN, STAFF_ORDERS, signInStaff } from "./support/staff";

const WIDTHS = [320, 390, 768, 1280];

/** What a screen reader says of the page that was opened or answered. */
const announced = (page: Page) => page.locator("[data-announce]:not(dialog *)");

async function bought(page: Page, email: string): Promise<string> {
  await fillCart(page, greeting);
  const order = await quickOrder(page.request, { billing: billingOf(email), numbers: numbersOf(VISA) });
  return order.number;
}

/** Presses the key until the element has the focus, as a member without a mouse does. */
async function tabTo(page: Page, target: ReturnType<Page["getByRole"]>): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}

test.describe("staff: orders", () => {
  test("an order is prepared by keyboard alone [D24]", async ({ page, shop, email }) => {
    const number = await bought(page, email);
    await signInStaff(page);
    await shop.visit(`${STAFF_ORDERS}?state=processing&search=${number}`);
    await tabTo(page, main(page).getByRole("link", { name: t("checkout.view-named", { number }) }));
    await shop.arriving(() => page.keyboard.press("Enter"));
    await expect(announced(page)).toHaveText(await page.title());
    await expect(announced(page)).toContainText(number);
    await tabTo(page, main(page).getByRole("button", { name: t("staff_orders.print-one-picking") }));
    await shop.arriving(() => page.keyboard.press("Enter"));
    await expect(page.getByRole("heading", { level: 2 })).toContainText(number);
    await tabTo(page, page.getByRole("link", { name: t("staff_orders.picking-back") }));
    await shop.arriving(() => page.keyboard.press("Enter"));
    await tabTo(page, main(page).getByRole("button", { name: t("staff_orders.next-shipped") }));
    await shop.arriving(() => page.keyboard.press("Enter"));
    // The answer has the focus, which is how it is read out.
    await expect(main(page).getByRole("status").first()).toHaveText(t("checkout.staff-changed"));
    await expect(main(page).getByRole("status").first()).toBeFocused();
    await expect(main(page).locator("[data-state=shipped]").first()).toBeVisible();
  });

  test("a line is refunded by keyboard alone [D24]", async ({ page, shop, email }) => {
    const number = await bought(page, email);
    await settle(attemptsOf(number).at(-1)?.provider_ref ?? "");
    await signInStaff(page);
    await shop.visit(`${STAFF_ORDERS}${number}/`);
    const refund = async (pieces: string) => {
      await tabTo(page, main(page).locator("summary", { hasText: t("checkout.staff-refund") }));
      await page.keyboard.press("Enter");
      await tabTo(page, main(page).locator("#refund-line-1"));
      await page.keyboard.type(pieces);
      await tabTo(page, main(page).getByRole("button", { name: t("checkout.staff-refund"), exact: true }));
      await shop.arriving(() => page.keyboard.press("Enter"));
    };
    // More than was bought is refused, and that is what is read out.
    await refund("900");
    await expect(main(page).getByRole("alert").first()).toBeFocused();
    await refund("1");
    await expect(main(page).getByRole("status").first()).toHaveText(t("checkout.staff-refunded"));
    await expect(main(page).getByRole("status").first()).toBeFocused();
    await expect(announced(page)).toHaveText(await page.title());
  });

  test("the list, an order, its papers and the home page have no fault at any width [D25]", async ({
    page,
    shop,
    email,
  }) => {
    test.slow();
    const number = await bought(page, email);
    await signInStaff(page);
    const pages = [
      "/ar/wp-admin/",
      STAFF_ORDERS,
      `${STAFF_ORDERS}?search=0000000000`,
      `${STAFF_ORDERS}${number}/`,
      `${STAFF_ORDERS}${number}/print/picking/`,
      `${STAFF_ORDERS}${number}/print/invoice/`,
      `${STAFF_ORDERS}${number}/print/labels/`,
    ];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of pages) {
        await shop.visit(path);
        await shop.audit();
      }
    }
  });
});

test("staff: a refund is made without script, after a login without script [D23]", {
  tag: "@no-script",
}, async ({ page, shop, email }) => {
  const number = await bought(page, email);
  await settle(attemptsOf(number).at(-1)?.provider_ref ?? "");
  const member = newMember();
  await shop.visit(STAFF_LOGIN);
  await main(page).locator("[name=log]").fill(member.email);
  await main(page).locator("[name=pwd]").fill(PASSWORD);
  await main(page).locator("[name=code]").fill(codeOf(member.secret));
  await shop.arriving(() =>
    main(page)
      .getByRole("button", { name: t("accounts.login"), exact: true })
      .click(),
  );
  await expect(page).toHaveURL(/\/ar\/wp-admin\/$/);
  await shop.visit(`${STAFF_ORDERS}${number}/`);
  await main(page)
    .locator("summary", { hasText: t("checkout.staff-refund") })
    .click();
  await main(page).locator("#refund-line-1").fill("1");
  await shop.arriving(() =>
    main(page)
      .getByRole("button", { name: t("checkout.staff-refund"), exact: true })
      .click(),
  );
  await expect(main(page).getByRole("status").first()).toHaveText(t("checkout.staff-refunded"));
});

test("staff: a list is searched, filtered and an order moved without script [D23]", {
  tag: "@no-script",
}, async ({ page, shop, email }) => {
  const number = await bought(page, email);
  await signInStaff(page);
  await shop.visit(STAFF_ORDERS);
  await page.getByRole("searchbox", { name: t("staff_orders.search") }).fill(email);
  await shop.arriving(() =>
    main(page)
      .getByRole("button", { name: t("staff_orders.search-submit") })
      .click(),
  );
  await main(page)
    .getByRole("checkbox", { name: t("staff_orders.choose", { number }) })
    .check();
  await main(page).getByLabel(t("staff_orders.move-to"), { exact: true }).selectOption("shipped");
  await shop.arriving(() =>
    main(page)
      .getByRole("button", { name: t("staff_orders.move"), exact: true })
      .click(),
  );
  await expect(main(page).getByRole("status").first()).toContainText(t("staff_orders.moved", { count: 1 }));
});
