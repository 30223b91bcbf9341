import { expect, t, test } from "./shop";
import {
  ACCOUNT,
  AREA,
  BILLING,
  billingField,
  DETAILS,
  emailTo,
  field,
  formOf,
  LOST,
  labelled,
  linkIn,
  METHODS,
  newCustomer,
  newEmail,
  OTHER_PASSWORD,
  PASSWORD,
  PRIVACY,
  SET_PASSWORD,
  submitOf,
} from "./support/accounts";
import { cartButton, fillCart } from "./support/carts";
import { entriesOf } from "./support/checkout";
import { coffee } from "./support/products";
import { plain } from "./support/texts";

const main = (page: import("@playwright/test").Page) => page.getByRole("main");

test.describe("authentication", () => {
  test("an account is created by the link in an email", { tag: "@any" }, async ({
    page,
    shop,
    pageErrors,
  }) => {
    pageErrors.allow(/422/);
    const email = newEmail();
    await shop.visit(ACCOUNT);
    await shop.arriving(() => page.getByRole("link", { name: t("accounts.register-new") }).click());
    await field(page, "email").fill("نور");
    await shop.arriving(() => submitOf(page, "email").click());
    await expect(main(page)).toContainText(t("accounts.email-invalid"));
    await expect(field(page, "email")).toHaveAttribute("aria-invalid", "true");
    await field(page, "email").fill(email);
    await field(page, "first-name").fill("نور");
    await shop.arriving(() => submitOf(page, "email").click());
    await expect(main(page)).toContainText(t("accounts.register-sent"));

    const mail = await emailTo(email, t("mail.register"));
    await shop.visit(linkIn(mail, SET_PASSWORD));
    await field(page, "password-new").fill("12345678");
    await field(page, "password-again").fill("12345678");
    await shop.arriving(() => submitOf(page, "password-new").click());
    await expect(main(page)).toContainText(t("accounts.password-common"));
    await expect(field(page, "password-new")).toHaveValue("");
    await field(page, "password-new").fill(PASSWORD);
    await field(page, "password-again").fill(PASSWORD);
    await shop.arriving(() => submitOf(page, "password-new").click());
    await expect(main(page)).toContainText(t("accounts.registered"));
    await expect(main(page)).toContainText("نور");
  });

  test("wrong credentials get one generic error, and Enter in the password field signs in [ACCT-03] [ACCT-04]", {
    tag: "@any",
  }, async ({ page, shop, pageErrors }) => {
    pageErrors.allow(/422/);
    const email = await newCustomer(page);
    await page.context().clearCookies();
    await shop.visit(ACCOUNT);
    for (const [user, password] of [
      [email, "not my password"],
      [newEmail(), PASSWORD],
    ] as const) {
      await field(page, "user").fill(user);
      await field(page, "password").fill(password);
      await shop.arriving(() => field(page, "password").press("Enter"));
      await expect(page.getByRole("alert")).toHaveText(t("accounts.login-failed"));
      await expect(field(page, "user")).toHaveValue(user);
      await expect(field(page, "password")).toHaveValue("");
    }
    await field(page, "user").fill(email);
    await field(page, "password").fill(PASSWORD);
    await shop.arriving(() => field(page, "password").press("Enter"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("accounts.dashboard"));
  });

  test("a guest is redirected to the login, and to the requested page afterwards [ACCT-02] [SITE-06]", {
    tag: "@any",
  }, async ({ page, shop }) => {
    const email = await newCustomer(page);
    await page.context().clearCookies();
    await shop.visit(METHODS);
    expect(new URL(page.url()).pathname).toBe(ACCOUNT);
    await expect(main(page)).toContainText(t("accounts.login-first"));
    await field(page, "user").fill(email);
    await field(page, "password").fill(PASSWORD);
    await shop.arriving(() => submitOf(page, "password").click());
    expect(new URL(page.url()).pathname).toBe(METHODS);
    await expect(main(page)).toContainText(t("accounts.methods-empty"));
  });

  test("a forgotten password is replaced by a link that works once", { tag: "@any" }, async ({
    page,
    shop,
    pageErrors,
  }) => {
    pageErrors.allow(/410|422/);
    const email = await newCustomer(page);
    await page.context().clearCookies();
    await shop.visit(ACCOUNT);
    await shop.arriving(() => page.getByRole("link", { name: t("accounts.forgot") }).click());
    await field(page, "user").fill(email);
    await shop.arriving(() => submitOf(page, "user").click());
    await expect(main(page)).toContainText(t("accounts.reset-sent"));
    const link = linkIn(await emailTo(email, t("mail.password-reset")), SET_PASSWORD);
    await shop.visit(link);
    await field(page, "password-new").fill(OTHER_PASSWORD);
    await field(page, "password-again").fill(OTHER_PASSWORD);
    await shop.arriving(() => submitOf(page, "password-new").click());
    await expect(main(page)).toContainText(t("accounts.password-saved"));
    await shop.visit(link);
    await expect(main(page)).toContainText(t("accounts.link-expired"));
    await emailTo(email, t("mail.password-changed"));
    await shop.arriving(() => page.getByRole("link", { name: t("accounts.link-ask") }).click());
    expect(new URL(page.url()).pathname).toBe(LOST);
  });

  test("a guest's cart becomes the customer's after the login, and is gone after the logout", {
    tag: "@any",
  }, async ({ page, shop }) => {
    const email = await newCustomer(page);
    await page.context().clearCookies();
    await fillCart(page, coffee);
    await shop.visit(ACCOUNT);
    await field(page, "user").fill(email);
    await field(page, "password").fill(PASSWORD);
    await shop.arriving(() => submitOf(page, "password").click());
    await shop.visit("/ar/cart/");
    await expect(main(page).getByRole("link", { name: coffee.name, exact: true }).first()).toBeVisible();
    await shop.visit(ACCOUNT);
    await shop.arriving(() => page.getByRole("button", { name: t("accounts.logout") }).click());
    await expect(main(page)).toContainText(t("accounts.logged-out"));
    await expect(cartButton(page, 0)).toBeVisible();
  });

  test("changing the password or the email address requires the password", { tag: "@any" }, async ({
    page,
    shop,
    pageErrors,
  }) => {
    pageErrors.allow(/422/);
    await newCustomer(page);
    await shop.visit(DETAILS);
    const next = newEmail();
    const profile = formOf(page, "email");
    await labelled(profile, "email").fill(next);
    await labelled(profile, "password-current").fill("wrong");
    await shop.arriving(() => profile.getByRole("button", { name: t("common.save-changes") }).click());
    await expect(main(page)).toContainText(t("accounts.password-wrong"));
    await labelled(profile, "password-current").fill(PASSWORD);
    await shop.arriving(() => profile.getByRole("button", { name: t("common.save-changes") }).click());
    await expect(main(page)).toContainText(next);
    await shop.visit(linkIn(await emailTo(next, t("mail.email-change")), "/confirm-email/"));
    await shop.arriving(() =>
      main(page)
        .getByRole("button", { name: t("accounts.email-confirm") })
        .click(),
    );
    await expect(main(page)).toContainText(t("accounts.email-confirmed"));

    const change = formOf(page, "password-new");
    await labelled(change, "password-current").fill(PASSWORD);
    await labelled(change, "password-new").fill(OTHER_PASSWORD);
    await labelled(change, "password-again").fill(OTHER_PASSWORD);
    await shop.arriving(() => change.getByRole("button", { name: t("accounts.change-password") }).click());
    await expect(main(page)).toContainText(t("accounts.password-saved"));
    await emailTo(next, t("mail.password-changed"));
  });

  test("by keyboard alone, with visible focus", async ({ page, shop }) => {
    const email = await newCustomer(page);
    await page.context().clearCookies();
    await shop.visit(ACCOUNT);
    await field(page, "user").focus();
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Tab");
    const eye = page.getByRole("button", { name: t("accounts.password-show") });
    await expect(eye).toBeFocused();
    expect(await eye.evaluate((button) => getComputedStyle(button).outlineStyle)).not.toBe("none");
    await page.keyboard.press("Space");
    await expect(field(page, "password")).toHaveAttribute("type", "text");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await expect(field(page, "remember")).not.toBeChecked();
    await shop.arriving(() => page.keyboard.press("Enter"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("accounts.dashboard"));
  });
});

test.describe("password fields", () => {
  test("show and hide the typed text, on every page that has one [SITE-25]", async ({ page, shop }) => {
    const toggles = async () => {
      const fields = main(page).locator("input[autocomplete$=password]");
      for (const input of await fields.all()) {
        const group = input.locator("xpath=..");
        await input.fill("سعف النخيل");
        await expect(input).toHaveAttribute("type", "password");
        await group.getByRole("button", { name: t("accounts.password-show") }).click();
        await expect(input).toHaveAttribute("type", "text");
        await expect(input).toHaveValue("سعف النخيل");
        await group.getByRole("button", { name: t("accounts.password-hide") }).click();
        await expect(input).toHaveAttribute("type", "password");
      }
      return fields.count();
    };
    await shop.visit("/ar/wp-login.php");
    expect(await toggles()).toBe(1);
    await shop.visit(ACCOUNT);
    expect(await toggles()).toBe(1);
    await newCustomer(page);
    await shop.visit(DETAILS);
    expect(await toggles()).toBe(4);
    await shop.visit(PRIVACY);
    expect(await toggles()).toBe(1);
  });

  test("have no button without script", { tag: "@no-script" }, async ({ page, shop }) => {
    await shop.visit(ACCOUNT);
    await expect(page.getByRole("button", { name: t("accounts.password-show") })).toHaveCount(0);
  });
});

test.describe("the account area", () => {
  test("has every page, without sideways scroll at 320 px [ACCT-01]", { tag: "@any" }, async ({
    page,
    shop,
  }) => {
    await newCustomer(page);
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of AREA) {
      await shop.visit(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      const current = page
        .getByRole("navigation", { name: t("accounts.title") })
        .locator("[aria-current=page]");
      await expect(current).toHaveCount(1);
    }
  });

  test("every error of an address is shown, and a valid address is saved", { tag: "@any" }, async ({
    page,
    shop,
    pageErrors,
  }) => {
    pageErrors.allow(/422/);
    await newCustomer(page);
    await shop.visit(BILLING);
    await field(page, "first-name").fill("");
    await shop.arriving(() => submitOf(page, "city").click());
    for (const name of ["first-name", "last-name", "country", "city", "address", "phone"] as const) {
      const wanted = plain(t("accounts.field-required", { field: t(`accounts.${name}`) }));
      expect(plain((await main(page).textContent()) ?? "")).toContain(wanted);
    }
    const values = {
      first_name: "سلمى",
      last_name: "الناصر",
      city: "عمّان",
      address_1: "شارع الرينبو",
      phone: "٠٧٩١٢٣٤٥٦٧",
    };
    for (const [name, value] of entriesOf(values)) await billingField(page, name).fill(value);
    await field(page, "country").selectOption("JO");
    await shop.arriving(() => submitOf(page, "city").click());
    await expect(main(page)).toContainText(t("accounts.address-saved"));
    await expect(main(page)).toContainText("0791234567");
  });

  test("exports the customer's data, and deletes the account on request", { tag: "@any" }, async ({
    page,
    shop,
    pageErrors,
  }) => {
    pageErrors.allow(/422/);
    const email = await newCustomer(page);
    await shop.visit(PRIVACY);
    await shop.arriving(() =>
      main(page)
        .getByRole("button", { name: t("accounts.export-submit") })
        .click(),
    );
    await expect(main(page)).toContainText(t("accounts.export-requested"));
    await emailTo(email, t("mail.export-ready"));
    await shop.visit(PRIVACY);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      main(page)
        .getByRole("link", { name: t("accounts.export-download") })
        .click(),
    ]);
    const chunks: Array<Buffer> = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(JSON.parse(Buffer.concat(chunks).toString("utf8")).account.email).toBe(email);

    await field(page, "password-current").fill(PASSWORD);
    await shop.arriving(() => submitOf(page, "erase-confirm").click());
    await expect(main(page)).toContainText(t("accounts.erase-confirm-missing"));
    await field(page, "password-current").fill(PASSWORD);
    await field(page, "erase-confirm").check();
    await shop.arriving(() => submitOf(page, "erase-confirm").click());
    await expect(main(page)).toContainText(t("accounts.erased"));
    await emailTo(email, t("mail.erased"));
  });
});
