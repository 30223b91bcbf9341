import type { Page } from "@playwright/test";
import { expect, t, test } from "./payment-shop";
import { emailTo } from "./support/accounts";
import { fillCart } from "./support/carts";
import {
  billingOf,
  expectKind,
  main,
  numbersOf,
  type Placed,
  quickOrder,
  subject,
  VISA,
} from "./support/checkout";
import { greeting, ribbon } from "./support/products";
import { STAFF_ORDERS, signInStaff } from "./support/staff";
import { plain } from "./support/texts";

const TRACK = "/ar/track-order/";
const TRACKING_NUMBER = "1Z 999 AA1 01 2345 6784";

const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });
const steps = (page: Page) => main(page).getByRole("list", { name: t("orders.steps") });
const current = (page: Page) => steps(page).locator("[aria-current=step]");

async function fillTracking(page: Page, number: string, email: string): Promise<void> {
  await main(page).getByLabel(t("orders.track-number")).fill(number);
  await main(page).getByLabel(t("orders.track-email")).fill(email);
}

/** Enters a parcel with everything, as staff. */
async function enterParcel(
  page: Page,
  shop: { visit(path: string): Promise<void>; arriving(act: () => Promise<unknown>): Promise<void> },
  { number }: Placed,
) {
  await shop.visit(`${STAFF_ORDERS}${number}/`);
  await main(page).getByLabel(t("orders.staff-carrier")).selectOption("يو بي إس");
  await main(page).getByLabel(t("orders.staff-number")).fill(TRACKING_NUMBER);
  await shop.arriving(() => button(page, t("orders.staff-ship-submit")).click());
  await expect(main(page).getByRole("status").first()).toHaveText(t("orders.staff-shipped"));
}

test("a guest follows an order from the parcel to the door [VIS-12] [VIS-9]", {
  tag: ["@any", "@phone"],
}, async ({ page, shop, email }) => {
  test.slow();
  await fillCart(page, greeting, ribbon);
  const order = await quickOrder(page.request, { billing: billingOf(email), numbers: numbersOf(VISA) });
  await shop.visit(order.url);
  await expect(current(page)).toContainText(t("orders.step-prepare"));

  await signInStaff(page);
  await enterParcel(page, shop, order);
  const shipped = await emailTo(email, subject("mail-shipped", order.number));
  expect(shipped.text).toContain(TRACKING_NUMBER);
  expect(shipped.text).toContain(greeting.name);
  const pictures = [...shipped.html.matchAll(/src="([^"]+\/media\/[^"]+)"/g)].map(([, url]) => url ?? "");
  expect(pictures, "mail programs that know no WebP show them too").toHaveLength(2);
  for (const picture of pictures) {
    const file = await page.request.get(new URL(picture).pathname);
    expect(file.headers()["content-type"]).toBe("image/jpeg");
  }

  await shop.visit(TRACK);
  await fillTracking(page, order.number, email);
  await shop.arriving(() => button(page, t("orders.track-submit")).click());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("orders.title-shipped"));
  await expect(current(page)).toContainText(t("orders.step-ship"));
  await expect(current(page)).toContainText(TRACKING_NUMBER);
  await expect(current(page).getByRole("link", { name: t("orders.parcel-track") })).toHaveAttribute(
    "href",
    /^https:\/\/www\.ups\.com\/track\?tracknum=1Z/,
  );
  await expect(main(page)).toContainText("ديربورن");
  await expect(main(page)).not.toContainText("شارع النخيل");
  await expect(main(page)).not.toContainText("3135550142");

  await shop.visit(`${STAFF_ORDERS}${order.number}/`);
  await shop.arriving(() => button(page, t("orders.staff-deliver")).click());
  await expect(main(page).getByRole("status").first()).toHaveText(t("orders.staff-delivered"));
  await emailTo(email, plain(t("orders.mail-delivered", { number: order.number })));
  await shop.visit(order.url);
  await expect(current(page)).toHaveCount(0);
  await expect(steps(page).getByRole("listitem")).toHaveText([
    new RegExp(t("orders.step-received")),
    new RegExp(t("orders.step-prepare-done")),
    new RegExp(t("orders.step-ship-done")),
    new RegExp(t("orders.step-deliver-done")),
  ]);
});

test("tracking says nothing about which of number and address is wrong [VIS-12]", {
  tag: ["@any", "@phone"],
}, async ({ page, shop, email, pageErrors }) => {
  pageErrors.allow(/422/);
  await fillCart(page, greeting);
  const order = await quickOrder(page.request, { billing: billingOf(email), numbers: numbersOf(VISA) });
  await shop.visit(TRACK);
  await shop.arriving(() => button(page, t("orders.track-submit")).click());
  await expect(main(page).getByLabel(t("orders.track-number"))).toHaveAttribute("aria-invalid", "true");
  await expect(main(page)).toContainText(t("orders.track-email-missing"));
  for (const [number, address] of [
    [order.number, "other@example.com"],
    ["1234567890", email],
  ] as const) {
    await fillTracking(page, number, address);
    await shop.arriving(() => button(page, t("orders.track-submit")).click());
    await expect(main(page).getByRole("alert")).toHaveText(t("orders.track-none"));
    await expect(main(page).getByLabel(t("orders.track-number"))).toHaveValue(number);
  }
});

test("a paid order is cancelled after a second question, by keyboard too [VIS-12]", {
  tag: ["@any", "@phone"],
}, async ({ page, shop, email }) => {
  await fillCart(page, greeting);
  const order = await quickOrder(page.request, { billing: billingOf(email), numbers: numbersOf(VISA) });
  await shop.visit(order.url);
  const question = main(page)
    .locator("details")
    .filter({ hasText: t("orders.cancel") });
  await question.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(question).toContainText("10.50");
  await shop.audit();
  await shop.arriving(() =>
    question.getByRole("button", { name: t("orders.cancel"), exact: true }).press("Enter"),
  );
  await expect(main(page)).toContainText(t("orders.cancelled-refund"));
  await expect(question).toHaveCount(0);
  const mail = await emailTo(email, subject("mail-cancelled", order.number));
  expect(mail.text).toContain("10.50");
  await emailTo(email, subject("mail-refunded", order.number));
});

test("an order is ordered again, and printed [VIS-12]", { tag: ["@any"] }, async ({ page, shop, email }) => {
  await fillCart(page, greeting, ribbon);
  const order = await quickOrder(page.request, { billing: billingOf(email), numbers: numbersOf(VISA) });
  await shop.visit(order.url);
  await shop.arriving(() => button(page, t("orders.again")).click());
  await expectKind(page, "paid");
  await expect(main(page).getByRole("status").first()).toContainText(t("orders.again-added", { count: 2 }));
  await shop.arriving(() =>
    main(page)
      .getByRole("link", { name: t("orders.again-cart") })
      .click(),
  );
  await expect(main(page)).toContainText(greeting.name);
  await expect(main(page)).toContainText(ribbon.name);

  await page.setViewportSize({ width: 320, height: 640 });
  await shop.visit(order.url);
  await shop.arriving(() =>
    main(page)
      .getByRole("link", { name: t("orders.print") })
      .click(),
  );
  await expect(page.getByRole("heading", { level: 1 })).toContainText(order.number);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(main(page).getByRole("table")).toBeVisible();
  await page.emulateMedia({ media: "screen" });
});

test("staff correct a parcel, then remove it [VIS-12]", { tag: "@no-script" }, async ({
  page,
  shop,
  email,
}) => {
  await fillCart(page, greeting);
  const order = await quickOrder(page.request, { billing: billingOf(email), numbers: numbersOf(VISA) });
  await signInStaff(page);
  await enterParcel(page, shop, order);
  const open = () => main(page).getByText(t("orders.staff-correct"), { exact: true }).click();
  await open();
  await main(page).getByLabel(t("orders.staff-carrier")).selectOption("أرامكس");
  await main(page).getByLabel(t("orders.staff-number")).fill("AR-7");
  await shop.arriving(() => button(page, t("orders.staff-correct-submit")).click());
  await expect(main(page).getByRole("status").first()).toHaveText(t("orders.staff-corrected"));
  await shop.visit(order.url);
  await expect(current(page)).toContainText("AR-7");
  await expect(main(page)).not.toContainText(TRACKING_NUMBER);

  await shop.visit(`${STAFF_ORDERS}${order.number}/`);
  await open();
  await shop.arriving(() => button(page, t("orders.staff-remove")).click());
  await expect(main(page).getByRole("status").first()).toHaveText(t("orders.staff-parcel-removed"));
  await shop.visit(order.url);
  await expect(current(page)).toContainText(t("orders.step-prepare"));
  await expect(main(page)).not.toContainText("AR-7");
});
