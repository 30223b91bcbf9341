import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import {
  emailTo,
  LOST,
  newCustomer,
  newEmail,
  PRIVACY,
  REGISTER,
  type ReceivedEmail,
  SUBSCRIPTIONS,
} from "./support/accounts";
import { expectNoSidewaysScroll } from "./support/audit";
import { plain } from "./support/texts";

const FOLDER = join(import.meta.dirname, "screens");

async function nonceOn(page: Page, path: string): Promise<string> {
  await page.goto(path);
  return page.getByRole("main").locator("[name=_wpnonce]").first().inputValue();
}

/** Opens an email in a page and takes screenshots of it: at phone width and at the width of a reading pane. */
async function look(page: Page, mail: ReceivedEmail, name: string): Promise<void> {
  // On a blank page, because the shop's policy forbids writing the email's HTML into its pages.
  await page.goto("about:blank");
  await page.setContent(mail.html);
  for (const width of [390, 700]) {
    await page.setViewportSize({ width, height: 844 });
    await page.screenshot({ path: join(FOLDER, `letter-${name}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  expect(mail.html).not.toMatch(/<script|<img|@import|url\(/);
  // The plain-text part contains every link of the HTML part.
  for (const link of await page.locator("a").all()) {
    expect(mail.text).toContain((await link.getAttribute("href")) ?? "nothing");
  }
}

// Each test takes its screenshots at both widths itself, so one project is enough.
test.describe("emails, as they arrive", () => {
  test("a new account, an account that exists, a forgotten password", async ({ page, pageErrors }) => {
    pageErrors.allow(/net::ERR_/);
    const email = newEmail();
    const form = async (address: string) => ({
      email: address,
      first_name: "نور",
      _wpnonce: await nonceOn(page, REGISTER),
    });
    await page.request.post(REGISTER, { form: await form(email) });
    const mail = await emailTo(email, t("mail.register"));
    await look(page, mail, "register");
    // Text from an anonymous visitor is not sent to an address that is not confirmed.
    expect(mail.text).toContain(t("mail.hello-nameless"));
    expect(mail.text).not.toContain("نور");
    expect(mail.text).toContain(plain(t("mail.life", { minutes: 60 })));

    const known = await newCustomer(page);
    await page.context().clearCookies();
    await page.request.post(REGISTER, { form: await form(known) });
    await look(page, await emailTo(known, t("mail.registered-already")), "registered-already");
    const _wpnonce = await nonceOn(page, LOST);
    await page.request.post(LOST, { form: { user_login: known, _wpnonce } });
    await look(page, await emailTo(known, t("mail.password-reset")), "password-reset");
  });

  test("a list, and an export of personal data", async ({ page }) => {
    const email = await newCustomer(page);
    await page.goto(SUBSCRIPTIONS);
    await page.getByRole("checkbox").first().check();
    await page.locator("form[data-subscriptions]").getByRole("button").click();
    const list = "عروض الموسم";
    const mail = await emailTo(email, plain(t("mail.subscribed", { list })));
    await page.goto(PRIVACY);
    await page
      .getByRole("main")
      .getByRole("button", { name: t("accounts.export-submit") })
      .click();
    await look(page, mail, "subscribed");
    await expect(page.getByRole("link", { name: t("mail.unsubscribe") })).toBeVisible();
    const ready = await emailTo(email, t("mail.export-ready"));
    await look(page, ready, "export-ready");
    expect(ready.text).toContain(plain(t("mail.export-ready-days", { days: 7 })));
  });
});
