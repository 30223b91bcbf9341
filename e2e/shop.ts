import { test as base, expect, type Page } from "@playwright/test";
import { audit } from "./support/audit";
import { REFRESH } from "./support/carts";
import { Faults } from "./support/faults";

export { expect } from "@playwright/test";
export { t } from "./support/texts";

/** The shop as a test uses it: every page it visits is looked over. */
export class Shop {
  readonly #page: Page;
  readonly #scripted: boolean;
  /** Addresses that answered with a page, and those of them that were looked over. */
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

  /** Opens a page, waits until the visitor's own cart is in it, and looks it over. */
  async visit(path: string, page = this.#page): Promise<void> {
    await this.arriving(() => page.goto(path), page);
  }

  /** Does what leads to another page of the shop, waits until that is complete, and looks it over. */
  async arriving(act: () => Promise<unknown>, page = this.#page): Promise<void> {
    const ready = this.#scripted
      ? page.waitForResponse((response) => response.url().includes(REFRESH))
      : page.waitForEvent("load");
    await Promise.all([ready, act()]);
    if (this.#scripted) await page.waitForFunction(() => "cartArrived" in window);
    await this.audit(page);
  }

  /** Looks the page over as it is now: a drawer may be open, a line gone. */
  async audit(page = this.#page): Promise<void> {
    await audit(page, this.#scripted);
    this.#audited.add(pathOf(page.url()));
  }

  get unaudited(): Array<string> {
    return [...this.#visited].filter((path) => !this.#audited.has(path));
  }
}

const pathOf = (url: string): string => decodeURI(new URL(url).pathname);

type Fixtures = { shop: Shop; faults: Faults };

export const test = base.extend<Fixtures>({
  faults: [
    async ({ context, baseURL, javaScriptEnabled }, use) => {
      const faults = new Faults(context, baseURL ?? "", javaScriptEnabled !== false);
      await use(faults);
      expect(faults.unexpected, "what the pages complained about").toEqual([]);
    },
    { auto: true },
  ],
  // Depends on `faults`, so that the last look over happens while they are still watched.
  shop: async ({ page, javaScriptEnabled, faults: _ }, use, testInfo) => {
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
