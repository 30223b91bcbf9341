import type { Page } from "@playwright/test";
import { expect, test } from "./payment-shop";
import { emailTo, type ReceivedEmail } from "./support/accounts";
import { expectNoSidewaysScroll } from "./support/audit";
import { fillCart } from "./support/carts";
import { billingOf, numbersOf, quickOrder, subject, VISA } from "./support/checkout";
import { coffee, greeting } from "./support/products";

/** Widths of a small phone, a phone, and the reading pane of a program. */
const WIDTHS = [320, 390, 600];
const PICTURES = /\.(jpe?g|png|webp|avif)(\?|$)/;

/**
 * Shows an email in a page of its own, as a mail program does: no script, no rule of the shop. It has an address because the
 * browser lets a page without one load nothing from this machine.
 */
async function show(page: Page, mail: ReceivedEmail): Promise<void> {
  const path = "/shown-email";
  await page.route(`**${path}`, (route) =>
    route.fulfill({ contentType: "text/html; charset=utf-8", body: mail.html }),
  );
  await page.goto(path);
  await page.unroute(`**${path}`);
}

async function expectReadable(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await expectNoSidewaysScroll(page);
  await expect(page.getByText(greeting.name).first()).toBeVisible();
  await expect(page.getByText(coffee.name).first()).toBeVisible();
  await expect(page.getByText("ديربورن", { exact: false }).first()).toBeVisible();
  const button = page.getByRole("link", { name: /عرض الطلب|تتبّع/ }).first();
  const box = await button.boundingBox();
  expect(box?.height, "as high as a thumb").toBeGreaterThanOrEqual(44);
  // One button as wide as the text on a phone.
  if (width < 600) expect(box?.width).toBeGreaterThan(width * 0.6);
}

test("an order's email is readable at 320, 390 and 600 px, with pictures off, and as plain text [VIS-9]", async ({
  page,
  email,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR_/);
  await fillCart(page, greeting, coffee);
  const order = await quickOrder(page.request, { billing: billingOf(email), numbers: numbersOf(VISA) });
  const mail = await emailTo(email, subject("mail-received", order.number));

  await show(page, mail);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  for (const table of await page.locator("table").all()) await expect(table).toHaveAttribute("dir", "rtl");
  await expect(page.locator("svg, script")).toHaveCount(0);
  for (const width of WIDTHS) await expectReadable(page, width);
  const loaded = await page
    .locator("img")
    .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth > 0));
  expect(loaded).not.toContain(false);

  // Pictures off: their places stay, and nothing is only in a picture.
  await page.route(PICTURES, (route) => route.abort());
  await show(page, mail);
  for (const width of WIDTHS) await expectReadable(page, width);
  for (const image of await page.locator("img").all()) await expect(image).toHaveAttribute("alt", /.*/);
  await page.unroute(PICTURES);

  await show(page, mail);
  for (const link of await page.locator("a").all())
    expect(mail.text).toContain((await link.getAttribute("href")) ?? "nothing");
  for (const words of [greeting.name, coffee.name, "ديربورن", order.number])
    expect(mail.text).toContain(words);
  expect(mail.text).not.toMatch(/<[a-z]+[ >]/);
});
