import type { Page } from "@playwright/test";
import { expect, t, test } from "./payment-shop";
import { fillCart } from "./support/carts";
import { billingOf, main, numbersOf, quickOrder, VISA } from "./support/checkout";
import { cardamom, greeting } from "./support/products";
import { STAFF_ORDERS, signInStaff } from "./support/staff";

/** The line of the goods, which has their SKU. */
const line = (page: Page, name: string) => main(page).getByRole("listitem").filter({ hasText: name });

test("picking: each scan is a piece, a wrong article is refused in words, and the end marks the order [D29]", {
  tag: "@any",
}, async ({ page, shop, email, javaScriptEnabled }) => {
  const isScripted = javaScriptEnabled !== false;
  await fillCart(page, greeting, greeting, cardamom);
  const order = await quickOrder(page.request, { billing: billingOf(email), numbers: numbersOf(VISA) });
  await signInStaff(page);
  await shop.visit(`${STAFF_ORDERS}${order.number}/`);
  await shop.arriving(() =>
    main(page)
      .getByRole("link", { name: t("staff_orders.pick") })
      .click(),
  );
  await shop.audit();

  // With script a scan leaves the page as it is; without, it is a form.
  const act = (press: () => Promise<unknown>) => (isScripted ? press() : shop.arriving(press));
  const field = main(page).getByRole("textbox", { name: t("barcodes.label") });
  const scan = (code: string) =>
    act(async () => {
      await field.fill(code);
      await field.press("Enter");
    });
  const skuOf = async (name: string) => (await line(page, name).locator("small").textContent()) ?? "";
  const [card, spice] = [await skuOf(greeting.name), await skuOf(cardamom.name)];
  const progress = (picked: string, wanted: string) => t("barcodes.pick-progress", { picked, wanted });

  await scan(card);
  await expect(line(page, greeting.name)).toContainText(progress("1", "2"));
  if (isScripted) {
    // A hand scanner does not wait for an answer.
    await field.fill(card);
    await field.press("Enter");
    await field.fill(spice);
    await field.press("Enter");
  } else {
    await scan(card);
    await scan(spice);
  }
  await expect(line(page, greeting.name)).toContainText(progress("2", "2"));
  await expect(line(page, cardamom.name)).toContainText(progress("1", "1"));

  // One too many, and goods of another order.
  await scan(card);
  await expect(main(page).getByRole("alert")).toContainText(greeting.name);
  await scan("NK-070");
  await expect(main(page).getByRole("alert")).toContainText("ليس في هذا الطلب");
  await shop.audit();

  const button = (name: string) => main(page).getByRole("button", { name });
  await act(() => button(t("barcodes.pick-take-back-of", { name: cardamom.name })).click());
  await expect(line(page, cardamom.name)).toContainText(progress("0", "1"));
  await expect(button(t("barcodes.pick-finish"))).toHaveCount(0);
  await scan(spice);
  await act(() => button(t("barcodes.pick-finish")).click());
  await expect(main(page)).toContainText(t("barcodes.pick-finished"));
  await page.setViewportSize({ width: 320, height: 800 });
  await shop.audit();
  await shop.visit(`${STAFF_ORDERS}${order.number}/`);
  await expect(main(page)).toContainText(t("staff_orders.event-picked"));
});
