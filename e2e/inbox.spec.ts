import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { liveForm } from "./support/enquiries";
import { INBOX, inboxOf, rows, sendContact, sendReturn } from "./support/inbox";
import { signInStaff } from "./support/staff";

/** The smallest picture, with text behind it: nothing decodes it. */
const PICTURE = Buffer.concat([
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
  Buffer.from("<script>alert(1)</script>"),
]);

const noticeOf = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const named = (name: string) => ({ name, exact: true });

test("a held enquiry is released, closed and opened again", { tag: "@any" }, async ({
  page,
  shop,
  request,
}) => {
  const held = await sendContact(request);
  await signInStaff(page);
  await shop.visit(inboxOf(held, "open"));
  await expect(page.getByText(t("enquiries.inbox-none"))).toBeVisible();
  await shop.visit(inboxOf(held, "spam"));
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(held.email);
  await shop.arriving(() => rows(page).getByRole("link").click());
  await expect(page.getByRole("definition").filter({ hasText: held.text })).toBeVisible();
  await expect(page.getByText(t("moderation.signal-no-token"))).toBeVisible();

  await shop.arriving(() => page.getByRole("button", named(t("enquiries.inbox-not-spam"))).click());
  await expect(noticeOf(page, t("enquiries.inbox-notice-not-spam"))).toBeFocused();
  await shop.arriving(() => page.getByRole("button", named(t("enquiries.inbox-close"))).click());
  await expect(noticeOf(page, t("enquiries.inbox-notice-closed"))).toBeVisible();
  await shop.visit(inboxOf(held, "closed"));
  await expect(rows(page)).toHaveCount(1);
  await shop.arriving(() => rows(page).getByRole("link").click());
  await shop.arriving(() => page.getByRole("button", named(t("enquiries.inbox-reopen"))).click());
  await expect(noticeOf(page, t("enquiries.inbox-notice-reopened"))).toBeVisible();
});

test("a file is downloaded as it was sent, under its own name", async ({ page, shop, request }) => {
  const held = await sendReturn(request, "صورة العلبة.png", PICTURE);
  await signInStaff(page);
  await shop.visit(inboxOf(held, "spam"));
  await shop.arriving(() => rows(page).getByRole("link").click());
  const link = page.getByRole("link", {
    name: t("enquiries.inbox-download-named", { name: "صورة العلبة.png" }),
  });
  await expect(link).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("صورة العلبة.png");
  expect((await readFile(await download.path())).equals(PICTURE)).toBe(true);
  const url = (await link.getAttribute("href")) ?? "";
  expect((await request.get(url)).status(), "only for staff").toBe(404);
});

test("deleting needs a tick, and one enquiry is gone", { tag: "@phone" }, async ({ page, shop, request }) => {
  const held = await sendContact(request);
  await signInStaff(page);
  await shop.visit(inboxOf(held, "spam"));
  await shop.arriving(() => rows(page).getByRole("link").click());
  const remove = page.getByRole("button", named(t("enquiries.inbox-delete")));
  const confirm = page.getByRole("checkbox", named(t("enquiries.inbox-delete-confirm")));
  await remove.click();
  await expect(confirm).toBeFocused();
  await confirm.check();
  await shop.arriving(() => remove.click());
  await expect(noticeOf(page, t("enquiries.inbox-notice-deleted"))).toBeVisible();
  await shop.visit(inboxOf(held, "spam"));
  await expect(page.getByText(t("enquiries.inbox-none"))).toBeVisible();
});

test("everything of an address is downloaded and erased", async ({ page, shop, request }) => {
  const held = await sendContact(request);
  await signInStaff(page);
  await shop.visit(inboxOf(held, "spam"));
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", named(t("enquiries.inbox-person-export"))).click(),
  ]);
  expect(download.suggestedFilename()).toBe("enquiries.json");
  const copy = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(copy.enquiries).toHaveLength(1);
  expect(JSON.stringify(copy)).toContain(held.text);
  await page.getByRole("checkbox", named(t("enquiries.inbox-person-erase-confirm"))).check();
  await shop.arriving(() => page.getByRole("button", named(t("enquiries.inbox-person-erase"))).click());
  await expect(noticeOf(page, t("enquiries.inbox-erased", { count: 1 }))).toBeVisible();
});

test("the inbox is used with the keyboard alone", async ({ page, shop, request }) => {
  const held = await sendContact(request);
  await signInStaff(page);
  await shop.visit(`${INBOX}?state=spam`);
  const address = page.getByRole("searchbox", { name: t("enquiries.inbox-email") });
  await address.focus();
  await page.keyboard.type(held.email);
  await shop.arriving(() => page.keyboard.press("Enter"));
  await expect(rows(page)).toHaveCount(1);
  const link = rows(page).getByRole("link");
  for (let presses = 0; presses < 40; presses++) {
    if (await link.evaluate((node) => node === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(link).toBeFocused();
  await shop.arriving(() => page.keyboard.press("Enter"));
  await page.getByRole("button", named(t("enquiries.inbox-not-spam"))).focus();
  await shop.arriving(() => page.keyboard.press("Space"));
  await expect(
    page.getByRole("status").filter({ hasText: t("enquiries.inbox-notice-not-spam") }),
  ).toBeFocused();
});

test("a form is previewed and cannot be sent [FORM-05]", async ({ page, shop }) => {
  await signInStaff(page);
  await shop.visit(INBOX);
  const previews = page.getByRole("region", { name: t("enquiries.inbox-previews") });
  await expect(previews.getByRole("link")).not.toHaveCount(0);
  await shop.arriving(() => previews.getByRole("link").first().click());
  await liveForm(page);
  const sent: Array<string> = [];
  page.on("request", (one) => one.method() === "POST" && sent.push(one.url()));
  await page.locator("main form button").last().click();
  await expect(page.getByRole("alert").filter({ hasText: t("enquiries.preview-no-submit") })).toBeVisible();
  expect(sent).toEqual([]);
});
