import { expect, t, test } from "./payment-shop";
import { billingField, newCustomer } from "./support/accounts";
import { CART, fillCart, lineIn } from "./support/carts";
import {
  billingOf,
  CHECKOUT,
  errorLines,
  fillBilling,
  fillCard,
  foldedRows,
  main,
  payButton,
  payReady,
  REVIEW,
  refusedWith,
  seenTotal,
  terms,
  VISA,
} from "./support/checkout";
import { coffee, greeting } from "./support/products";

const place = (page: Parameters<typeof main>[0]) =>
  foldedRows(page).filter({ hasText: t("checkout.deliver-to") });

test("a customer's last address is folded, and an error opens its row [VIS-4]", { tag: "@phone" }, async ({
  page,
  shop,
  email,
}) => {
  test.slow();
  await newCustomer(page);
  await fillCart(page, greeting);
  await shop.visit(CHECKOUT);
  await expect(foldedRows(page)).toHaveCount(0);
  await fillBilling(page, billingOf(email));
  await fillCard(page);
  await shop.arriving(() => payButton(page).click());
  await expect(page).toHaveURL(/order-received/);

  await fillCart(page, greeting);
  await shop.visit(CHECKOUT);
  await expect(foldedRows(page)).toHaveCount(2);
  const address = billingOf(email).address_1 ?? "";
  await expect(place(page).locator("summary")).toContainText(address);
  await expect(billingField(page, "phone")).toBeHidden();
  await shop.audit();

  // By keyboard.
  await place(page).locator("summary").focus();
  await page.keyboard.press("Enter");
  await billingField(page, "phone").fill("");
  await place(page).locator("summary").click();
  await expect(billingField(page, "phone")).toBeHidden();
  await payReady(page);
  await refusedWith(page);
  await expect(billingField(page, "phone")).toBeVisible();
  await shop.audit();
});

test("a guest's address is kept on this device only after a tick [VIS-4]", async ({ page, shop, email }) => {
  test.slow();
  await fillCart(page, greeting);
  await shop.visit(CHECKOUT);
  await fillBilling(page, billingOf(email));
  await page.getByRole("checkbox", { name: t("checkout.remember-device") }).check();
  await fillCard(page);
  await shop.arriving(() => payButton(page).click());
  await expect(page).toHaveURL(/order-received/);

  await fillCart(page, greeting);
  await shop.visit(CHECKOUT);
  await expect(place(page).locator("summary")).toContainText(billingOf(email).address_1 ?? "");
  await page.getByRole("checkbox", { name: t("checkout.remember-device") }).uncheck();
  await shop.visit(CHECKOUT);
  await expect(foldedRows(page)).toHaveCount(0);
  await expect(billingField(page, "address_1")).toHaveValue("");
});

test("a gift has a card text with a counter, with and without prices [VIS-4]", async ({ page, shop }) => {
  await fillCart(page, greeting);
  await shop.visit(CHECKOUT);
  const card = page.getByRole("textbox", { name: t("checkout.gift-text") });
  await expect(card).toBeHidden();
  await page.getByRole("checkbox", { name: t("checkout.gift") }).check();
  await card.fill("كل عام وأنتم بخير");
  await expect(main(page)).toContainText(t("checkout.gift-left", { count: 160 - 17 }));
  await expect(page.getByRole("checkbox", { name: t("checkout.gift-no-prices") })).toBeChecked();
  await shop.audit();
});

test("a gift goes to another person: the summary follows the address, and an error is at its field [VIS-4]", {
  tag: "@phone",
}, async ({ page, shop, email }) => {
  await fillCart(page, greeting);
  await shop.visit(CHECKOUT);
  await payReady(page);
  await fillBilling(page, billingOf(email));
  const city = main(page).locator("[name=shipping_city]");
  await page.getByRole("checkbox", { name: t("checkout.gift") }).check();
  await expect(city).toBeHidden();
  await page.getByRole("checkbox", { name: t("checkout.gift-recipient") }).check();
  await expect(city).toBeVisible();
  const before = await seenTotal(page);
  await Promise.all([
    page.waitForResponse((answer) => answer.url().includes(REVIEW)),
    main(page).locator("[name=shipping_country]").selectOption("SA"),
  ]);
  await expect.poll(() => seenTotal(page)).not.toBe(before);
  await shop.audit();

  await fillCard(page, VISA);
  await terms(page).check();
  await payButton(page).click();
  await expect(errorLines(page).first()).toBeVisible();
  await expect(city).toHaveAttribute("aria-invalid", "true");
  const typed = { first_name: "نورة", last_name: "الخطيب", city: "جدة", address_1: "12 شارع التحلية" };
  for (const [name, value] of Object.entries(typed))
    await main(page).locator(`[name=shipping_${name}]`).fill(value);
  await payButton(page).click();
  await expect(page).toHaveURL(/order-received/);
  await expect(main(page)).toContainText("نورة الخطيب");
  await expect(main(page)).toContainText("12 شارع التحلية");
});

test("a line is saved for later and moved back [VIS-4]", { tag: ["@any", "@phone"] }, async ({
  page,
  shop,
}) => {
  await fillCart(page, coffee, greeting);
  await shop.visit(CART);
  const later = page.getByRole("region", { name: t("cart.later-title") });
  await shop.arriving(() =>
    page.getByRole("button", { name: t("cart.later-named", { name: coffee.name }) }).click(),
  );
  await expect(later).toContainText(coffee.name);
  await expect(page.getByText(t("cart.later-saved", { name: coffee.name }))).toBeVisible();
  await shop.arriving(() =>
    later.getByRole("button", { name: t("cart.later-back-named", { name: coffee.name }) }).click(),
  );
  await expect(later).toHaveCount(0);
  await expect(lineIn(main(page), coffee)).toBeVisible();
});
