import { expect, t, test } from "./shop";
import {
  commentField,
  commentForm,
  comments,
  fillComment,
  idOf,
  liveForm,
  newText,
  POST,
  parentOf,
  replyLink,
  thread,
} from "./support/content";
import { STAFF_REVIEWS, signInStaff } from "./support/staff";

const ACTION = "/ar/wp-comments-post.php";
/** The comments of the demo shop: an answer, and one without answers. */
const ANSWER = "خالد الرويلي";
const LAST = "عائشة باوزير";

test("a post shows its comments in threads, and the form [SITE-26]", { tag: "@any" }, async ({
  page,
  shop,
}) => {
  await shop.visit(POST);
  const answer = thread(page, ANSWER);
  await expect(comments(page).locator("li li li").first()).toBeVisible();
  await expect(answer.locator("xpath=ancestor::li").first()).toBeVisible();
  await expect(commentForm(page)).toBeVisible();
  await expect(parentOf(commentForm(page))).toHaveValue("0");
  await expect(commentForm(page)).toHaveAttribute("action", ACTION);
});

test("'reply' moves the form under the comment, 'cancel' moves it back [SITE-27] [SITE-28]", {
  tag: "@phone",
}, async ({ page, shop }) => {
  await shop.visit(POST);
  await liveForm(page);
  const form = commentForm(page);
  await commentField(form, "text").fill("كم ملعقة؟");
  for (const author of [ANSWER, LAST]) {
    const item = thread(page, author);
    await replyLink(item).click();
    await expect(item.locator("form#respond")).toBeVisible();
    await expect(form).toHaveCount(1);
    await expect(parentOf(form)).toHaveValue(await idOf(item));
    await expect(commentField(form, "text")).toBeFocused();
    await expect(commentField(form, "text")).toHaveValue("كم ملعقة؟");
    await expect(form.getByRole("heading")).toContainText(author);
  }
  expect(new URL(page.url()).search).toBe("");
  await shop.audit();
  await form.getByRole("link", { name: t("content.comment-cancel") }).click();
  await expect(thread(page, LAST).locator("form")).toHaveCount(0);
  await expect(parentOf(form)).toHaveValue("0");
  await expect(commentField(form, "text")).toHaveValue("كم ملعقة؟");
  await expect(replyLink(thread(page, LAST))).toBeFocused();
});

test("the form moves by keyboard alone [SITE-27] [SITE-28]", async ({ page, shop }) => {
  await shop.visit(POST);
  await liveForm(page);
  const item = thread(page, LAST);
  await replyLink(item).focus();
  await page.keyboard.press("Enter");
  await expect(commentField(commentForm(page), "text")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(commentForm(page).getByRole("link", { name: t("content.comment-cancel") })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(replyLink(item)).toBeFocused();
  await expect(parentOf(commentForm(page))).toHaveValue("0");
});

test("without script 'reply' loads the page with the form under the comment [SITE-27] [SITE-28]", {
  tag: "@no-script",
}, async ({ page, shop }) => {
  await shop.visit(POST);
  const item = thread(page, ANSWER);
  const id = await idOf(item);
  await shop.arriving(() => replyLink(item).click());
  expect(page.url()).toContain(`?replytocom=${id}#respond`);
  await expect(thread(page, ANSWER).locator("form#respond")).toBeVisible();
  await expect(parentOf(commentForm(page))).toHaveValue(id);
  await shop.arriving(() =>
    commentForm(page)
      .getByRole("link", { name: t("content.comment-cancel") })
      .click(),
  );
  await expect(thread(page, ANSWER).locator("form")).toHaveCount(0);
  await expect(parentOf(commentForm(page))).toHaveValue("0");
});

test("a comment is sent as a plain form and leads to itself; it waits for staff [SITE-29] [SITE-30]", {
  tag: "@any",
}, async ({ page, shop, browser }) => {
  await shop.visit(POST);
  const text = newText();
  await fillComment(commentForm(page), text);
  const sent = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith(ACTION),
  );
  await shop.arriving(() => commentForm(page).getByRole("button").click());
  const request = await sent;
  expect(request.isNavigationRequest()).toBe(true);
  const fields = new URLSearchParams(request.postData() ?? "");
  expect([fields.get("comment"), fields.get("comment_parent")]).toEqual([text, "0"]);
  expect(fields.get("comment_post_ID")).toMatch(/^\d+$/);
  const id = /#comment-(\d+)$/.exec(page.url())?.[1];
  expect(id).toBeTruthy();
  const mine = page.locator(`#comment-${id}`);
  await expect(mine).toContainText(text);
  await expect(mine).toContainText(t("content.comment-pending"));

  const other = await browser.newContext();
  const html = await (await other.request.get(POST)).text();
  expect(html).not.toContain(text);
  await other.close();
});

test("an answer is published by staff below its comment [SITE-26] [SITE-29]", async ({
  page,
  shop,
  browser,
}) => {
  test.slow();
  await shop.visit(POST);
  await liveForm(page);
  const item = thread(page, LAST);
  const parent = await idOf(item);
  await replyLink(item).click();
  const text = newText();
  await fillComment(commentForm(page), text);
  await shop.arriving(() => commentForm(page).getByRole("button").click());
  expect(page.url()).toContain("#comment-");

  await signInStaff(page);
  await shop.visit(`${STAFF_REVIEWS}?kind=comment`);
  const held = page.getByRole("article").filter({ hasText: text });
  await shop.arriving(() => held.getByRole("button", { name: t("moderation.publish"), exact: true }).click());

  const other = await browser.newContext();
  const visitor = await other.newPage();
  await visitor.goto(POST);
  await expect(
    visitor.locator(`li:has(> #comment-${parent})`).locator("li > article", { hasText: text }),
  ).toBeVisible();
  await other.close();
});

test("an empty form is not sent; fields in error are named", { tag: "@phone" }, async ({ page, shop }) => {
  await shop.visit(POST);
  await liveForm(page);
  const form = commentForm(page);
  await form.getByRole("button").click();
  await expect(commentField(form, "text")).toBeFocused();
  for (const name of ["text", "name", "email"] as const) {
    await expect(commentField(form, name)).toHaveAttribute("aria-invalid", "true");
    await expect(form.getByText(t(`content.comment-${name}-error`))).toBeVisible();
  }
  expect(new URL(page.url()).pathname).toBe(POST);
  await shop.audit();
});

test("without script the server names what is wrong and keeps what was typed", { tag: "@no-script" }, async ({
  page,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(/422/);
  await shop.visit(POST);
  const text = newText();
  await fillComment(commentForm(page), text, "سلمى");
  await shop.arriving(() => commentForm(page).getByRole("button").click());
  await expect(commentField(commentForm(page), "email")).toHaveAttribute("aria-invalid", "true");
  await expect(commentField(commentForm(page), "text")).toHaveValue(text);
});
