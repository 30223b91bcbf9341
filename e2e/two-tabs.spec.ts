import type { Page } from "@playwright/test";
import { expect, test } from "./shop";
import { ADD, cardButton, cartButton, fillCart, isCall, lineIn, sideCart, stayClosed } from "./support/carts";
import { coffee, incense } from "./support/products";

/** Delays responses by pseudo-random times from a fixed seed. */
async function shakyNetwork(page: Page, seed: number): Promise<void> {
  let state = seed;
  await page.route(
    (url) => url.search.includes("wc-ajax="),
    async (route) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      const response = await route.fetch();
      await new Promise((done) => setTimeout(done, state % 350));
      await route.fulfill({ response });
    },
  );
}

test("quick clicks in two tabs over an unreliable network: nothing is lost or duplicated, and both agree [CART-05] [API-01]", async ({
  page,
  shop,
  context,
}) => {
  test.slow();
  const other = await context.newPage();
  const tabs = [page, other];
  await fillCart(page, incense);
  for (const [at, tab] of tabs.entries()) {
    await stayClosed(tab);
    await shop.visit("/ar/", tab);
    await shakyNetwork(tab, at + 7);
  }
  // A tab may show an outdated count, so every add that the shop accepted is counted.
  let added = 0;
  for (const tab of tabs) {
    tab.on("response", async (response) => {
      if (isCall(ADD)(new URL(response.url())) && response.ok()) added += 1;
    });
  }
  const press = async (tab: Page, times: number) => {
    const id = await cardButton(tab, coffee).getAttribute("data-product_id");
    await tab.evaluate(
      async ([product, count, unwanted]) => {
        const button = document.querySelector<HTMLElement>(
          `main .add_to_cart_button[data-product_id="${product}"]`,
        );
        for (let done = 0; done < Number(count); done += 1) {
          button?.click();
          if (done === 7 && unwanted) {
            const lines = document.querySelectorAll<HTMLElement>("[data-region=mini-cart] [data-cart-line]");
            const line = [...lines].find((one) => one.textContent?.includes(unwanted));
            line?.querySelector<HTMLElement>("a[href*=remove_item]")?.click();
          }
          await new Promise((next) => setTimeout(next, 130));
        }
      },
      [id, times, tab === other ? incense.name : ""] as const,
    );
  };
  await Promise.all(tabs.map((tab) => press(tab, 15)));
  const quiet = (tab: Page) =>
    expect(tab.locator("main .add_to_cart_button[aria-busy=true]")).toHaveCount(0, { timeout: 20_000 });
  await Promise.all(tabs.map(quiet));
  expect(added).toBeGreaterThan(2);

  await page.unrouteAll({ behavior: "wait" });
  await other.unrouteAll({ behavior: "wait" });
  const held = await page.evaluate(async () => {
    const answer = await fetch("/ar/?wc-ajax=xoo_wsc_refresh_fragments", {
      method: "POST",
      body: new URLSearchParams(),
    });
    return (await answer.json()).fragments['[data-region="side-cart"] > script'] as string;
  });
  const lines: Array<{ name: string; quantity: string }> = JSON.parse(
    held.split('application/json">')[1]?.split("</script>")[0] ?? "{}",
  ).lines;
  const coffees = lines.find((line) => line.name === coffee.name);
  expect(Number(coffees?.quantity)).toBe(added);
  expect(
    lines.map((line) => line.name),
    "a line removed in one tab disappears in the other",
  ).toEqual([coffee.name]);
  for (const tab of tabs) {
    await tab.bringToFront();
    await expect(cartButton(tab, 1)).toBeVisible();
    await tab.keyboard.press("Escape");
    await cartButton(tab, 1).click();
    const shown = lineIn(sideCart(tab), coffee).getByRole("textbox");
    await expect(shown).toHaveValue(String(added));
    await tab.keyboard.press("Escape");
  }
});
