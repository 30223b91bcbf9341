import type { Locator, Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { ACCOUNT, LOST, REGISTER } from "./support/accounts";
import {
  buyButton,
  CART,
  cartButton,
  fillCart,
  lineIn,
  miniCart,
  removeLink,
  sideCart,
} from "./support/carts";
import { cerrado, coffee, honeycomb, oud, ribbon } from "./support/products";
import { NOWHERE, PAGES, readThrough, shifts, watchShifts } from "./support/screens";

const MONEY = /^\d{1,3}(,\d{3})*\.\d{2}\u00a0\$$/;
/** Latin text that is a name: of models, parts, types of files, units of size, addresses; never a word. */
const LATIN_NAMES =
  /^(name|salam)@example\.com$|^hello@nakhla\.example$|^JCB$|^14300 Michigan Ave$|\b(PDF|JPE?G|PNG|WEBP|HEIC|[KMG]B)\b|\bQ2\b|^GTIN$|^MPN$|\bNKH(-[A-Z]+)?(-\d+)+\b/g;

/** All text of the page, visible or for screen readers. */
const wordsOf = (page: Page) =>
  page.evaluate(() => {
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest("script, style")) texts.push(node.textContent ?? "");
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [alt], [placeholder]")) {
      for (const name of ["aria-label", "title", "alt", "placeholder"])
        texts.push(element.getAttribute(name) ?? "");
    }
    for (const meta of document.querySelectorAll("meta[name=description], meta[property^='og:title']")) {
      texts.push(meta.getAttribute("content") ?? "");
    }
    return texts.map((text) => text.trim()).filter(Boolean);
  });

test.describe("every page", () => {
  const pages = Object.entries({ ...PAGES, cart: CART, "not-found": NOWHERE });
  for (const [name, path] of pages) {
    test(`${name}: is Arabic, from right to left, under /ar/ [SITE-01] [SITE-02] [SITE-03]`, {
      tag: "@any",
    }, async ({ page, shop, pageErrors }) => {
      if (path === NOWHERE) pageErrors.allow(/404/);
      if (path === CART) await fillCart(page, coffee, cerrado);
      await shop.visit(path);

      const root = page.locator("html");
      await expect(root).toHaveAttribute("lang", "ar");
      await expect(root).toHaveAttribute("dir", "rtl");
      expect(new URL(page.url()).pathname).toMatch(/^\/ar\//);
      await expect(page.locator("meta[property='og:locale']")).toHaveAttribute("content", "ar");
      const latin = (await wordsOf(page)).filter((text) => /[A-Za-z]/.test(text.replace(LATIN_NAMES, "")));
      expect(latin, "texts with Latin letters").toEqual([]);
      const links = await page
        .locator("a[href^='/']:not([href^='/media/'], [href^='/m/'])")
        .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      expect(links.filter((link) => !link?.startsWith("/ar/"))).toEqual([]);
    });
  }

  const arabic = async (page: Page) => {
    const latin = (await wordsOf(page)).filter((text) => /[A-Za-z]/.test(text.replace(LATIN_NAMES, "")));
    expect(latin, `texts with Latin letters at ${page.url()}`).toEqual([]);
  };

  test("is Arabic in later texts: notices, refusals, the drawer [SITE-03]", async ({ page, shop }) => {
    await fillCart(page, honeycomb, coffee);
    await shop.visit(honeycomb.path);
    await buyButton(page).click();
    await expect(page.locator("[data-cart-refusal]")).toBeVisible();
    await arabic(page);
    await cartButton(page, 2).click();
    await expect(lineIn(sideCart(page), coffee)).toBeVisible();
    await sideCart(page).locator("details > summary").click();
    await sideCart(page).getByLabel(t("cart.coupon")).fill("؟؟");
    await sideCart(page)
      .getByRole("button", { name: t("cart.coupon-apply") })
      .click();
    await expect(sideCart(page).getByRole("alert")).not.toBeEmpty();
    await arabic(page);
    await removeLink(sideCart(page), coffee).click();
    await expect(sideCart(page).getByRole("button", { name: t("cart.undo") })).toBeVisible();
    await arabic(page);
    for (const query of ["?added=1", "?refused=stock&product=1", "?removed=1"]) {
      await shop.visit(`${CART}${query}`);
      await arabic(page);
    }
  });

  for (const path of [ACCOUNT, REGISTER, LOST]) {
    test(`${path}: is Arabic, and so is its response to an empty form [SITE-03]`, async ({
      page,
      shop,
      pageErrors,
    }) => {
      pageErrors.allow(/422/);
      await shop.visit(path);
      await arabic(page);
      const form = page.getByRole("main").locator("form[method=post]").first();
      await form.evaluate((one: HTMLFormElement) => {
        one.noValidate = true;
      });
      await shop.arriving(() => form.getByRole("button").last().click());
      // The response does not reveal which check failed.
      const main = page.getByRole("main");
      const notice = main.getByRole("alert").or(main.getByRole("status"));
      await expect(notice.or(main.locator("[aria-invalid=true]")).first()).toBeVisible();
      await arabic(page);
    });
  }

  test("has no sideways scroll at 320 px, with drawers and menus open too", async ({
    page,
    shop,
    pageErrors,
  }) => {
    test.slow();
    pageErrors.allow(/404/);
    await page.setViewportSize({ width: 320, height: 640 });
    await fillCart(page, coffee, cerrado, oud);
    for (const [, path] of pages) await shop.visit(path);
    await shop.visit(oud.path);

    await cartButton(page, 3).click();
    await expect(lineIn(sideCart(page), oud)).toBeVisible();
    await shop.audit();
    await page.keyboard.press("Escape");
    await page.getByRole("banner").locator("summary").first().click();
    await shop.audit();
  });

  test("links only to existing pages, pictures and files", async ({ page, shop, request }) => {
    const addresses = new Set<string>();
    for (const path of [PAGES.home, PAGES.listing, PAGES["product-simple"], CART]) {
      await shop.visit(path);
      const found = await page.evaluate(() =>
        [
          ...document.querySelectorAll<HTMLElement>(
            "a[href], link[href], img[src], source[srcset], form[action]:not([method=post])",
          ),
        ].flatMap((element) =>
          ["href", "src", "action"]
            .map((name) => element.getAttribute(name))
            .concat(
              (element.getAttribute("srcset") ?? "").split(",").map((one) => one.trim().split(" ")[0] ?? ""),
            )
            .filter((address): address is string => Boolean(address) && !address?.startsWith("#")),
        ),
      );
      for (const address of found) addresses.add(new URL(address, page.url()).href.split("#")[0] ?? "");
    }
    const missing = [];
    for (const address of addresses) {
      // Messengers and other sites are not ours to check.
      if (!address.startsWith(new URL(page.url()).origin)) continue;
      const response = await request.get(address);
      if (!response.ok()) missing.push(`${response.status()} ${decodeURI(address)}`);
    }
    expect(missing).toEqual([]);
  });
});

test.describe("addresses", () => {
  test("the root path redirects to /ar/ [SITE-18]", { tag: "@any" }, async ({ page, shop, request }) => {
    const answer = await request.get("/", { maxRedirects: 0 });
    expect(answer.status()).toBe(302);
    expect(answer.headers().location).toBe("/ar/");
    await shop.visit("/");
    expect(new URL(page.url()).pathname).toBe("/ar/");
  });

  test("an unknown address gets an Arabic page with a link [SITE-19]", { tag: "@any" }, async ({
    page,
    shop,
    request,
    pageErrors,
  }) => {
    pageErrors.allow(/404/);
    for (const path of [
      NOWHERE,
      "/ar/product/لا-شيء/",
      "/ar/product-category/nothing/",
      "/ar/no/such/page",
    ]) {
      expect((await request.get(path)).status(), path).toBe(404);
    }
    await shop.visit(NOWHERE);

    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText(
      t("content.not-found"),
    );
    await expect(page.getByRole("main").getByRole("link", { name: t("content.home") })).toHaveAttribute(
      "href",
      "/ar/",
    );
  });

  test("the listing of all products is /ar/shop/ [SITE-17]", { tag: "@any" }, async ({ page, shop }) => {
    await shop.visit("/ar/shop/");
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText(
      t("catalog.all-products"),
    );
    await expect(page.getByRole("main").getByRole("link", { name: coffee.name, exact: true })).toBeVisible();
    const footer = page.getByRole("contentinfo").getByRole("link", { name: t("catalog.all-products") });
    await expect(footer).toHaveAttribute("href", "/ar/shop/");
  });

  test("every link loads a new document: there is no client-side routing [SITE-04]", {
    tag: "@phone",
  }, async ({ page, shop, isMobile }) => {
    const documents: Array<string> = [];
    page.on("request", (request) => {
      if (request.resourceType() === "document") documents.push(decodeURI(new URL(request.url()).pathname));
    });
    await page.addInitScript(() => {
      for (const name of ["pushState", "replaceState"] as const) {
        history[name] = () => {
          throw new Error(`history.${name} was called`);
        };
      }
    });
    await shop.visit("/ar/");
    const follow = async (act: () => Promise<unknown>) => {
      await page.evaluate(() => Object.assign(window, { oldDocument: true }));
      await shop.arriving(act);
      expect(await page.evaluate(() => "oldDocument" in window)).toBe(false);
    };

    const main = page.getByRole("main");
    await follow(() => main.getByRole("link", { name: coffee.name, exact: true }).first().click());
    await follow(() =>
      main
        .getByRole("navigation")
        .getByRole("link", { name: t("layout.home") })
        .click(),
    );
    if (isMobile) {
      await page.getByRole("banner").locator("summary").first().click();
      const menu = page.getByRole("banner").getByRole("navigation", { name: t("layout.menu") });
      await follow(() => menu.getByRole("link", { name: "القهوة", exact: true }).click());
    } else {
      await follow(() =>
        page
          .getByRole("banner")
          .getByRole("navigation")
          .getByRole("link", { name: "القهوة" })
          .first()
          .click(),
      );
    }
    await follow(() => page.getByRole("banner").getByRole("link", { name: "دكان النخلة" }).click());

    expect(documents).toEqual(["/ar/", coffee.path, "/ar/", "/ar/product-category/coffee/", "/ar/"]);
  });
});

test.describe("money", () => {
  test("is written 1,234.50 $ in US dollars, everywhere [PRICE-01] [PRICE-02] [SITE-57]", {
    tag: "@any",
  }, async ({ page, shop }) => {
    await fillCart(page, oud, cerrado, coffee);
    for (const path of [PAGES.home, PAGES.listing, oud.path, cerrado.path, CART]) {
      await shop.visit(path);
      const amounts = await page.locator("bdi:has-text('$')").allTextContents();
      expect(amounts.length).toBeGreaterThan(0);
      expect(amounts.filter((amount) => !MONEY.test(amount))).toEqual([]);
    }
    await expect(page.getByRole("main")).toContainText("1,250.00\u00a0$");
    await expect(page.getByRole("main")).toContainText("1,274.90\u00a0$");

    await shop.visit(oud.path);
    await expect(page.getByRole("main").getByText("1,250.00\u00a0$", { exact: true }).first()).toBeVisible();
    const data = await page.locator("script[type='application/ld+json']").allTextContents();
    expect(data.map((json) => JSON.parse(json)).find((one) => one["@type"] === "Product")).toMatchObject({
      offers: { priceCurrency: "USD", price: "1250.00" },
    });
    // The configuration of the payment plugin also contains the shop's URL.
    const checkout = await (await page.request.get("/ar/checkout/")).text();
    const config = JSON.parse(
      /<script[^>]*id="wcpay-config"[^>]*>(.*?)<\/script>/s.exec(checkout)?.[1] ?? "{}",
    );
    expect(config).toMatchObject({ currency: "USD", storeCountry: "US", locale: "ar" });
  });
});

test.describe("public pages", () => {
  for (const path of [
    PAGES.home,
    PAGES.listing,
    PAGES.category,
    PAGES["product-simple"],
    PAGES["product-variable"],
  ]) {
    test(`are the same bytes for all visitors, and set no cookie: ${path}`, async ({
      page,
      playwright,
      baseURL,
    }) => {
      await fillCart(page, coffee, ribbon);
      const anonymous = await playwright.request.newContext({ baseURL });
      // A page that became stale is rendered again between two requests.
      await expect(async () => {
        const own = await page.request.get(path);
        const theirs = await anonymous.get(path);
        expect(await own.text()).toBe(await theirs.text());
        for (const answer of [own, theirs]) {
          expect(answer.headers()["set-cookie"]).toBeUndefined();
          expect(answer.headers()["cache-control"]).not.toContain("no-store");
          expect(answer.headers().etag).toBeTruthy();
        }
      }).toPass({ timeout: 5000 });
      await anonymous.dispose();
    });
  }

  test("differ from the cart page, which is private and never cached", async ({ page }) => {
    await fillCart(page, coffee);
    const answer = await page.request.get(CART);

    expect(answer.headers()["cache-control"]).toBe("private, no-store");
    expect(await answer.text()).toContain(coffee.name);
  });
});

test.describe("layout stability", () => {
  for (const [name, path] of Object.entries({
    home: PAGES.home,
    listing: PAGES.listing,
    product: PAGES["product-simple"],
    variable: PAGES["product-variable"],
    cart: CART,
  })) {
    test(`${name}: no layout shift while loading, while the cart arrives, or while scrolling`, {
      tag: "@phone",
    }, async ({ page, shop }) => {
      await fillCart(page, coffee, cerrado);
      await watchShifts(page);
      await shop.visit(path);
      await expect(cartButton(page, 2)).toBeVisible();
      await readThrough(page);

      expect(await shifts(page)).toEqual([]);
    });
  }
});

test.describe("by keyboard alone", () => {
  /** The focused element; null after the last control, where focus moves to the browser's UI. */
  const focusOf = () => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    // A card's link shows its focus ring around the whole card.
    const rings = [null, "::after"].map((part) => getComputedStyle(element, part));
    const box = element.getBoundingClientRect();
    const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return {
      what: element.outerHTML.slice(0, 160),
      ring: rings.some(
        (style) => style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2,
      ),
      covered: seen !== null && !element.contains(seen) && !seen.contains(element),
    };
  };

  /** Presses Tab until the element is focused, and expects a visible focus indicator at every step. */
  async function tabTo(page: Page, wanted: Locator, key = "Tab"): Promise<void> {
    for (let steps = 0; steps < 100; steps++) {
      await page.keyboard.press(key);
      const look = () => page.evaluate(focusOf);
      const focus = await look();
      if (!focus) continue;
      expect(focus.ring, `the focus shows on ${focus.what}`).toBe(true);
      // A menu that has lost focus takes a moment to close.
      if (focus.covered)
        await expect.poll(async () => (await look())?.covered, `nothing covers ${focus.what}`).toBe(false);
      if (await wanted.evaluateAll((all) => all.some((one) => one === document.activeElement))) return;
    }
    throw new Error(`${key} never came to ${wanted}`);
  }

  test("the whole journey, with visible focus at every step", async ({ page, shop }) => {
    test.slow();
    await shop.visit("/ar/");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: t("layout.skip") })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/ar/#main");
    const main = page.getByRole("main");
    await tabTo(page, main.getByRole("link", { name: coffee.name, exact: true }));
    await shop.arriving(() => page.keyboard.press("Enter"));

    await tabTo(page, buyButton(page));
    await page.keyboard.press("Enter");
    await expect(lineIn(sideCart(page), coffee)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(cartButton(page, 1)).toBeVisible();
    await tabTo(page, main.getByRole("link", { name: t("cart.view"), exact: true }));

    await tabTo(page, cartButton(page, 1), "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(lineIn(sideCart(page), coffee)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sideCart(page)).toBeHidden();
    await expect(cartButton(page, 1)).toBeFocused();

    await page.keyboard.press("Enter");
    await tabTo(page, sideCart(page).getByRole("link", { name: t("cart.view"), exact: true }));
    await shop.arriving(() => page.keyboard.press("Enter"));
    await expect(page).toHaveURL(CART);
    await tabTo(page, removeLink(main, coffee));
    await page.keyboard.press("Enter");
    await expect(main.getByRole("heading", { name: t("cart.empty") })).toBeVisible();
    await expect(page.locator("body")).not.toBeFocused();
  });

  test("the mini cart opens with the focus and closes by Escape", async ({ page, shop }) => {
    await fillCart(page, coffee);
    await shop.visit("/ar/");

    await cartButton(page, 1).focus();
    await expect(miniCart(page).getByRole("link", { name: coffee.name, exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(miniCart(page).getByRole("link", { name: coffee.name, exact: true })).toBeHidden();
    await expect(cartButton(page, 1)).toBeFocused();
  });

  test("the drawer traps the focus until it is closed", async ({ page, shop }) => {
    await fillCart(page, coffee, ribbon);
    await shop.visit("/ar/");
    await cartButton(page, 2).focus();
    await page.keyboard.press("Enter");
    await expect(sideCart(page)).toBeVisible();

    for (let steps = 0; steps < 25; steps++) {
      await page.keyboard.press("Tab");
      const inside = await page.evaluate(() => {
        const element = document.activeElement;
        return element === document.body || element?.closest("dialog") !== null;
      });
      expect(inside).toBe(true);
    }
    await shop.audit();
  });
});

test("under reduced motion nothing moves", async ({ page, shop }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await fillCart(page, coffee);
  await shop.visit(PAGES["product-simple"]);
  await cartButton(page, 1).click();
  await expect(sideCart(page)).toBeVisible();

  const moving = await page.evaluate(() => {
    const seconds = (text: string) =>
      Math.max(
        ...text.split(",").map((one) => Number.parseFloat(one) * (one.trim().endsWith("ms") ? 0.001 : 1)),
      );
    return [...document.querySelectorAll("*")]
      .flatMap((element) =>
        [null, "::before", "::after", "::backdrop"].map((part) => ({
          element,
          part,
          style: getComputedStyle(element, part),
        })),
      )
      .filter(
        ({ style }) =>
          seconds(style.transitionDuration) > 0.01 ||
          (style.animationName !== "none" && seconds(style.animationDuration) > 0.01) ||
          style.scrollBehavior === "smooth",
      )
      .map(({ element, part }) => `${element.tagName}.${element.className}${part ?? ""}`);
  });
  expect(moving).toEqual([]);
});

test("files of the card payment plugin are served under the platform's paths [SITE-11]", async ({ page }) => {
  // The values that the page itself contains; see the plugin's configuration in checkout.spec.ts.
  await fillCart(page, ribbon);
  const html = await (await page.request.get("/ar/checkout/")).text();
  const icon = /"icon":"([^"]*)"/.exec(html)?.[1] ?? "";
  expect(icon).toMatch(/^\/ar\/wp-content\/plugins\/[a-z-]+\/dist\//);
  const answer = await page.request.get(icon);
  expect(answer.status()).toBe(200);
  expect(answer.headers()["content-type"]).toBe("image/svg+xml; charset=utf-8");
  expect(answer.headers()["cache-control"]).toContain("max-age=");
  for (const path of [`${icon}x`, icon.replace("/dist/", "/dist/../../")])
    expect((await page.request.get(path)).status(), path).toBe(404);
  // The icon loads as an image.
  await page.goto(icon);
  expect(await page.evaluate(() => document.documentElement.nodeName)).toBe("svg");
});
