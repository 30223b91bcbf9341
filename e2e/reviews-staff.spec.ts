import type { APIRequestContext } from "@playwright/test";
import { expect, t, test } from "./shop";
import { reviewOf } from "./support/database";
import { bulkBar, type HeldReview, holdReview, itemOf, queueFrom, undoButton } from "./support/moderation";
import { cardamom, incense } from "./support/products";
import { liveSection, REVIEWS_TAB, reviews, section } from "./support/reviews";
import { signInStaff } from "./support/staff";

const stateOf = ({ email }: HeldReview) => reviewOf(email).state;

/** Waits until the product's page shows a text, or no longer does: it is purged within a second. */
const expectPage = (request: APIRequestContext, text: string, isShown: boolean) =>
  expect.poll(async () => (await (await request.get(incense.path)).text()).includes(text)).toBe(isShown);

test("staff publish a review and take the decision back", { tag: "@any" }, async ({
  page,
  shop,
  request,
}) => {
  const review = await holdReview(request, incense.path);
  await signInStaff(page);
  await shop.visit(queueFrom(review));
  const item = itemOf(page, review);
  await expect(item).toContainText(review.text);
  await expect(item).toContainText(t("moderation.signal-no-token"));
  await shop.arriving(() => item.getByRole("button", { name: t("moderation.publish"), exact: true }).click());
  await expect(
    page.getByRole("status").filter({ hasText: t("moderation.changed-published", { count: 1 }) }),
  ).toBeFocused();
  expect(stateOf(review)).toBe("published");
  await expectPage(request, review.text, true);

  await shop.arriving(() => undoButton(page).click());
  await expect(page.getByText(t("moderation.undone"))).toBeVisible();
  expect(stateOf(review)).toBe("held");
  await expectPage(request, review.text, false);
});

test("a refusal has a reason", async ({ page, shop, request }) => {
  const review = await holdReview(request, incense.path);
  await signInStaff(page);
  await shop.visit(queueFrom(review));
  const item = itemOf(page, review);
  await item
    .getByRole("combobox", { name: t("moderation.reason") })
    .selectOption({ label: t("moderation.reason-off-topic") });
  await shop.arriving(() => item.getByRole("button", { name: t("moderation.refuse") }).click());
  await expect(page.getByText(t("moderation.changed-refused", { count: 1 }))).toBeVisible();
  expect(reviewOf(review.email)).toMatchObject({ state: "refused", reason: "off-topic" });
  await shop.visit(queueFrom(review, "refused"));
  await expect(itemOf(page, review).getByRole("button", { name: t("moderation.refuse") })).toHaveCount(0);
});

test("the shop's reply is shown below the review", async ({ page, shop, request }) => {
  const review = await holdReview(request, cardamom.path);
  const reply = `شكرًا لك، الرقم ${review.id}.`;
  await signInStaff(page);
  await shop.visit(queueFrom(review));
  await itemOf(page, review)
    .getByRole("textbox", { name: t("moderation.reply") })
    .fill(reply);
  await shop.arriving(() =>
    itemOf(page, review)
      .getByRole("button", { name: t("moderation.reply-save") })
      .click(),
  );
  await expect(page.getByText(t("moderation.replied"))).toBeVisible();
  await shop.visit(queueFrom(review));
  await expect(itemOf(page, review).getByRole("textbox", { name: t("moderation.reply") })).toHaveValue(reply);
  await shop.arriving(() =>
    itemOf(page, review)
      .getByRole("button", { name: t("moderation.publish"), exact: true })
      .click(),
  );
  await expect.poll(async () => (await request.get(cardamom.path)).text()).toContain(reply);
  await shop.visit(`${cardamom.path}${REVIEWS_TAB}`);
  await expect(reviews(page).filter({ hasText: review.text })).toContainText(reply);
});

test("several reviews are published at once and restored by one undo", { tag: "@phone" }, async ({
  page,
  shop,
  request,
}) => {
  const two = [await holdReview(request, incense.path), await holdReview(request, incense.path)];
  const [first] = two;
  if (!first) throw new Error("no review");
  await signInStaff(page);
  await shop.visit(queueFrom(first));
  for (const review of two)
    await itemOf(page, review)
      .getByRole("checkbox", { name: t("moderation.select", { author: review.author }) })
      .check();
  await shop.arriving(() =>
    bulkBar(page)
      .getByRole("button", { name: t("moderation.publish"), exact: true })
      .click(),
  );
  await expect(page.getByText(t("moderation.changed-published", { count: 2 }))).toBeVisible();
  expect(two.map(stateOf)).toEqual(["published", "published"]);
  await shop.arriving(() => undoButton(page).click());
  expect(two.map(stateOf)).toEqual(["held", "held"]);
  await expect(undoButton(page)).toHaveCount(0);
});

test("the queue works by single keys", async ({ page, shop, request }) => {
  const [first, second] = [await holdReview(request, incense.path), await holdReview(request, incense.path)];
  await signInStaff(page);
  await shop.visit(queueFrom(first));
  await expect(page.getByText(t("moderation.keys"))).toBeVisible();
  await page.waitForFunction(() => document.querySelector("[data-island='moderation/QueueKeys'] input"));
  await expect(async () => {
    await page.keyboard.press("j");
    await expect(itemOf(page, first)).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press("j");
  await expect(itemOf(page, second)).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("x");
  await expect(itemOf(page, first).getByRole("checkbox")).toBeChecked();
  await page.keyboard.press("j");
  await shop.arriving(() => page.keyboard.press("p"));
  expect([first, second].map(stateOf)).toEqual(["held", "published"]);
});

test("staff write a topic and assign it; shoppers filter by it [REV-10]", async ({ page, shop, request }) => {
  const review = await holdReview(request, incense.path);
  const topic = `موضوع ${review.id}`;
  await signInStaff(page);
  await shop.visit(queueFrom(review));
  await shop.arriving(() =>
    itemOf(page, review)
      .getByRole("button", { name: t("moderation.publish"), exact: true })
      .click(),
  );
  await shop.visit(queueFrom(review, "published"));
  await shop.arriving(() =>
    itemOf(page, review)
      .getByRole("link", { name: t("reviews.topics-title") })
      .click(),
  );
  await page.getByRole("textbox", { name: t("reviews.topics-name"), exact: true }).fill(topic);
  await shop.arriving(() => page.getByRole("button", { name: t("reviews.topics-add") }).click());
  await shop.visit(`/ar/wp-admin/review-topics/?review=${review.id}`);
  await page.getByRole("checkbox", { name: topic }).check();
  await shop.arriving(() => page.getByRole("button", { name: t("reviews.topics-assign") }).click());
  await expect(page.getByText(t("reviews.topics-saved"))).toBeVisible();
  await expectPage(request, topic, true);
  await shop.visit(`${incense.path}${REVIEWS_TAB}`);
  await liveSection(page);
  await section(page).getByRole("link", { name: topic }).click();
  await expect(reviews(page)).toHaveCount(1);
  await expect(reviews(page)).toContainText(review.text);
  await shop.visit("/ar/wp-admin/review-topics/");
  await shop.arriving(() =>
    page.getByRole("button", { name: t("reviews.topics-delete-named", { name: topic }) }).click(),
  );
  await expectPage(request, topic, false);
});
