import { test as base, expect } from "./shop";
import { newEmail } from "./support/accounts";
import { allowProvider, ShopRequests } from "./support/checkout";

export { expect, t } from "./shop";

type Fixtures = {
  /** A unique address. All tests share one payment simulator, so its fault rules select by email. */
  email: string;
  /** The requests to the shop, which must never contain a card or account number. */
  shopRequests: ShopRequests;
};

/**
 * The `test` for payment pages: allows requests to the provider, and fails if the shop receives card or account
 * numbers.
 */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first argument
  email: async ({}, use) => use(newEmail()),
  shopRequests: [
    async ({ page, pageErrors, baseURL }, use) => {
      allowProvider(pageErrors);
      const shopRequests = new ShopRequests(page, baseURL ?? "");
      await use(shopRequests);
      expect(await shopRequests.secrets(), "card and account numbers sent to the shop").toEqual([]);
    },
    { auto: true },
  ],
});
