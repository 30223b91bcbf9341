import type { Page } from "@playwright/test";
import { expect, type Shop, t, test } from "./shop";
import { reviewOf } from "./support/database";
import { INBOX, inboxOf, rows, sendContact } from "./support/inbox";
import { holdReview, itemOf, queueFrom } from "./support/moderation";
import { incense } from "./support/products";
import { signInStaff } from "./support/staff";

const ACTS = "/ar/wp-admin/reviews/acts/";
const WIDTHS = [320, 390, 768, 1280];

const statusOf = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const named = (name: string) => ({ name, exact: true });

async function atEveryWidth(page: Page, shop: Shop): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await shop.audit();
  }
}

test("moderation: a review is published with its reply and taken back from the list of decisions [D23]", {
  tag: "@any",
}, async ({ page, shop, request }) => {
  const review = await holdReview(request, incense.path);
  await signInStaff(page);
  await shop.visit(queueFrom(review));
  await itemOf(page, review)
    .getByRole("textbox", { name: t("moderation.reply") })
    .fill("شكرًا لك.");
  await shop.arriving(() =>
    itemOf(page, review)
      .getByRole("button", named(t("moderation.publish-reply")))
      .click(),
  );
  await expect(statusOf(page, t("moderation.changed-published", { count: 1 }))).toBeFocused();
  expect(reviewOf(review.email).state).toBe("published");

  const act = new URL(page.url()).searchParams.get("act");
  await shop.visit(ACTS);
  const row = page.getByRole("row").filter({ has: page.locator(`input[name=act][value="${act}"]`) });
  await shop.arriving(() => row.getByRole("button").click());
  await expect(statusOf(page, t("moderation.undone"))).toBeVisible();
  expect(reviewOf(review.email).state).toBe("held");
});

test("moderation: what an act would take is listed before it is done, at every width", async ({
  page,
  shop,
  request,
}) => {
  const [first, second] = [await holdReview(request, incense.path), await holdReview(request, incense.path)];
  await signInStaff(page);
  await shop.visit(queueFrom(first));
  await atEveryWidth(page, shop);
  await shop.arriving(() =>
    itemOf(page, first)
      .getByRole("link", { name: t("moderation.spam-show") })
      .click(),
  );
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("moderation.spam-title"));
  await expect(page.getByRole("row").filter({ hasText: first.author })).toHaveCount(1);
  await atEveryWidth(page, shop);
  // Nothing was done yet.
  expect([first, second].map(({ email }) => reviewOf(email).state)).toEqual(["held", "held"]);
  await shop.arriving(() => page.getByRole("link", { name: t("moderation.back") }).click());
});

test("moderation: the queue is searched, and a filter is removed", { tag: "@any" }, async ({
  page,
  shop,
  request,
}) => {
  const review = await holdReview(request, incense.path);
  await signInStaff(page);
  await shop.visit("/ar/wp-admin/reviews/?kind=review&state=held");
  const search = page.getByRole("searchbox", { name: t("moderation.search") });
  await search.fill(review.author);
  await shop.arriving(() => search.press("Enter"));
  await expect(page.locator("[data-queue-item]")).toHaveCount(1);
  await expect(itemOf(page, review)).toBeVisible();
  await shop.arriving(() =>
    page.getByRole("link", { name: t("moderation.remove-filter", { label: `«${review.author}»` }) }).click(),
  );
  await expect(search).toHaveValue("");
});

test("moderation: a reply is published by keys alone [D24] [D22]", async ({ page, shop, request }) => {
  const review = await holdReview(request, incense.path);
  await signInStaff(page);
  await shop.visit(queueFrom(review));
  await page.waitForFunction(() => document.querySelector("[data-island='moderation/QueueKeys'] input"));
  await expect(async () => {
    await page.keyboard.press("j");
    await expect(itemOf(page, review)).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press("r");
  const reply = itemOf(page, review).getByRole("textbox", { name: t("moderation.reply") });
  await expect(reply).toBeFocused();
  // Letters that are shortcuts elsewhere are text here.
  await page.keyboard.type("pads");
  await expect(reply).toHaveValue("pads");
  const publish = itemOf(page, review).getByRole("button", named(t("moderation.publish-reply")));
  for (let presses = 0; presses < 5; presses++) {
    if (await publish.evaluate((node) => node === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(publish).toBeFocused();
  await shop.arriving(() => page.keyboard.press("Enter"));
  await expect(statusOf(page, t("moderation.changed-published", { count: 1 }))).toBeFocused();
  await shop.arriving(() => page.keyboard.press("Control+z"));
  await expect(statusOf(page, t("moderation.undone"))).toBeVisible();
  expect(reviewOf(review.email).state).toBe("held");
});

test("inbox: a message is assigned, noted, answered and closed [D23]", { tag: "@any" }, async ({
  page,
  shop,
  request,
}) => {
  const held = await sendContact(request);
  await signInStaff(page);
  await shop.visit(inboxOf(held, "spam"));
  await shop.arriving(() => rows(page).getByRole("link").click());
  await shop.arriving(() => page.getByRole("button", named(t("enquiries.inbox-not-spam"))).click());
  const who = page.getByRole("combobox", { name: t("enquiries.inbox-who") });
  await who.selectOption({ index: 1 });
  await shop.arriving(() => page.getByRole("button", named(t("enquiries.inbox-assign"))).click());
  await expect(statusOf(page, t("enquiries.inbox-notice-assigned"))).toBeVisible();
  await page.getByRole("textbox", { name: t("enquiries.inbox-note") }).fill("اتصلت بها.");
  await shop.arriving(() => page.getByRole("button", named(t("enquiries.inbox-note-save"))).click());
  const written = page.getByRole("region", { name: t("enquiries.inbox-messages") });
  await expect(written).toContainText("اتصلت بها.");
  await page.getByRole("textbox", { name: t("enquiries.inbox-answer") }).fill("أهلًا، نرسل بديلًا اليوم.");
  await shop.arriving(() => page.getByRole("button", named(t("enquiries.inbox-answer-close"))).click());
  await expect(statusOf(page, t("enquiries.inbox-notice-answered"))).toBeFocused();
  await expect(written).toContainText("أهلًا، نرسل بديلًا اليوم.");
  await expect(page.getByRole("textbox", { name: t("enquiries.inbox-answer") })).toHaveValue("");

  // The list knows it as closed; one act opens it again.
  await shop.visit(inboxOf(held, "closed"));
  await rows(page).getByRole("checkbox").check();
  await shop.arriving(() => page.getByRole("button", named(t("enquiries.inbox-do-reopen"))).click());
  await expect(statusOf(page, t("enquiries.inbox-changed", { count: 1 }))).toBeFocused();
  await shop.arriving(() =>
    page
      .locator("#main")
      .getByRole("button", named(t("enquiries.inbox-undo")))
      .click(),
  );
  await expect(rows(page)).toHaveCount(1);
});

test("inbox: list and message at every width", async ({ page, shop, request }) => {
  const held = await sendContact(request);
  await signInStaff(page);
  await shop.visit(`${INBOX}?state=spam`);
  await atEveryWidth(page, shop);
  await shop.visit(inboxOf(held, "spam"));
  await shop.arriving(() => rows(page).getByRole("link").click());
  await atEveryWidth(page, shop);
});
