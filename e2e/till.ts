import { test as base, expect } from "./shop";
import { newEmail } from "./support/accounts";
import { allowProvider, Told } from "./support/till";

export { expect, t } from "./shop";

type Fixtures = {
  /** Of a buyer whom nobody else knows: the provider's rules are made for it. */
  email: string;
  /** What the shop was told, which is never a number of a card or an account. */
  told: Told;
};

/** Pages where somebody pays ask one stranger, and tell the shop nothing that only it may know. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: what Playwright wants where nothing is needed
  email: async ({}, use) => use(newEmail()),
  told: [
    async ({ page, faults, baseURL }, use) => {
      allowProvider(faults);
      const told = new Told(page, baseURL ?? "");
      await use(told);
      expect(await told.secrets(), "numbers that the shop was told").toEqual([]);
    },
    { auto: true },
  ],
});
