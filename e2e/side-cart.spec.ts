import type { Locator, Page, Request } from "@playwright/test";
import { expect, t, test } from "./shop";
import {
  ADD,
  buyButton,
  CART,
  cardButton,
  cartButton,
  FORM_ADD,
  fillCart,
  HeldCall,
  isCall,
  lineIn,
  REFRESH,
  removeLink,
  serveSettings,
  sideCart,
  sumRow,
} from "./support/carts";
import { PRODUCT_FORM, rewritePage, rewriteProps } from "./support/catalogue";
import { book, coffee, honeycomb, incense, ribbon } from "./support/products";

const QUANTITY = "wc-ajax=xoo_wsc_update_item_quantity";

const quantityOf = (page: Page) =>
  sideCart(page).getByRole("textbox", { name: t("common.quantity-of", { name: coffee.name }) });

/** The drawer's notice area. */
const notes = (page: Page) => sideCart(page).locator("[aria-live]:not([data-announce])");

/**
 * Records every element that is inserted outside the known regions, and every animation outside drawers and buttons.
 */
async function watchFlights(page: Page): Promise<() => Promise<Array<string>>> {
  await page.evaluate(() => {
    // The sticky bar with the second add button is part of the page.
    const SETTLED = "dialog, button, .added_to_cart, section:has(> .add_to_cart_button)";
    const flying: Array<string> = [];
    Object.assign(window, { flying });
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) flying.push((node as Element).outerHTML ?? "");
    }).observe(document.body, { childList: true });
    const look = () => {
      for (const { effect } of document.getAnimations()) {
        const { target } = effect as KeyframeEffect;
        if (!target?.closest(SETTLED)) flying.push(target?.outerHTML ?? "");
      }
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => (window as unknown as { flying: Array<string> }).flying);
}

async function openFilled(page: Page, shop: { visit(path: string): Promise<void> }): Promise<void> {
  await fillCart(page, coffee);
  await shop.visit("/ar/");
  await cartButton(page, 1).click();
  await expect(sideCart(page)).toBeVisible();
}

test.describe("the side cart", () => {
  test("opens by itself after an add, and by the cart button, a link or any trigger [CART-23] [CART-29]", {
    tag: "@phone",
  }, async ({ page, shop }) => {
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

  test("closes by its button, its overlay and its link [CART-24]", { tag: "@phone" }, async ({
    page,
    shop,
  }) => {
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

  test("traps the focus while it is open", async ({ page, shop }) => {
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

  test("lists each product with its key, quantity and a remove link, which is call 6 with quantity 0 [CART-25] [CART-43] [CART-63]", async ({
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

  test("sends a quantity half a second after the last change, blocked meanwhile, and fires events [CART-28] [CART-41] [CART-44] [API-06]", async ({
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

  test("a quantity changed just before leaving the drawer is on the cart page [CONF-A1] [CART-41]", async ({
    page,
    shop,
  }) => {
    await openFilled(page, shop);
    await quantityOf(page).fill("4");
    await shop.arriving(() =>
      sideCart(page)
        .getByRole("link", { name: t("cart.view") })
        .click(),
    );
    const field = page
      .getByRole("main")
      .getByRole("textbox", { name: t("common.quantity-of", { name: coffee.name }) });
    await expect(field).toHaveValue("4");
  });

  test("a refusal that arrives while it is open is shown in it [CONF-A3] [CART-49]", async ({
    page,
    shop,
  }) => {
    await fillCart(page, honeycomb);
    await shop.visit(honeycomb.path);
    const call = await HeldCall.on(page, FORM_ADD);
    await buyButton(page).click();
    await cartButton(page, 1).click();
    await expect(sideCart(page)).toBeVisible();
    await call.letGo();
    await expect(notes(page)).toHaveText(t("cart.max-stock", { quantity: "1" }));
    await expect(page.locator("[data-cart-refusal]")).toHaveCount(0);
  });

  test("a quantity of 0 removes the product [CART-42]", async ({ page, shop }) => {
    await openFilled(page, shop);
    await quantityOf(page).fill("0");
    await expect(sideCart(page)).toContainText(t("cart.empty"));
  });

  test("shows that the stock is too low, for five seconds, and restores the quantity [CART-48] [CART-58]", async ({
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

test.describe("the shop owner's settings for the side cart", () => {
  /** The quantity field with its buttons. */
  const stepper = (line: Locator) => line.getByRole("textbox").locator("xpath=..");
  const boxes = (page: Page) =>
    sideCart(page)
      .getByRole("listitem")
      .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().toJSON() as DOMRect));

  /** Responses of calls carry the settings again, with the visitor's cart. */
  const answerTo = (page: Page, change: Record<string, unknown>) =>
    page.route(isCall("wc-ajax="), async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      for (const [name, html] of Object.entries<string>(answer.fragments ?? {})) {
        answer.fragments[name] = html.replace(/"settings":(\{[^}]*\})/, (_, settings: string) => {
          return `"settings":${JSON.stringify({ ...JSON.parse(settings), ...change })}`;
        });
      }
      await route.fulfill({ response, json: answer });
    });

  test("lines are rows, one below the other [CART-26]", async ({ page, shop }) => {
    await fillCart(page, coffee, incense, ribbon);
    await shop.visit("/ar/");
    await cartButton(page, 3).click();
    await expect(lineIn(sideCart(page), ribbon)).toBeVisible();
    const [first, second, third] = await boxes(page);
    expect(second?.top).toBeGreaterThanOrEqual(first?.bottom ?? 0);
    expect(third?.top).toBeGreaterThanOrEqual(second?.bottom ?? 0);
  });

  test("or cards in two columns, whose controls slide up in half a second, beside a price that is always visible [CART-26] [CART-27] [CONF-A22]", async ({
    page,
    shop,
  }) => {
    await serveSettings(page, { layout: "cards", cardFlip: true });
    await answerTo(page, { layout: "cards", cardFlip: true });
    await fillCart(page, coffee, incense, ribbon);
    await shop.visit("/ar/");
    await cartButton(page, 3).click();
    const line = lineIn(sideCart(page), ribbon);
    await expect(line).toBeVisible();
    const lefts = new Set((await boxes(page)).map(({ left }) => Math.round(left)));
    expect(lefts.size).toBe(2);
    const back = stepper(line);
    await expect(back).toHaveCSS("transition-duration", /^0\.5s/);
    await expect(back).not.toHaveCSS("translate", "none");
    const price = line.locator(".price");
    await expect(price).toHaveCSS("opacity", "1");
    const [card, amount] = [await line.boundingBox(), await price.boundingBox()];
    expect((amount?.y ?? 0) + (amount?.height ?? 0)).toBeLessThanOrEqual(
      (card?.y ?? 0) + (card?.height ?? 0),
    );
    await line.hover();
    await expect(back).toHaveCSS("translate", "none");
    await expect(back).toHaveCSS("opacity", "1");
    await page.keyboard.press("Escape");
    await expect(sideCart(page)).toBeHidden();
  });

  test("a card without flip does not move [CART-27]", async ({ page, shop }) => {
    await serveSettings(page, { layout: "cards", cardFlip: false });
    await answerTo(page, { layout: "cards", cardFlip: false });
    await fillCart(page, coffee);
    await shop.visit("/ar/");
    await cartButton(page, 1).click();
    const back = stepper(lineIn(sideCart(page), coffee));
    await expect(back).toHaveCSS("translate", "none");
    await expect(back).toHaveCSS("transition-duration", "0s");
  });

  test("the floating cart button is shown while the cart has products [CART-46]", async ({ page, shop }) => {
    await answerTo(page, { showBasket: "hide_empty", autoOpen: false });
    // The layout is rendered with this setting and contains the script trigger of the basket.
    await rewritePage(page, coffee.path, (html) =>
      html
        .replace(/"showBasket":"[^"]*"/, '"showBasket":"hide_empty"')
        .replace('"autoOpen":true', '"autoOpen":false')
        .replace(/(data-region="side-cart" data-on=)"interaction"/, '$1"idle"'),
    );
    await shop.visit(coffee.path);
    const basket = page.getByRole("link", { name: t("cart.basket") });
    await expect(basket).toHaveCount(0);
    await buyButton(page).click();
    await expect(basket).toBeVisible();
    await basket.click();
    await expect(lineIn(sideCart(page), coffee)).toBeVisible();
    await removeLink(sideCart(page), coffee).click();
    await expect(sideCart(page)).toContainText(t("cart.empty"));
    await expect(basket).toHaveCount(0);
  });
});

test.describe("coupons and shipping in the side cart", () => {
  const panel = (page: Page) => sideCart(page).locator("details");
  const unfold = (page: Page) => panel(page).getByText(t("cart.more"), { exact: true }).click();
  const discount = (page: Page) => sumRow(sideCart(page), t("cart.coupon-discount", { code: "نخلة10" }));

  test("a coupon applies, and the panel closes by itself [CART-55] [CART-56] [CART-62]", {
    tag: "@phone",
  }, async ({ page, shop }) => {
    await openFilled(page, shop);
    await unfold(page);
    await panel(page).getByLabel(t("cart.coupon")).fill("نخلة10");
    const call = page.waitForRequest((request) => request.url().includes("wc-ajax=apply_coupon"));
    await panel(page)
      .getByRole("button", { name: t("cart.coupon-apply") })
      .click();
    const bodyOf = (request: Request) => Object.fromEntries(new URLSearchParams(request.postData() ?? ""));
    expect(bodyOf(await call)).toMatchObject({ coupon_code: "نخلة10" });
    await expect(discount(page).getByRole("definition").locator("bdi")).toHaveText("−1.45\u00a0$");
    await expect(panel(page)).not.toHaveAttribute("open");
    await shop.audit();
    const removal = page.waitForRequest((request) => request.url().includes("wc-ajax=remove_coupon"));
    await sideCart(page)
      .getByRole("link", { name: t("cart.coupon-remove", { code: "نخلة10" }) })
      .click();
    expect(bodyOf(await removal)).toMatchObject({ coupon_code: "نخلة10" });
    await expect(
      sideCart(page).getByRole("link", { name: t("cart.coupon-remove", { code: "نخلة10" }) }),
    ).toHaveCount(0);
  });

  test("an empty coupon shows a notice, and nothing is sent [CART-61]", async ({ page, shop }) => {
    await openFilled(page, shop);
    let calls = 0;
    page.on("request", (request) => {
      if (request.url().includes("wc-ajax=apply_coupon")) calls += 1;
    });
    await unfold(page);
    await panel(page)
      .getByRole("button", { name: t("cart.coupon-apply") })
      .click();
    await expect(panel(page).getByRole("alert")).toHaveText(t("cart.coupon-empty"));
    await expect(panel(page).getByLabel(t("cart.coupon"))).toBeFocused();
    expect(calls).toBe(0);
  });

  test("a refused code shows an error at its field, where it can be corrected [VIS-8]", async ({
    page,
    shop,
  }) => {
    await openFilled(page, shop);
    await unfold(page);
    const field = panel(page).getByLabel(t("cart.coupon"));
    await field.fill("لاشيء");
    await panel(page)
      .getByRole("button", { name: t("cart.coupon-apply") })
      .click();
    await expect(panel(page).getByRole("alert")).not.toBeEmpty();
    await expect(field).toHaveAccessibleDescription(/./);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveValue("لاشيء");
    await expect(notes(page)).toBeEmpty();
    await shop.audit();
    await field.fill("نخلة10");
    await panel(page)
      .getByRole("button", { name: t("cart.coupon-apply") })
      .click();
    await expect(discount(page)).toBeVisible();
    await expect(panel(page).getByRole("alert", { includeHidden: true })).toBeEmpty();
  });

  test("another country and another method change the total [CART-55] [CART-62]", async ({ page, shop }) => {
    await openFilled(page, shop);
    const total = () => sumRow(sideCart(page), t("cart.total")).getByRole("definition").textContent();
    const ordinary = await total();
    await unfold(page);
    const call = page.waitForRequest((request) => request.url().includes("wc-ajax=update_shipping_method"));
    const express = panel(page).getByLabel("توصيل سريع");
    const id = await express.inputValue();
    await express.check();
    expect(new URLSearchParams((await call).postData() ?? "").get("shipping_method[0]")).toBe(id);
    await expect(sideCart(page)).toContainText("الشحن: توصيل سريع");
    expect(await total()).not.toBe(ordinary);
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
    await unfold(page);
    await panel(page)
      .getByRole("button", { name: t("cart.shipping-calculate") })
      .click();
    await expect(sideCart(page)).toContainText(t("cart.shipping-at-checkout"));
  });
});

test.describe("a product form", () => {
  test("is sent by call 5, as multipart, with the button that was clicked [CART-34] [CART-36] [CART-57] [API-05]", async ({
    page,
    shop,
  }) => {
    await shop.visit(coffee.path);
    const id = await page.locator("form.cart [name=product_id]").inputValue();
    // A second submit button, as gift shops have, and fields added by plugins.
    await page.evaluate((product) => {
      const form = document.querySelector("form.cart");
      form?.append(
        Object.assign(document.createElement("input"), {
          type: "hidden",
          name: "add-to-cart",
          value: product,
        }),
      );
      const gift = Object.assign(document.createElement("button"), { name: "as_gift", value: "yes" });
      gift.textContent = "هدية";
      gift.style.padding = "1rem";
      form?.append(
        gift,
        Object.assign(document.createElement("input"), { type: "hidden", name: "wrap", value: "سدو" }),
      );
    }, id);
    const call = page.waitForRequest((request) => request.url().includes(FORM_ADD));
    const flying = await watchFlights(page);
    await buyButton(page).click();
    const request = await call;
    expect(request.headers()["content-type"]).toContain("multipart/form-data");
    const part = (text: string, name: string) =>
      new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)\\r\\n`).exec(text)?.[1];
    const body = request.postData() ?? "";
    expect(part(body, "action")).toBe("xoo_wsc_add_to_cart");
    expect(part(body, "add-to-cart")).toBe(id);
    expect(part(body, "product_id")).toBe(id);
    expect(part(body, "quantity")).toBe("1");
    expect(part(body, "as_gift")).toBeUndefined();
    await expect(sideCart(page)).toBeVisible();
    await expect(lineIn(sideCart(page), coffee)).toBeVisible();
    expect(await flying()).toEqual([]);
    await page.keyboard.press("Escape");

    const again = page.waitForRequest((request) => request.url().includes(FORM_ADD));
    await page.getByRole("button", { name: "هدية" }).click();
    const gift = (await again).postData() ?? "";
    expect(part(gift, "as_gift")).toBe("yes");
    expect(part(gift, "wrap")).toBe("سدو");
    await expect(quantityOf(page)).toHaveValue("2");
  });

  test("takes the product from a field of another name [CART-35]", async ({ page, shop }) => {
    await shop.visit(coffee.path);
    const id = await page.locator("form.cart [name=product_id]").inputValue();
    await page.evaluate((product) => {
      const form = document.querySelector<HTMLFormElement>("form.cart");
      form?.querySelector("button[name=add-to-cart]")?.removeAttribute("name");
      form?.append(
        Object.assign(document.createElement("input"), { type: "hidden", name: "productID", value: product }),
      );
      form?.removeAttribute("action");
    }, id);
    const call = page.waitForRequest((request) => request.url().includes(FORM_ADD));
    await buyButton(page).click();
    expect((await call).postData()).toMatch(new RegExp(`name="productID"\\r\\n\\r\\n${id}\\r`));
    await expect(lineIn(sideCart(page), coffee)).toBeVisible();
  });

  test("is a link for a product sold on another site, and nothing is sent to the cart [CART-37]", async ({
    page,
    shop,
    pageErrors,
  }) => {
    pageErrors.allow(/third-party request/);
    // Navigation before the response arrives is held: the page stays.
    await page.route("https://books.example/**", (route) => route.abort("aborted"));
    const calls: Array<string> = [];
    page.on("request", (request) => {
      if (request.url().includes("add_to_cart") && request.method() === "POST") calls.push(request.url());
    });
    await shop.visit(book.path);
    const left = page.waitForRequest("https://books.example/arabic-coffee");
    await page.locator(".summary").getByRole("link", { name: "شراء من متجر الناشر" }).click();
    await left;
    expect(calls).toEqual([]);
    await shop.visit(CART);
    await expect(page.getByRole("heading", { name: t("cart.empty") }).first()).toBeVisible();
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
      await serveSettings(page, { skip: [".skip-me"] });
      await shop.visit(coffee.path);
      await page.locator("form.cart").evaluate(mark);
      await shop.arriving(() => buyButton(page).click());
      expect(page.url()).toContain(`${CART}?added=`);
    });
  }

  test("the text of a refusal is shown on the page [CART-39] [CART-49]", async ({ page, shop }) => {
    await fillCart(page, honeycomb);
    await shop.visit(honeycomb.path);
    await buyButton(page).click();
    await expect(page.getByRole("main").getByText(t("cart.max-stock", { quantity: "1" }))).toBeVisible();
    await expect(sideCart(page)).toBeHidden();
    await expect(buyButton(page)).not.toHaveAttribute("aria-busy");
  });

  test("a response without regions and without a reason reloads the page [CART-40]", async ({
    page,
    shop,
  }) => {
    await shop.visit(coffee.path);
    await page.route(isCall(FORM_ADD), (route) => route.fulfill({ json: {} }));
    await shop.arriving(() => buyButton(page).click());
    expect(decodeURI(page.url())).toContain(coffee.path);
  });

  test("redirects to the cart if the shop owner has configured that [CART-10]", async ({ page, shop }) => {
    await serveSettings(page, { redirectAfterAdd: true });
    await shop.visit("/ar/");
    await shop.arriving(() => cardButton(page, coffee).click());
    expect(new URL(page.url()).pathname).toBe(CART);
  });

  test("a button without a product submits natively [CART-04]", async ({ page, shop }) => {
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
  /** A product with these quantity limits. */
  test.beforeEach(({ pageErrors }) => {
    // The page was rendered with other limits, both in its markup and in the island's props.
    pageErrors.allow(/React error #418/);
  });

  const sell = (page: Page, limits: { min: string; max: string; step: string }): Promise<void> =>
    rewritePage(page, coffee.path, (html) =>
      rewriteProps<{ form: typeof limits }>(html, PRODUCT_FORM, ({ form }) => Object.assign(form, limits)),
    );

  test("at the limit the rest of a step is remembered, and used by the next minus [CART-50] [CART-51] [CART-52] [CART-53]", async ({
    page,
    shop,
  }) => {
    await sell(page, { min: "1", max: "10", step: "5" });
    await shop.visit(coffee.path);
    const field = page.getByLabel(t("common.quantity"), { exact: true });
    const buttonOf = (name: "common.quantity-up" | "common.quantity-down") =>
      page
        .getByRole("main")
        .getByRole("button", { name: t(name) })
        .first();
    const [plus, minus] = [buttonOf("common.quantity-up"), buttonOf("common.quantity-down")];
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
  test("the cart page follows changes; a new shipping method requests the cart again [CART-33] [CART-66]", async ({
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
    const call = page.waitForRequest((request) => request.url().includes("wc-ajax=update_shipping_method"));
    const way = page.getByRole("main").getByLabel("توصيل سريع");
    const id = await way.inputValue();
    await way.check();
    const body = new URLSearchParams((await call).postData() ?? "");
    expect(body.get("shipping_method[0]")).toBe(id);
    await refresh;
    expect(await heard).toBe(true);
    await expect(page.getByRole("main")).toContainText("الشحن: توصيل سريع");
  });

  test("the cart page follows a changed, a removed and an added line [CART-66]", async ({ page, shop }) => {
    await fillCart(page, coffee, ribbon);
    await shop.visit(CART);
    const main = page.getByRole("main");
    const hears = () =>
      page.evaluate(
        () =>
          new Promise((done) =>
            document.body.addEventListener("wc_update_cart", () => done(true), { once: true }),
          ),
      );
    const changed = hears();
    await main.getByRole("textbox", { name: t("common.quantity-of", { name: coffee.name }) }).fill("2");
    expect(await changed).toBe(true);
    const gone = hears();
    await removeLink(main, ribbon).click();
    expect(await gone).toBe(true);
    const back = hears();
    await main.getByRole("button", { name: t("cart.undo") }).click();
    expect(await back).toBe(true);
  });

  test("the checkout is refreshed, or reloaded if it has no form [CART-64] [CART-65]", async ({
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

  test("cross-sells move by themselves, can be stopped, and are requested again after an add [CART-16] [CART-18] [API-03]", async ({
    page,
    shop,
  }) => {
    await fillCart(page, coffee);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.goto(CART);
    const slider = page.locator("#cart-suggestions-row");
    await slider.scrollIntoViewIfNeeded();
    const pause = page.getByRole("button", { name: t("cart.suggestions-pause") });
    await expect(async () => {
      await page.clock.runFor(100);
      await expect(pause).toBeVisible({ timeout: 500 });
    }).toPass();
    const place = () => slider.evaluate((row) => Math.abs(row.scrollLeft));
    await page.clock.runFor(2500);
    expect(await place()).toBe(0);
    await page.clock.runFor(600);
    await expect.poll(place).toBeGreaterThan(0);
    await pause.click();
    await expect(page.getByRole("button", { name: t("cart.suggestions-play") })).toBeVisible();
    const block = page.locator("[data-region=cart-suggestions]");
    await page.route(
      (url) => url.pathname === CART,
      async (route) => {
        if (route.request().method() !== "GET") return route.fallback();
        const response = await route.fetch();
        const body = (await response.text()).replaceAll(t("cart.suggestions"), "ما يليق بسلتك");
        await route.fulfill({ response, body });
      },
    );
    await slider.getByRole("button").first().click();
    // Only the element that was added.
    await expect(block.getByRole("heading", { name: "ما يليق بسلتك" })).toBeVisible();
    await expect(block).toHaveCount(1);
    await expect(block.getByRole("article").first()).toBeVisible();
    await page.clock.resume();
    await shop.audit();
  });

  test("a page without cross-sells empties the block [CART-17]", async ({ page, shop }) => {
    await fillCart(page, coffee);
    await shop.visit(CART);
    await page.route(
      (url) => url.pathname === CART,
      (route) => route.fulfill({ contentType: "text/html", body: "<p>nothing</p>" }),
    );
    await page.locator("#cart-suggestions-row").getByRole("button").first().click();
    await expect(page.locator("[data-region=cart-suggestions]")).toBeEmpty();
    await page.unroute((url) => url.pathname === CART);
  });

  test("a removed line is restored by undo, without leaving the page", async ({ page, shop }) => {
    await fillCart(page, coffee, incense);
    await shop.visit(CART);
    await removeLink(page.getByRole("main"), coffee).click();
    await expect(lineIn(page.getByRole("main"), coffee)).toHaveCount(0);
    const url = page.url();
    await page.getByRole("button", { name: t("cart.undo") }).click();
    await expect(lineIn(page.getByRole("main"), coffee)).toBeVisible();
    await expect(page.getByRole("button", { name: t("cart.undo") })).toHaveCount(0);
    expect(page.url()).toBe(url);
  });

  test("lists price, quantity, remove links and totals, and leads to the checkout [CART-67]", {
    tag: "@phone",
  }, async ({ page, shop }) => {
    await fillCart(page, coffee, incense);
    await shop.visit(CART);
    const main = page.getByRole("main");
    const amountOf = (line: Locator) => line.getByRole("textbox");
    const total = (name: string) => sumRow(main, name).getByRole("definition").locator("bdi");
    for (const product of [coffee, incense]) {
      await expect(lineIn(main, product).locator(".price bdi")).toHaveText(product.price);
      await expect(amountOf(lineIn(main, product))).toHaveValue("1");
      await expect(removeLink(main, product)).toHaveAttribute("href", /^\/ar\/cart\/\?remove_item=/);
    }
    await expect(total(t("cart.subtotal"))).toHaveText("33.50\u00a0$");
    await amountOf(lineIn(main, incense)).fill("2");
    const line = lineIn(main, incense);
    await expect(line.locator(".price bdi")).toHaveText("38.00\u00a0$");
    await expect(line.getByText(t("cart.unit-price"))).toContainText(incense.price);
    await expect(total(t("cart.subtotal"))).toHaveText("52.50\u00a0$");
    const [goods, sent, sum] = await Promise.all(
      [t("cart.subtotal"), /^الشحن/, t("cart.total")].map(async (name) => {
        const amount = await sumRow(main, name).getByRole("definition").textContent();
        return Number(amount?.replace(/[^\d.]/g, ""));
      }),
    );
    expect((goods ?? 0) + (sent ?? 0)).toBeCloseTo(sum ?? 0, 2);
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
