import { test as base, expect, type Page } from "@playwright/test";
import { audit } from "./support/audit";
import { REFRESH } from "./support/carts";
import { PageErrors } from "./support/page-errors";

export { expect } from "@playwright/test";
export { t } from "./support/texts";

/** Page actions for tests. Every page that is visited is audited. */
export class Shop {
  readonly #page: Page;
  readonly #scripted: boolean;
  /** Paths of visited pages, and those that were audited. */
  readonly #visited = new Set<string>();
  readonly #audited = new Set<string>();

  constructor(page: Page, scripted: boolean) {
    this.#page = page;
    this.#scripted = scripted;
    page.context().on("response", (response) => {
      const redirect = response.status() >= 300 && response.status() < 400;
      const isFile = response.headers()["content-disposition"]?.startsWith("attachment") ?? false;
      if (response.request().isNavigationRequest() && !redirect && !isFile)
        this.#visited.add(pathOf(response.url()));
    });
  }

  /** Opens a page, waits until the visitor's cart has loaded, and audits the page. */
  async visit(path: string, page = this.#page): Promise<void> {
    await this.arriving(() => page.goto(path), page);
  }

  /** Runs an action that navigates to another page of the shop, waits until that page is complete, and audits it. */
  async arriving(act: () => Promise<unknown>, page = this.#page): Promise<void> {
    const before = this.#scripted ? await page.evaluate(() => document.body?.dataset.shown ?? "") : "";
    const ready = this.#scripted ? this.#arrival(page, before) : page.waitForEvent("load");
    await Promise.all([ready, act()]);
    await this.audit(page);
  }

  /** The shop's pages load the visitor's cart; those of the admin say themselves when they are there, also without a load. */
  async #arrival(page: Page, before: string): Promise<void> {
    const cart = page.waitForResponse((response) => response.url().includes(REFRESH));
    const inShop = cart.then(() => page.waitForFunction(() => "cartArrived" in window));
    const inAdmin = page.waitForFunction((before) => {
      const shown = document.body?.dataset.shown;
      return shown !== undefined && shown !== before;
    }, before);
    await Promise.any([inShop, inAdmin]);
  }

  /** Audits the page in its current state, for example with an open drawer. */
  async audit(page = this.#page): Promise<void> {
    await audit(page, this.#scripted);
    this.#audited.add(pathOf(page.url()));
  }

  get unaudited(): Array<string> {
    return [...this.#visited].filter((path) => !this.#audited.has(path));
  }
}

const pathOf = (url: string): string => decodeURI(new URL(url).pathname);

type Fixtures = { shop: Shop; pageErrors: PageErrors };

export const test = base.extend<Fixtures>({
  pageErrors: [
    async ({ context, baseURL, javaScriptEnabled }, use) => {
      const pageErrors = new PageErrors(context, baseURL ?? "", javaScriptEnabled !== false);
      await use(pageErrors);
      expect(pageErrors.unexpected, "what the pages complained about").toEqual([]);
    },
    { auto: true },
  ],
  // Depends on `pageErrors`, so that the last audit runs while errors are still recorded.
  shop: async ({ page, javaScriptEnabled, pageErrors: _ }, use, testInfo) => {
    const shop = new Shop(page, javaScriptEnabled !== false);
    await page.context().addInitScript(() => {
      addEventListener("wc_fragments_refreshed", () => Object.assign(window, { cartArrived: true }));
    });
    await use(shop);
    if (testInfo.errors.length > 0) return;
    if (page.url().startsWith("http")) await shop.audit();
    expect(shop.unaudited, "pages visited and never looked over").toEqual([]);
  },
});
