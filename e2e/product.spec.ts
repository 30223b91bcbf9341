import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { buyButton, cartButton, FORM_ADD, fillCart, isCall, stayClosed } from "./support/carts";
import { choose, form, quantity, summaryPrice, variationId } from "./support/catalogue";
import { book, coffee, haraz, honeycomb } from "./support/products";

const TABS = ["catalog.description", "catalog.facts", "catalog.reviews", "catalog.questions"] as const;
type Tab = (typeof TABS)[number];

const tab = (page: Page, name: Tab) => page.getByRole("tab", { name: t(name) });

/** Expects this tab to be selected and its panel to be the only visible one. */
async function expectOpen(page: Page, open: Tab): Promise<void> {
  await expect(page.getByRole("tabpanel")).toHaveCount(1);
  await expect(page.getByRole("tabpanel", { name: t(open) })).toBeVisible();
  for (const name of TABS) {
    await expect(tab(page, name)).toHaveAttribute("aria-selected", String(name === open));
    await expect(tab(page, name)).toHaveAttribute("tabindex", name === open ? "0" : "-1");
  }
}

test.describe("the tabs of a product page", () => {
  test("are tabs, the first of them open, and open by a click [PROD-01] [PROD-06]", {
    tag: "@phone",
  }, async ({ page, shop }) => {
    await shop.visit(coffee.path);
    await expect(page.getByRole("tablist").getByRole("tab")).toContainText(TABS.map((name) => t(name)));
    await expectOpen(page, "catalog.description");

    await tab(page, "catalog.facts").click();
    await expectOpen(page, "catalog.facts");
    await expect(page.getByRole("tabpanel").getByRole("rowheader").first()).toBeVisible();
    await shop.audit();
    await tab(page, "catalog.questions").click();
    await expectOpen(page, "catalog.questions");
    await expect(page.getByRole("tabpanel").getByRole("link", { name: t("questions.ask") })).toBeVisible();
  });

  // The mapping of addresses to tabs is tested in web/src/catalog/tabs.test.ts.
  test("one is opened by an address that names it [PROD-02] [PROD-03] [PROD-04] [PROD-05] [PROD-06]", async ({
    page,
    shop,
  }) => {
    for (const [address, open] of [
      ["#comment-12", "catalog.reviews"],
      ["comment-page-2/#comments", "catalog.reviews"],
      ["?cpage=2", "catalog.reviews"],
      ["?from=email#tab-additional_information", "catalog.facts"],
      ["?from=search#something", "catalog.description"],
    ] as Array<[string, Tab]>) {
      await shop.visit(`${coffee.path}${address}`);
      await expectOpen(page, open);
    }
  });

  test("follow the arrow keys from right to left and around the ends, Home and End [PROD-07] [PROD-08] [PROD-09]", async ({
    page,
    shop,
  }) => {
    await shop.visit(coffee.path);
    await tab(page, "catalog.description").focus();
    const presses: Array<[key: string, open: Tab]> = [
      ["ArrowLeft", "catalog.facts"],
      ["ArrowLeft", "catalog.reviews"],
      ["ArrowRight", "catalog.facts"],
      ["ArrowRight", "catalog.description"],
      ["ArrowRight", "catalog.questions"],
      ["ArrowLeft", "catalog.description"],
      ["End", "catalog.questions"],
      ["Home", "catalog.description"],
    ];
    for (const [key, open] of presses) {
      await page.keyboard.press(key);
      await expectOpen(page, open);
      await expect(tab(page, open)).toBeFocused();
    }
    // The next Tab moves focus into the panel.
    await page.keyboard.press("Tab");
    await expect(page.getByRole("tabpanel")).toBeFocused();
  });

  test("a link to the reviews opens their tab, and one to the questions theirs [PROD-10] [PROD-11]", {
    tag: "@phone",
  }, async ({ page, shop }) => {
    await shop.visit(coffee.path);
    await page.getByRole("main").locator(".review-link").click();
    await expectOpen(page, "catalog.reviews");
    await expect(page.locator("#reviews")).toBeInViewport();
    // The selected tab stays visible too.
    await expect(tab(page, "catalog.reviews")).toBeInViewport();

    await page.getByRole("main").locator(".cr-qna-link").click();
    await expectOpen(page, "catalog.questions");
    await expect(page.getByRole("link", { name: t("questions.ask") })).toBeInViewport();
    await expect(tab(page, "catalog.questions")).toBeInViewport();
  });

  test("a link to the questions reveals their block if there is no tab for them [PROD-12]", async ({
    page,
    shop,
  }) => {
    await page.route(
      (url) => decodeURI(url.pathname) === coffee.path,
      async (route) => {
        const response = await route.fetch();
        const body = (await response.text())
          .replace(/<li><a id="tab-title-cr_qna".*?<\/li>/, "")
          .replace(/<section id="tab-cr_qna".*?<\/section>/, "")
          .replace("</main>", '<div class="cr-qna-block" hidden><p>سؤال وجواب</p></div></main>');
        await route.fulfill({ response, body });
      },
    );
    await shop.visit(coffee.path);
    await expect(page.getByText("سؤال وجواب")).toBeHidden();

    await page.getByRole("main").locator(".cr-qna-link").click();

    await expect(page.getByText("سؤال وجواب")).toBeInViewport();
  });

  test("without script are sections one below the other, reached by links [PROD-01]", {
    tag: "@no-script",
  }, async ({ page, shop }) => {
    await shop.visit(coffee.path);
    for (const name of TABS) {
      await expect(page.getByRole("region", { name: t(name) })).toBeVisible();
    }
    await page.getByRole("link", { name: t("catalog.facts"), exact: true }).click();
    await expect(page).toHaveURL(/#tab-additional_information$/);
    await expect(page.getByRole("region", { name: t("catalog.facts"), exact: true })).toBeInViewport();
  });
});

test.describe("the purchase form", () => {
  test("contains what is bought: a quantity, a button with the product's id, and both ids hidden [PROD-13]", {
    tag: "@any",
  }, async ({ page, shop }) => {
    await shop.visit(coffee.path);
    const id = (await form(page).locator("input[type=hidden][name=product_id]").inputValue()) ?? "";
    expect(id).toMatch(/^\d+$/);
    await expect(form(page).locator("input[type=hidden][name=variation_id]")).toHaveValue("0");
    await expect(quantity(page)).toHaveAttribute("name", "quantity");
    await expect(quantity(page)).toHaveValue("1");
    await expect(buyButton(page)).toHaveAttribute("name", "add-to-cart");
    await expect(buyButton(page)).toHaveAttribute("value", id);
  });

  test("raises a quantity below the minimum [PROD-18]", async ({ page, shop }) => {
    await shop.visit(coffee.path);
    await expect(page.getByRole("button", { name: t("common.quantity-up") })).toBeEnabled();
    await quantity(page).fill("0");
    await quantity(page).press("Tab");
    await expect(quantity(page)).toHaveValue("1");
    await quantity(page).fill("٠");
    await quantity(page).blur();
    await expect(quantity(page)).toHaveValue("1");
  });

  test("raises it also when Enter submits the form [PROD-18] [CONF-A10]", async ({ page, shop }) => {
    await stayClosed(page);
    await shop.visit(coffee.path);
    await expect(page.getByRole("button", { name: t("common.quantity-up") })).toBeEnabled();
    const added = page.waitForRequest((request) => isCall(FORM_ADD)(new URL(request.url())));
    await quantity(page).fill("0");
    await quantity(page).press("Enter");
    expect((await added).postData()).toMatch(/name="quantity"\s+1\s/);
    await expect(quantity(page)).toHaveValue("1");
    await expect(cartButton(page, 1)).toBeVisible();
  });

  test("shows in view why the sticky bar's add was refused [CONF-A3]", async ({ page, shop, isMobile }) => {
    test.skip(!isMobile, "the bar is for small screens");
    await stayClosed(page);
    await fillCart(page, honeycomb);
    await shop.visit(honeycomb.path);
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    const bar = page.getByRole("region", { name: t("catalog.add-to-cart"), exact: true });
    await expect(bar).toBeVisible();
    await bar.getByRole("button").click();
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toBeInViewport();
    await expect(alert).toHaveText(/\S/);
  });

  test("of a product with options has them, and a price that follows them [PROD-16] [PROD-17]", async ({
    page,
    shop,
  }) => {
    await shop.visit(haraz.path);
    await expect(form(page)).toHaveClass(/\bvariations_form\b/);
    await expect(summaryPrice(page)).toContainText(t("pricing.from"));
    await expect(buyButton(page)).toBeDisabled();
    await expect(buyButton(page)).toHaveText(t("catalog.choose-options"));
    // Shown once, by the disabled button.
    await expect(form(page).getByRole("status")).toBeEmpty();
    await expect(form(page).locator("select[name=attribute_grind] option").first()).toHaveText(
      t("catalog.choose-one", { name: "الطحن" }),
    );

    await choose(page, { roast: "متوسط", weight: "500 غ" });
    await expect(buyButton(page)).toBeDisabled();
    await expect(variationId(page)).toHaveValue("0");
    await choose(page, { grind: "حبوب كاملة" });
    await expect(buyButton(page)).toBeEnabled();
    await expect(buyButton(page)).toHaveText(t("catalog.add-to-cart"));
    await expect(summaryPrice(page).locator("bdi")).toHaveText("34.00\u00a0$");
    await expect(summaryPrice(page)).not.toContainText(t("pricing.from"));
    await shop.audit();
  });

  test("of a product sold on another site is a link to it", { tag: "@any" }, async ({ page, shop }) => {
    await shop.visit(book.path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(book.name);
    await expect(form(page)).toHaveCount(0);
    const link = page.locator(".summary").getByRole("link", { name: "شراء من متجر الناشر" });
    await expect(link).toHaveAttribute("href", "https://books.example/arabic-coffee");
    await expect(link).toHaveAttribute("rel", /nofollow/);
  });
});
