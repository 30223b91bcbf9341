import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import {
  type Letter,
  LOST,
  letterTo,
  newCustomer,
  newEmail,
  PRIVACY,
  REGISTER,
  SUBSCRIPTIONS,
} from "./support/accounts";
import { expectNoSidewaysScroll } from "./support/audit";
import { plain } from "./support/texts";

const FOLDER = join(import.meta.dirname, "screens");

async function nonceOn(page: Page, path: string): Promise<string> {
  await page.goto(path);
  return page.getByRole("main").locator("[name=_wpnonce]").first().inputValue();
}

/** Opens a letter as a mailbox shows it, and takes its picture: on a telephone and in a reading pane. */
async function look(page: Page, letter: Letter, name: string): Promise<void> {
  // Away from the shop, whose policy would not let a letter be written into its page.
  await page.goto("about:blank");
  await page.setContent(letter.html);
  for (const width of [390, 700]) {
    await page.setViewportSize({ width, height: 844 });
    await page.screenshot({ path: join(FOLDER, `letter-${name}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  expect(letter.html).not.toMatch(/<script|<img|@import|url\(/);
  // The other part says the same: every link of the one stands in the other.
  for (const link of await page.locator("a").all()) {
    expect(letter.text).toContain((await link.getAttribute("href")) ?? "nothing");
  }
}

// Each takes its pictures itself, so once is enough.
test.describe("letters, as they arrive", () => {
  test("a new account, an account that exists, a forgotten password", async ({ page, faults }) => {
    faults.allow(/net::ERR_/);
    const email = newEmail();
    const form = async (address: string) => ({
      email: address,
      first_name: "نور",
      _wpnonce: await nonceOn(page, REGISTER),
    });
    await page.request.post(REGISTER, { form: await form(email) });
    const letter = await letterTo(email, t("mail.register"));
    await look(page, letter, "register");
    // Nothing that a stranger typed is sent to an address that nobody has confirmed.
    expect(letter.text).toContain(t("mail.hello-nameless"));
    expect(letter.text).not.toContain("نور");
    expect(letter.text).toContain(plain(t("mail.life", { minutes: 60 })));

    const known = await newCustomer(page);
    await page.context().clearCookies();
    await page.request.post(REGISTER, { form: await form(known) });
    await look(page, await letterTo(known, t("mail.registered-already")), "registered-already");
    const _wpnonce = await nonceOn(page, LOST);
    await page.request.post(LOST, { form: { user_login: known, _wpnonce } });
    await look(page, await letterTo(known, t("mail.password-reset")), "password-reset");
  });

  test("a list, and a copy of one's data", async ({ page }) => {
    const email = await newCustomer(page);
    await page.goto(SUBSCRIPTIONS);
    await page.getByRole("checkbox").first().check();
    await page.locator("form[data-subscriptions]").getByRole("button").click();
    const list = "عروض الموسم";
    const letter = await letterTo(email, plain(t("mail.subscribed", { list })));
    await page.goto(PRIVACY);
    await page
      .getByRole("main")
      .getByRole("button", { name: t("accounts.export-submit") })
      .click();
    await look(page, letter, "subscribed");
    await expect(page.getByRole("link", { name: t("mail.unsubscribe") })).toBeVisible();
    const ready = await letterTo(email, t("mail.export-ready"));
    await look(page, ready, "export-ready");
    expect(ready.text).toContain(plain(t("mail.export-ready-days", { days: 7 })));
  });
});
