import type { Page, Request, Response } from "@playwright/test";
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
  miniCart,
  REFRESH,
  REMOVE,
  removeLink,
  sideCart,
  stayClosed,
} from "./support/carts";
import { allowProvider } from "./support/checkout";
import { coffee, honeycomb, incense, oud, ribbon } from "./support/products";

const isAdd = (one: { url(): string }) => isCall(ADD)(new URL(one.url()));
const viewLinks = (page: Page) =>
  page.getByRole("main").getByRole("link", { name: t("cart.view"), exact: true });
const announcements = (page: Page) => page.locator("[data-announce]:not(dialog *)");
const cartPage = (page: Page) => page.getByRole("main");
/** Normalizes HTML: React and the browser serialize attributes, spaces and closing tags differently. */
const alike = (html: string) => html.toLowerCase().replaceAll("&nbsp;", "\u00a0").replaceAll("/>", ">");
const bodyOf = (request: Request) => new URLSearchParams(request.postData() ?? "");

test.describe("adding", () => {
  test.beforeEach(({ page }) => stayClosed(page));

  test("the button is busy during the call, then shows that it is done and a link to the cart, once [CART-05] [CART-06] [CART-07]", {
    tag: "@phone",
  }, async ({ page, shop }) => {
    await shop.visit(coffee.path);
    const call = await HeldCall.on(page, FORM_ADD);
    const button = buyButton(page);

    await button.click();
    await expect(button).toContainClass("loading");
    await expect(button).toHaveAttribute("aria-busy", "true");
    await expect(button).toHaveText(t("cart.adding"));
    await expect(viewLinks(page)).toHaveCount(0);

    await call.letGo();
    await expect(button).toContainClass("added");
    await expect(button).not.toContainClass("loading");
    await expect(button).toHaveText(t("cart.added"));
    await expect(button.locator("xpath=following-sibling::*[1]")).toHaveText(t("cart.view"));
    await expect(viewLinks(page)).toHaveAttribute("href", CART);
    await shop.audit();

    await button.click();
    await expect(button).toContainClass("loading");
    await expect(button).not.toContainClass("added");
    await call.letGo();
    await expect(button).toContainClass("added");
    await expect(viewLinks(page)).toHaveCount(1);
  });

  test("on the cart page itself no link to the cart is placed [CART-07]", async ({ page, shop }) => {
    await fillCart(page, ribbon);
    await shop.visit(coffee.path);
    const id = await buyButton(page).getAttribute("data-product_id");
    await shop.visit(CART);
    await page.evaluate(
      ([id, label]) => {
        const button = Object.assign(document.createElement("button"), {
          className: "add_to_cart_button",
          textContent: label,
        });
        button.style.padding = "1rem";
        Object.assign(button.dataset, { product_id: id, quantity: "1" });
        const form = Object.assign(document.createElement("form"), { method: "post" });
        form.append(button);
        document.querySelector("main")?.append(form);
      },
      [id ?? "", t("catalog.add-to-cart")] as const,
    );

    const button = page.getByRole("button", { name: t("catalog.add-to-cart"), exact: true });
    await button.click();

    await expect(button).toContainClass("added");
    await expect(lineIn(cartPage(page), coffee)).toBeVisible();
    await expect(page.locator(".added_to_cart")).toHaveCount(0);
  });

  test("the call sends all data attributes of the button [CART-03] [API-01] [SITE-07] [CONF-A6]", async ({
    page,
    shop,
  }) => {
    await shop.visit("/ar/");
    const button = cardButton(page, coffee);
    await button.evaluate((element) => {
      element.dataset.product_sku = "NK-002";
      element.dataset.from = "listing";
      // Like themes that have a quantity box.
      element.dataset.quantity = "3";
    });
    const dataset = await button.evaluate((element) => ({ ...element.dataset }));

    const [request] = await Promise.all([page.waitForRequest(isAdd), button.click()]);

    expect(request.method()).toBe("POST");
    expect(new URL(request.url()).pathname).toBe("/ar/");
    expect(request.headers()["content-type"]).toContain("application/x-www-form-urlencoded");
    expect(Object.fromEntries(bodyOf(request))).toEqual({
      ...dataset,
      quantity: "3",
      product_sku: "NK-002",
      from: "listing",
    });
    expect(dataset.product_id).toMatch(/^\d+$/);
    await expect(cartButton(page, 1)).toBeVisible();
  });

  test("the product form's quantity is the one that counts, in any digits [CART-03]", async ({
    page,
    shop,
  }) => {
    await shop.visit(coffee.path);

    await page.getByLabel(t("common.quantity"), { exact: true }).fill("٣");
    const isFormAdd = (one: Request) => isCall(FORM_ADD)(new URL(one.url()));
    const [request] = await Promise.all([page.waitForRequest(isFormAdd), buyButton(page).click()]);

    expect(request.postData()).toMatch(/name="quantity"\r\n\r\n3\r\n/);
    await expect(cartButton(page, 1)).toBeVisible();
    await shop.visit(CART);
    const line = lineIn(cartPage(page), coffee);
    await expect(line.getByRole("textbox")).toHaveValue("3");
    // From three pieces on, each costs 10% less.
    await expect(line.locator("del bdi")).toHaveText("43.50\u00a0$");
    await expect(line.locator("ins bdi")).toHaveText("39.15\u00a0$");
  });

  test("adds and removals go out one at a time, in the order requested [CART-08]", { tag: "@phone" }, async ({
    page,
    shop,
  }) => {
    await fillCart(page, ribbon);
    await shop.visit("/ar/");
    await expect(cartButton(page, 1)).toBeVisible();
    const calls: Array<string> = [];
    const name = (one: Request) =>
      new URL(one.url()).searchParams.get("wc-ajax") + (bodyOf(one).get("product_id") ?? "");
    const write = (url: URL) => isCall(ADD)(url) || isCall(REMOVE)(url);
    let release = () => {};
    const first = new Promise<void>((go) => {
      release = go;
    });
    await page.route(write, async (route) => {
      const call = name(route.request());
      calls.push(`${call} sent`);
      await first;
      const response = await route.fetch();
      calls.push(`${call} answered`);
      await route.fulfill({ response });
    });

    await cardButton(page, coffee).click();
    await cardButton(page, incense).click();
    // Removed from the mini cart, which exists on a phone but is not visible.
    await removeLink(miniCart(page), ribbon)
      .or(miniCart(page).locator("a.remove"))
      .first()
      .dispatchEvent("click");
    await expect(cardButton(page, coffee)).toContainClass("loading");
    await expect(cardButton(page, incense)).toContainClass("loading");
    expect(calls).toHaveLength(1);
    release();

    await expect.poll(() => calls).toHaveLength(6);
    const added = [coffee, incense].map(async (product) => {
      const id = await cardButton(page, product).getAttribute("data-product_id");
      return `add_to_cart${id}`;
    });
    const order = [...(await Promise.all(added)), "remove_from_cart"];
    expect(calls).toEqual(order.flatMap((call) => [`${call} sent`, `${call} answered`]));
  });

  test("each region in the response replaces its old one in the page [CART-11] [CART-15]", async ({
    page,
    shop,
  }) => {
    await shop.visit("/ar/");
    const places = () =>
      page.evaluate(() =>
        ["cart-button", "mini-cart", "side-cart"].map((name) => {
          const region = document.querySelector(`[data-region=${name}]`);
          const parent = region?.parentElement;
          return {
            name,
            at: [...(parent?.children ?? [])].indexOf(region as Element),
            of: parent?.className,
          };
        }),
      );
    const before = await places();

    const answered = page.waitForResponse(isAdd);
    await cardButton(page, coffee).click();
    const { fragments } = (await (await answered).json()) as { fragments: Record<string, string> };

    expect(Object.keys(fragments)).toEqual(
      expect.arrayContaining([
        '[data-region="cart-button"]',
        '[data-region="mini-cart"]',
        '[data-region="side-cart"] > script',
      ]),
    );
    await expect(cartButton(page, 1)).toBeVisible();
    await expect(miniCart(page)).toContainText(coffee.name);
    expect(await places()).toEqual(before);
    for (const name of ["cart-button", "mini-cart", "side-cart"]) {
      await expect(page.locator(`[data-region=${name}]`)).toHaveCount(1);
    }
    // A static region is exactly the HTML that the server rendered.
    const rendered = await miniCart(page).evaluate((region) => region.outerHTML);
    expect(alike(rendered)).toBe(alike(fragments['[data-region="mini-cart"]'] ?? ""));
  });

  test("screen readers get an announcement a second after the cart has changed [CART-12]", async ({
    page,
    shop,
  }) => {
    await page.clock.install();
    await shop.visit(coffee.path);
    await page.clock.pauseAt(Date.now() + 3_600_000);

    await buyButton(page).click();
    await expect(buyButton(page)).toContainClass("added");
    await page.clock.runFor(990);
    await expect(announcements(page)).toBeEmpty();

    await page.clock.runFor(100);
    await expect(announcements(page)).toHaveText(t("cart.added-announce"));
    await page.clock.resume();
  });

  test("a product that cannot be added in that quantity leads to its own page [CART-09] [CART-13]", async ({
    page,
    shop,
  }) => {
    await shop.visit("/ar/product-category/honey/");
    await cardButton(page, honeycomb).click();
    await expect(cardButton(page, honeycomb)).toContainClass("added");

    await shop.arriving(() => cardButton(page, honeycomb).click());

    await expect(page).toHaveURL(encodeURI(honeycomb.path));
    await shop.visit(CART);
    await expect(lineIn(cartPage(page), honeycomb)).toContainText(honeycomb.price);
  });

  test("a response without fragments is followed by one call for them, and nothing is added twice", async ({
    page,
    shop,
  }) => {
    await shop.visit(coffee.path);
    await page.route(isCall(FORM_ADD), async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), fragments: {} } });
    });

    const refreshed = page.waitForResponse((response: Response) => response.url().includes(REFRESH));
    await buyButton(page).click();
    await refreshed;

    await expect(cartButton(page, 1)).toBeVisible();
    await expect(buyButton(page)).toContainClass("added");
    await shop.visit(CART);
    await expect(lineIn(cartPage(page), coffee)).toContainText(coffee.price);
  });

  test("when the call fails the form is posted instead", async ({ page, shop, pageErrors }) => {
    pageErrors.allow(/503/);
    await shop.visit(coffee.path);
    await page.route(isCall(FORM_ADD), (route) => route.fulfill({ status: 503, json: { success: false } }));

    await shop.arriving(() => buyButton(page).click());

    await expect(page).toHaveURL(/\/ar\/cart\//);
    await expect(lineIn(cartPage(page), coffee)).toContainText(coffee.price);
  });
});

test.describe("the visitor's own cart", () => {
  test("is requested once, 200 ms after the page has loaded [CART-31] [CART-32] [API-04]", async ({
    page,
    shop,
  }) => {
    await fillCart(page, coffee);
    const calls: Array<Request> = [];
    page.on("request", (request) => {
      if (request.url().includes(REFRESH)) calls.push(request);
    });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.goto("/ar/", { waitUntil: "load" });

    await page.clock.runFor(190);
    await page.evaluate(() => document.readyState);
    expect(calls).toHaveLength(0);

    const sent = page.waitForRequest((request) => request.url().includes(REFRESH));
    await page.clock.runFor(20);
    const call = await sent;
    expect(call.method()).toBe("POST");
    expect(call.postData() ?? "").toBe("");
    await expect(cartButton(page, 1)).toBeVisible();

    await page.clock.runFor(60_000);
    expect(calls).toHaveLength(1);
    await page.clock.resume();
    await shop.audit();
  });

  test("is requested again when a page is restored from the back/forward cache [CART-30]", {
    tag: "@back",
  }, async ({ playwright, launchOptions, baseURL }) => {
    // Playwright disables the back/forward cache unless it is enabled explicitly.
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
    });
    const page = await browser.newPage({ baseURL });
    const refreshed = () => page.waitForResponse((response) => response.url().includes(REFRESH));
    await Promise.all([refreshed(), page.goto("/ar/")]);
    await page.evaluate(() => {
      addEventListener("pageshow", ({ persisted }) => Object.assign(window, { broughtBack: persisted }));
    });
    await Promise.all([refreshed(), page.goto(coffee.path)]);
    await buyButton(page).click();
    await expect(cartButton(page, 1)).toBeVisible();

    await Promise.all([refreshed(), page.evaluate(() => history.back())]);

    await expect(page).toHaveURL("/ar/");
    expect(await page.evaluate(() => (window as { broughtBack?: boolean }).broughtBack)).toBe(true);
    await expect(cartButton(page, 1)).toBeVisible();
    await browser.close();
  });

  test("belongs to one guest across pages and tabs, and to no other visitor [CART-01] [CART-02]", async ({
    page,
    shop,
    context,
    browser,
  }) => {
    /** Without those of the visit's source, which every visitor has. */
    const cookies = async () => (await context.cookies()).filter(({ name }) => !name.startsWith("sbjs_"));
    await shop.visit("/ar/");
    expect(await cookies()).toEqual([]);
    await cardButton(page, coffee).click();
    await expect(cartButton(page, 1)).toBeVisible();
    const [cookie, ...others] = await cookies();
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax", path: "/" });

    await shop.visit("/ar/shop/");
    await expect(cartButton(page, 1)).toBeVisible();
    const tab = await context.newPage();
    await shop.visit(CART, tab);
    await expect(lineIn(cartPage(tab), coffee)).toBeVisible();

    const otherVisitor = await browser.newContext();
    const theirs = await otherVisitor.newPage();
    await theirs.goto(CART);
    await expect(theirs.getByRole("heading", { name: t("cart.empty") }).first()).toBeVisible();
    await otherVisitor.close();
  });

  test("lists its products in the mini cart, each with a remove link [CART-19]", async ({ page, shop }) => {
    await fillCart(page, coffee, oud);
    await shop.visit("/ar/");

    await cartButton(page, 2).hover();

    for (const product of [coffee, oud]) {
      const line = lineIn(miniCart(page), product);
      await expect(line).toBeVisible();
      await expect(line).toContainText(product.price);
      const remove = removeLink(line, product);
      const key = await remove.getAttribute("data-cart_item_key");
      expect(key).toMatch(/.+/);
      await expect(remove).toHaveAttribute("href", new RegExp(`^/ar/cart/\\?remove_item=${key}&_wpnonce=.+`));
    }
    await expect(miniCart(page)).toContainText("1,264.50\u00a0$");
    await shop.audit();
  });
});

test.describe("leaving the page", () => {
  test("a quantity changed just before is the one in the checkout [CONF-A1] [CART-41]", async ({
    page,
    shop,
    pageErrors,
  }) => {
    allowProvider(pageErrors);
    await fillCart(page, coffee);
    await shop.visit(CART);
    const name = t("common.quantity-of", { name: coffee.name });
    await cartPage(page).getByRole("textbox", { name }).fill("4");
    await shop.arriving(() =>
      cartPage(page)
        .getByRole("link", { name: t("cart.checkout") })
        .click(),
    );
    // From three pieces on, each costs 10% less.
    await expect(page.getByRole("main")).toContainText("52.20\u00a0$");
  });

  test("a card's button that led to a product's page works after Back [CONF-A2] [CART-05]", {
    tag: "@back",
  }, async ({ playwright, launchOptions, baseURL }) => {
    // Playwright disables the back/forward cache unless it is enabled explicitly.
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
    });
    const page = await browser.newPage({ baseURL });
    await fillCart(page, honeycomb);
    await page.goto("/ar/product-category/honey/");
    await page.evaluate(() => {
      addEventListener("pageshow", ({ persisted }) => Object.assign(window, { broughtBack: persisted }));
    });
    await cardButton(page, honeycomb).click();
    await expect(page).toHaveURL(encodeURI(honeycomb.path));
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL("/ar/product-category/honey/");
    expect(await page.evaluate(() => (window as { broughtBack?: boolean }).broughtBack)).toBe(true);

    await expect(cardButton(page, honeycomb)).not.toHaveAttribute("aria-busy");
    const again = page.waitForRequest(isAdd);
    await cardButton(page, honeycomb).click();
    await again;
    await browser.close();
  });
});

test.describe("removing", () => {
  test("blocks the line during the call, then renders the cart without it [CART-20] [API-02]", {
    tag: "@phone",
  }, async ({ page, shop }) => {
    await fillCart(page, coffee, ribbon);
    await shop.visit(CART);
    const call = await HeldCall.on(page, REMOVE);
    const line = lineIn(cartPage(page), coffee);
    const key = await removeLink(line, coffee).getAttribute("data-cart_item_key");

    await removeLink(line, coffee).click();
    // A blocked line is inert and so hidden from the accessibility tree; it is found by its markup.
    const blocked = cartPage(page).locator("[data-cart-line][inert]");
    await expect(blocked).toHaveCount(1);
    await expect(blocked).toContainText(coffee.name);
    await expect(blocked).toHaveAttribute("aria-busy", "true");

    await call.letGo();
    await expect(blocked).toHaveCount(0);
    await expect(line).toHaveCount(0);
    await expect(lineIn(cartPage(page), ribbon)).toBeVisible();
    await expect(cartButton(page, 1)).toBeVisible();
    await expect(miniCart(page)).not.toContainText(coffee.name);
    expect(call.requests.map((request) => Object.fromEntries(bodyOf(request)))).toEqual([
      { cart_item_key: key },
    ]);
    await expect(page).toHaveURL(CART);
  });

  test("works from the side cart, which stays open [CART-20]", async ({ page, shop }) => {
    await fillCart(page, coffee, ribbon);
    await shop.visit("/ar/");
    await cartButton(page, 2).click();

    await removeLink(sideCart(page), coffee).click();

    await expect(lineIn(sideCart(page), coffee)).toHaveCount(0);
    await expect(lineIn(sideCart(page), ribbon)).toBeVisible();
    await shop.audit();
    await page.keyboard.press("Escape");
    await expect(cartButton(page, 1)).toBeFocused();
  });

  const failures = {
    "is cut off": { act: "abort", error: /remove_from_cart|ERR_FAILED/ },
    fails: { act: 500, error: /500/ },
    "answers no fragments": { act: 200, error: /^never$/ },
  } as const;
  for (const [what, { act, error }] of Object.entries(failures)) {
    test(`when the call ${what} the link is followed, and removes it as well [CART-21] [CART-22]`, async ({
      page,
      shop,
      pageErrors,
    }) => {
      pageErrors.allow(error);
      await fillCart(page, coffee, ribbon);
      await shop.visit(CART);
      await page.route(isCall(REMOVE), (route) =>
        act === "abort"
          ? route.abort()
          : route.fulfill({ status: act, json: { fragments: {}, cart_hash: "" } }),
      );

      await shop.arriving(() => removeLink(cartPage(page), coffee).click());

      await expect(page).toHaveURL(/\/ar\/cart\/\?removed=/);
      await expect(cartPage(page).getByRole("status")).toContainText(
        t("cart.removed", { name: coffee.name }),
      );
      await expect(lineIn(cartPage(page), coffee)).toHaveCount(0);
      await expect(lineIn(cartPage(page), ribbon)).toBeVisible();
    });
  }

  test("a remove link with an empty or foreign nonce is refused and removes nothing [CART-22] [API-40]", {
    tag: "@any",
  }, async ({ page, shop, pageErrors, browser }) => {
    pageErrors.allow(/403/);
    await fillCart(page, coffee);
    await shop.visit(CART);
    const link = new URL((await removeLink(cartPage(page), coffee).getAttribute("href")) ?? "", page.url());
    const otherVisitor = await browser.newContext();
    const theirs = await otherVisitor.newPage();
    await fillCart(theirs, coffee);
    await theirs.goto(CART);
    const their = await removeLink(cartPage(theirs), coffee).getAttribute("href");
    const foreign = new URL(their ?? "", page.url()).searchParams.get("_wpnonce") ?? "";
    await otherVisitor.close();
    expect(foreign).not.toBe("");
    expect(foreign).not.toBe(link.searchParams.get("_wpnonce"));

    for (const nonce of ["", foreign, null]) {
      const wrong = new URL(link);
      if (nonce === null) wrong.searchParams.delete("_wpnonce");
      else wrong.searchParams.set("_wpnonce", nonce);
      const answer = await page.goto(wrong.href);
      expect(answer?.status()).toBe(403);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("common.expired"));
      await shop.audit();
    }

    await shop.visit(CART);
    await expect(lineIn(cartPage(page), coffee)).toBeVisible();
    await page.goto(link.href);
    await expect(page).toHaveURL(/\/ar\/cart\/\?removed=/);
    await expect(page.getByRole("main").getByRole("heading", { name: t("cart.empty") })).toBeVisible();
  });
});
