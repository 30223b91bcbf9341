import type { Locator, Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import {
  ADD,
  buyButton,
  CART,
  cardButton,
  cartButton,
  FORM_ADD,
  fillCart,
  isCall,
  lineIn,
  REFRESH,
  removeLink,
  sideCart,
  wish,
} from "./support/carts";
import { coffee, honeycomb, incense } from "./support/products";

const QUANTITY = "wc-ajax=xoo_wsc_update_item_quantity";

const quantityOf = (page: Page) =>
  sideCart(page).getByRole("textbox", { name: t("common.quantity-of", { name: coffee.name }) });

async function openFilled(page: Page, shop: { visit(path: string): Promise<void> }): Promise<void> {
  await fillCart(page, coffee);
  await shop.visit("/ar/");
  await cartButton(page, 1).click();
  await expect(sideCart(page)).toBeVisible();
}

test.describe("the side cart", () => {
  test("opens by itself after an add, and by the basket, a link or any trigger [CART-23] [CART-29]", async ({
    page,
    shop,
  }) => {
    await shop.visit("/ar/");
    await cardButton(page, incense).click();
    await expect(sideCart(page)).toBeVisible();
    await expect(lineIn(sideCart(page), incense)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sideCart(page)).toBeHidden();

    await page.locator("a.added_to_cart").first().click();
    await expect(sideCart(page)).toBeVisible();
    await page.keyboard.press("Escape");

    await page.evaluate(() => {
      const trigger = document.createElement("button");
      trigger.className = "xoo-wsc-cart-trigger";
      trigger.textContent = "x";
      document.querySelector("main")?.prepend(trigger);
    });
    await page.locator("button.xoo-wsc-cart-trigger").click();
    await expect(sideCart(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await page.evaluate(() => document.querySelector("button.xoo-wsc-cart-trigger")?.remove());
  });

  test("closes by its button, its overlay and its link [CART-24]", async ({ page, shop }) => {
    await openFilled(page, shop);
    await sideCart(page)
      .getByRole("button", { name: t("cart.close") })
      .click();
    await expect(sideCart(page)).toBeHidden();
    await expect(cartButton(page, 1)).toBeFocused();
    await cartButton(page, 1).click();
    await sideCart(page)
      .getByRole("button", { name: t("cart.continue") })
      .click();
    await expect(sideCart(page)).toBeHidden();
    const size = page.viewportSize();
    if ((size?.width ?? 0) > 800) {
      await cartButton(page, 1).click();
      await page.mouse.click((size?.width ?? 0) - 20, 400);
      await expect(sideCart(page)).toBeHidden();
    }
  });

  test("keeps the focus inside while it is open", { tag: "@wide" }, async ({ page, shop }) => {
    await openFilled(page, shop);
    for (let press = 0; press < 25; press += 1) {
      await page.keyboard.press("Tab");
      const where = await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement === document.body || (activeElement?.closest("dialog") ?? null) !== null;
      });
      expect(where, `after ${press + 1} tabs`).toBe(true);
    }
  });

  test("lists each product with its key, quantity and a way out; a way out is call 6 with nothing [CART-25] [CART-43] [CART-63]", async ({
    page,
    shop,
  }) => {
    await openFilled(page, shop);
    const line = lineIn(sideCart(page), coffee);
    await expect(line).toHaveAttribute("data-cart_key", /^[0-9a-f]{32}$/);
    const key = await line.getAttribute("data-cart_key");
    await expect(quantityOf(page)).toHaveValue("1");
    const call = page.waitForRequest((request) => request.url().includes(QUANTITY));
    await removeLink(sideCart(page), coffee).click();
    const sent = new URLSearchParams((await call).postData() ?? "");
    expect(Object.fromEntries(sent)).toMatchObject({
      cart_key: key,
      qty: "0",
      container: "cart",
      noticeSection: "cart",
      isCart: "false",
      isCheckout: "false",
    });
    await expect(sideCart(page)).toContainText(t("cart.empty"));
  });

  test("sends a quantity half a second after the last change, blocked meanwhile, and tells others [CART-28] [CART-41] [CART-44] [API-06]", async ({
    page,
    shop,
  }) => {
    await fillCart(page, coffee);
    await page.clock.install();
    await shop.visit("/ar/");
    await cartButton(page, 1).click();
    await expect(sideCart(page)).toBeVisible();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    let calls = 0;
    let free = () => {};
    const held = new Promise<void>((go) => {
      free = go;
    });
    await page.route(isCall(QUANTITY), async (route) => {
      calls += 1;
      await held;
      await route.continue();
    });
    const heard = page.evaluate(
      () =>
        new Promise((done) =>
          document.body.addEventListener("updated_cart", () => done(true), { once: true }),
        ),
    );
    const plus = sideCart(page).getByRole("button", { name: t("common.quantity-up") });
    await plus.click();
    await page.clock.runFor(400);
    await plus.click();
    await page.clock.runFor(499);
    expect(calls).toBe(0);
    await page.clock.runFor(1);
    await expect.poll(() => calls).toBe(1);
    await expect(lineIn(sideCart(page), coffee)).toHaveAttribute("aria-busy", "true");
    free();
    await expect(quantityOf(page)).toHaveValue("3");
    await expect(lineIn(sideCart(page), coffee)).not.toHaveAttribute("aria-busy");
    expect(await heard).toBe(true);
    await page.clock.resume();
  });

  test("a quantity of nothing takes the product out [CART-42]", async ({ page, shop }) => {
    await openFilled(page, shop);
    await quantityOf(page).fill("0");
    await expect(sideCart(page)).toContainText(t("cart.empty"));
  });

  test("says that there is too little, for five seconds, and leaves the quantity [CART-48] [CART-58]", async ({
    page,
    shop,
  }) => {
    await fillCart(page, honeycomb);
    await page.clock.install();
    await shop.visit("/ar/");
    await cartButton(page, 1).click();
    await expect(sideCart(page)).toBeVisible();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const field = sideCart(page).getByRole("textbox", {
      name: t("common.quantity-of", { name: honeycomb.name }),
    });
    await field.fill("5");
    await page.clock.runFor(600);
    const words = t("cart.max-stock", { quantity: "1" });
    await expect(sideCart(page).getByText(words)).toBeVisible();
    await expect(field).toHaveValue("1");
    await page.clock.runFor(5000);
    await expect(sideCart(page).getByText(words)).toBeHidden();
    await page.clock.resume();
  });
});

test.describe("coupons and shipping in the side cart", () => {
  const panel = (page: Page) => sideCart(page).locator("details");

  test("a coupon applies, and the panel closes by itself [CART-55] [CART-56] [CART-62]", async ({
    page,
    shop,
  }) => {
    await openFilled(page, shop);
    await panel(page).locator("summary").click();
    await panel(page).getByLabel(t("cart.coupon")).fill("نخلة10");
    const call = page.waitForRequest((request) => request.url().includes("wc-ajax=apply_coupon"));
    await panel(page)
      .getByRole("button", { name: t("cart.coupon-apply") })
      .click();
    expect((await call).postData()).toContain("coupon_code=");
    await expect(sideCart(page)).toContainText("1.45");
    await expect(panel(page)).not.toHaveAttribute("open");
    await shop.audit();
    await sideCart(page)
      .getByRole("link", { name: t("cart.coupon-remove", { code: "نخلة10" }) })
      .click();
    await expect(
      sideCart(page).getByRole("link", { name: t("cart.coupon-remove", { code: "نخلة10" }) }),
    ).toHaveCount(0);
  });

  test("an empty coupon is asked for, and nothing is sent [CART-61]", async ({ page, shop }) => {
    await openFilled(page, shop);
    let calls = 0;
    page.on("request", (request) => {
      if (request.url().includes("wc-ajax=apply_coupon")) calls += 1;
    });
    await panel(page).locator("summary").click();
    await panel(page)
      .getByRole("button", { name: t("cart.coupon-apply") })
      .click();
    await expect(sideCart(page)).toContainText(t("cart.coupon-empty"));
    expect(calls).toBe(0);
  });

  test("another country and another way change the total [CART-55] [CART-62]", async ({ page, shop }) => {
    await openFilled(page, shop);
    await panel(page).locator("summary").click();
    await panel(page).getByLabel(t("cart.shipping-to")).selectOption("SA");
    await panel(page)
      .getByRole("button", { name: t("cart.shipping-calculate") })
      .click();
    await expect(sideCart(page)).toContainText("شحن دولي");
  });

  test("on the checkout page shipping is calculated by its own form [CART-60]", async ({ page, shop }) => {
    await openFilled(page, shop);
    await page.evaluate(() => {
      document.body.dataset.page = "checkout";
    });
    await panel(page).locator("summary").click();
    await panel(page)
      .getByRole("button", { name: t("cart.shipping-calculate") })
      .click();
    await expect(sideCart(page)).toContainText(t("cart.shipping-at-checkout"));
  });
});

test.describe("a product's own form", () => {
  test("is sent by call 5, as parts, with the button that was pressed [CART-34] [CART-36] [CART-57] [API-05]", async ({
    page,
    shop,
  }) => {
    await shop.visit(coffee.path);
    const call = page.waitForRequest((request) => request.url().includes(FORM_ADD));
    await buyButton(page).click();
    const request = await call;
    expect(request.headers()["content-type"]).toContain("multipart/form-data");
    const body = request.postData() ?? "";
    for (const name of ["add-to-cart", "product_id", "quantity", "action"])
      expect(body).toContain(`name="${name}"`);
    expect(body).toContain("xoo_wsc_add_to_cart");
    await expect(sideCart(page)).toBeVisible();
    // Nothing flies through the page.
    await expect(page.locator("[class*=fly]")).toHaveCount(0);
  });

  test("takes the product from the form's address when no field names it [CART-35]", async ({
    page,
    shop,
  }) => {
    await shop.visit(coffee.path);
    const id = await page.locator("form.cart [name=product_id]").inputValue();
    await page.evaluate((product) => {
      const form = document.querySelector<HTMLFormElement>("form.cart");
      const button = form?.querySelector("button[name=add-to-cart]");
      button?.removeAttribute("name");
      form?.setAttribute("action", `?add-to-cart=${product}`);
    }, id);
    const call = page.waitForRequest((request) => request.url().includes(FORM_ADD));
    await buyButton(page).click();
    expect((await call).postData()).toMatch(new RegExp(`name="add-to-cart"\\r\\n\\r\\n${id}`));
    await expect(sideCart(page)).toBeVisible();
  });

  for (const [what, mark] of [
    ["a form that is marked so", (form: HTMLFormElement) => form.setAttribute("data-no-ajax", "")],
    ["a form on the skip list", (form: HTMLFormElement) => form.classList.add("skip-me")],
  ] as const) {
    test(`${what} is posted as an ordinary one [CART-37]`, async ({ page, shop }) => {
      await wish(page, { skip: [".skip-me"] });
      await shop.visit(coffee.path);
      await page.locator("form.cart").evaluate(mark);
      await shop.arriving(() => buyButton(page).click());
      expect(page.url()).toContain(`${CART}?added=`);
    });
  }

  test("a refusal's words are shown on the page [CART-39] [CART-49]", async ({ page, shop }) => {
    await fillCart(page, honeycomb);
    await shop.visit(honeycomb.path);
    await buyButton(page).click();
    await expect(page.getByRole("main").getByText(t("cart.max-stock", { quantity: "1" }))).toBeVisible();
    await expect(sideCart(page)).toBeHidden();
    await expect(buyButton(page)).not.toHaveAttribute("aria-busy");
  });

  test("an answer without regions and without a reason loads the page again [CART-40]", async ({
    page,
    shop,
  }) => {
    await shop.visit(coffee.path);
    await page.route(isCall(FORM_ADD), (route) => route.fulfill({ json: {} }));
    await shop.arriving(() => buyButton(page).click());
    expect(decodeURI(page.url())).toContain(coffee.path);
  });

  test("leads to the cart when the owner wants it so [CART-10]", async ({ page, shop }) => {
    await wish(page, { redirectAfterAdd: true });
    await shop.visit("/ar/");
    await shop.arriving(() => cardButton(page, coffee).click());
    expect(new URL(page.url()).pathname).toBe(CART);
  });

  test("a button that names no product is an ordinary one [CART-04]", async ({ page, shop }) => {
    await shop.visit("/ar/");
    let calls = 0;
    page.on("request", (request) => {
      if (request.url().includes(ADD)) calls += 1;
    });
    await cardButton(page, coffee).evaluate((button) => button.removeAttribute("data-product_id"));
    await shop.arriving(() => cardButton(page, coffee).click());
    expect(calls).toBe(0);
  });
});

test.describe("plus and minus", () => {
  /** A product of which this much can be bought. */
  async function sell(page: Page, limits: { min: string; max: string; step: string }): Promise<void> {
    await page.route(
      (url) => decodeURI(url.pathname) === coffee.path,
      async (route) => {
        const answer = await route.fetch();
        const html = (await answer.text()).replace(
          /"value":"1","min":"1","max":"[^"]*","step":"1"/,
          `"value":"1","min":"${limits.min}","max":"${limits.max}","step":"${limits.step}"`,
        );
        await route.fulfill({ response: answer, body: html });
      },
    );
  }

  test("at the limit the rest of a step is remembered, and given back [CART-50] [CART-51] [CART-52] [CART-53]", async ({
    page,
    shop,
  }) => {
    await sell(page, { min: "1", max: "10", step: "5" });
    await shop.visit(coffee.path);
    const field = page.getByLabel(t("common.quantity"), { exact: true });
    const [plus, minus] = ["common.quantity-up", "common.quantity-down"].map((name) =>
      page
        .getByRole("main")
        .getByRole("button", { name: t(name as "common.quantity-up") })
        .first(),
    ) as [Locator, Locator];
    await field.fill("8");
    await plus.click();
    await expect(field).toHaveValue("10");
    await expect(plus).toBeDisabled();
    await minus.click();
    await expect(field).toHaveValue("7");
    await minus.click();
    await expect(field).toHaveValue("2");
    await minus.click();
    await expect(field).toHaveValue("1");
    await expect(minus).toBeDisabled();
    await field.fill("");
    await plus.click();
    await expect(field).toHaveValue("5");
  });

  test("fractions stay exact to five places [CART-54]", async ({ page, shop }) => {
    await sell(page, { min: "0.00001", max: "9", step: "0.1" });
    await shop.visit(coffee.path);
    const field = page.getByLabel(t("common.quantity"), { exact: true });
    await field.fill("0.2");
    await page
      .getByRole("main")
      .getByRole("button", { name: t("common.quantity-up") })
      .first()
      .click();
    await expect(field).toHaveValue("0.3");
    await field.fill("0.00002");
    await page
      .getByRole("main")
      .getByRole("button", { name: t("common.quantity-up") })
      .first()
      .click();
    await expect(field).toHaveValue("0.10002");
  });
});

test.describe("pages that follow the cart", () => {
  test("the cart page hears of changes; a new way of shipping asks for the cart again [CART-33] [CART-66]", async ({
    page,
    shop,
  }) => {
    await fillCart(page, coffee);
    await shop.visit(CART);
    const heard = page.evaluate(
      () =>
        new Promise((done) =>
          document.body.addEventListener("wc_update_cart", () => done(true), { once: true }),
        ),
    );
    const refresh = page.waitForRequest((request) => request.url().includes(REFRESH));
    await page.getByRole("main").getByLabel("توصيل سريع").check();
    await refresh;
    expect(await heard).toBe(true);
    await expect(page.getByRole("main")).toContainText("الشحن: توصيل سريع");
  });

  test("the checkout is refreshed, or loaded again where it has no form [CART-64] [CART-65]", async ({
    page,
    shop,
  }) => {
    await openFilled(page, shop);
    await page.evaluate(() => {
      document.body.dataset.page = "checkout";
      const form = document.createElement("form");
      form.className = "checkout";
      form.hidden = true;
      document.body.append(form);
    });
    const heard = page.evaluate(
      () =>
        new Promise((done) =>
          document.body.addEventListener("update_checkout", () => done(true), { once: true }),
        ),
    );
    await quantityOf(page).fill("2");
    expect(await heard).toBe(true);
    await page.evaluate(() => document.querySelector("form.checkout")?.remove());
    await shop.arriving(() => quantityOf(page).fill("3"));
  });

  test("suggestions move by themselves, can be stopped, and are asked for again after an add [CART-16] [CART-18] [API-03]", {
    tag: "@wide",
  }, async ({ page, shop }) => {
    await fillCart(page, coffee);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.goto(CART);
    await page.clock.runFor(300);
    const slider = page.locator("[data-slider]");
    await expect(slider).toBeVisible();
    const place = () => slider.evaluate((row) => Math.abs(row.scrollLeft));
    await page.clock.runFor(2600);
    expect(await place()).toBe(0);
    await page.clock.runFor(500);
    await expect.poll(place).toBeGreaterThan(0);
    await page.getByRole("button", { name: t("cart.suggestions-pause") }).click();
    await expect(page.getByRole("button", { name: t("cart.suggestions-play") })).toBeVisible();
    const again = page.waitForRequest(
      (request) => request.method() === "GET" && request.url().endsWith(CART),
    );
    await slider.getByRole("button").first().click();
    await again;
    await expect(page.locator("[data-region=cart-suggestions]")).toHaveCount(1);
    await page.clock.resume();
    await shop.audit();
  });

  test("a page without suggestions empties the block [CART-17]", { tag: "@wide" }, async ({ page, shop }) => {
    await fillCart(page, coffee);
    await shop.visit(CART);
    await page.route(
      (url) => url.pathname === CART,
      (route) => route.fulfill({ contentType: "text/html", body: "<p>nothing</p>" }),
    );
    await page.locator("[data-slider]").getByRole("button").first().click();
    await expect(page.locator("[data-region=cart-suggestions]")).toBeEmpty();
    await page.unroute((url) => url.pathname === CART);
  });

  test("what was taken out comes back by undo", async ({ page, shop }) => {
    await fillCart(page, coffee, incense);
    await shop.visit(CART);
    await removeLink(page.getByRole("main"), coffee).click();
    await expect(lineIn(page.getByRole("main"), coffee)).toHaveCount(0);
    await shop.arriving(() => page.getByRole("button", { name: t("cart.undo") }).click());
    await expect(lineIn(page.getByRole("main"), coffee)).toBeVisible();
  });

  test("lists price, quantity, ways out and totals, and leads to the checkout [CART-67]", async ({
    page,
    shop,
  }) => {
    await fillCart(page, coffee, incense);
    await shop.visit(CART);
    const main = page.getByRole("main");
    for (const product of [coffee, incense]) {
      await expect(lineIn(main, product)).toContainText(product.price.replace("\u00a0$", ""));
      await expect(removeLink(main, product)).toBeVisible();
    }
    await expect(main).toContainText("33.50");
    await expect(main.getByRole("link", { name: t("cart.checkout") })).toHaveAttribute(
      "href",
      "/ar/checkout/",
    );
  });
});

test("the cart page changes quantities and coupons without script [CART-67]", { tag: "@no-script" }, async ({
  page,
  shop,
}) => {
  await fillCart(page, coffee);
  await shop.visit(CART);
  const main = page.getByRole("main");
  await main.getByRole("textbox", { name: t("common.quantity-of", { name: coffee.name }) }).fill("2");
  await shop.arriving(() =>
    main
      .getByRole("button", { name: t("cart.update") })
      .first()
      .click(),
  );
  await expect(main).toContainText("29.00");
  await main.getByLabel(t("cart.coupon")).fill("نخلة10");
  await shop.arriving(() => main.getByRole("button", { name: t("cart.coupon-apply") }).click());
  await expect(main).toContainText("2.90");
});
