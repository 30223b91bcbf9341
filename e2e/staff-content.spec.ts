import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expect, Shop, t, test } from "./shop";
import { BLOG, STAFF_CONTENT } from "./support/content";
import { lastPurge } from "./support/database";
import { signInStaff } from "./support/staff";

/** The time zone of the demo shop: see `seeds/shop.json`. */
const ZONE = "America/Detroit";

let count = 0;
const newKey = () => `${process.pid}-${Date.now()}-${count++}`;

const press = (page: Page, what: "save" | "publish" | "schedule" | "merge") =>
  page.locator(`button[name=do][value=${what}]`).last().click();
const text = (page: Page) => page.locator("[name=block-0-html]");

/** Opens the editor with a new item and fills it in. */
async function write(
  page: Page,
  shop: Shop,
  kind: "page" | "post",
  title: string,
  slug: string,
  html: string,
) {
  await shop.visit(`${STAFF_CONTENT}edit/?kind=${kind}`);
  await page.locator("[name=title]").fill(title);
  await page.locator("[name=slug]").fill(slug);
  await text(page).fill(html);
}

/** A browser that is not signed in. */
const outside = async (browser: Browser, baseURL?: string): Promise<BrowserContext> =>
  browser.newContext({ baseURL, locale: "ar" });

test("a draft is shown to others by a link that ends with the next change", { tag: "@any" }, async ({
  page,
  shop,
  browser,
  baseURL,
  pageErrors,
}) => {
  pageErrors.allow(/404/);
  const key = newKey();
  await signInStaff(page);
  await write(page, shop, "post", `مقالة ${key}`, `draft-${key}`, "<p>مسودة <strong>للمراجعة</strong></p>");
  await shop.arriving(() => press(page, "save"));
  await shop.arriving(() =>
    page.getByRole("button", { name: t("content.staff-share-named", { title: `مقالة ${key}` }) }).click(),
  );
  const link = await page.getByRole("textbox", { name: t("content.staff-share-link") }).inputValue();
  expect(new URL(link).origin).toBe(new URL(baseURL ?? "").origin);

  const guests = await outside(browser, baseURL);
  const guest = await guests.newPage();
  const answer = await guest.goto(link);
  expect(answer?.status()).toBe(200);
  expect(answer?.headers()["cache-control"]).toBe("private, no-store");
  await expect(guest.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  await expect(guest.locator("main strong")).toHaveText("للمراجعة");
  const band = guest.getByRole("complementary").first();
  await expect(band).toBeVisible();
  await expect(band.getByRole("link")).toHaveCount(0);
  expect((await guest.request.get(`/ar/draft-${key}/`)).status()).toBe(404);

  await text(page).fill("<p>نص آخر</p>");
  await shop.arriving(() => press(page, "save"));
  expect((await guest.request.get(link)).status()).toBe(404);
  await guests.close();
});

test("two people who edit one page both see what the other wrote, and choose", { tag: "@any" }, async ({
  page,
  shop,
  context,
  javaScriptEnabled,
  pageErrors,
}) => {
  test.slow();
  pageErrors.allow(/409/);
  const key = newKey();
  await signInStaff(page);
  await write(page, shop, "page", `سياسة ${key}`, `policy-${key}`, "<p>نشحن خلال أسبوع واحد.</p>");
  await shop.arriving(() => press(page, "save"));
  const editor = page.url();

  const other = await context.newPage();
  const others = new Shop(other, javaScriptEnabled !== false);
  await others.visit(editor, other);
  await text(other).fill("<p>نشحن خلال ثلاثة أيام.</p>");
  await other.locator("[name=lead]").fill("مقدّمة الزميل");
  await others.arriving(() => press(other, "save"), other);

  await text(page).fill("<p>نشحن خلال يومين.</p>");
  await shop.arriving(() => press(page, "publish"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("content.conflict-title"));
  const group = page.getByRole("group").filter({ has: page.getByRole("radio") });
  await expect(group).toHaveCount(1);
  for (const words of ["أسبوع واحد", "ثلاثة أيام", "يومين"]) await expect(group).toContainText(words);
  await expect(group.getByRole("radio", { name: t("content.conflict-mine"), exact: true })).toBeChecked();
  await expect(page.getByRole("main")).toContainText(t("content.field-lead"));

  // Side by side on a wide page, one below the other on a phone.
  const lefts = () =>
    group
      .getByRole("radio")
      .evaluateAll((all) => all.slice(0, 3).map((one) => one.getBoundingClientRect().x));
  expect(new Set(await lefts()).size).toBe(3);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(new Set(await lefts()).size).toBe(1);
  await shop.audit();

  await page.getByRole("radio", { name: t("content.conflict-both") }).check();
  await shop.arriving(() => press(page, "merge"));
  await expect(text(page)).toHaveValue("<p>نشحن خلال يومين.</p>");
  await expect(page.locator("[name=block-1-html]")).toHaveValue("<p>نشحن خلال ثلاثة أيام.</p>");
  await expect(page.locator("[name=lead]")).toHaveValue("مقدّمة الزميل");
  await shop.arriving(() => press(page, "publish"));
  await shop.visit(`/ar/policy-${key}/`);
  await expect(page.getByRole("main")).toContainText("نشحن خلال يومين.");
  await expect(page.getByRole("main")).toContainText("مقدّمة الزميل");
  await other.close();
});

/** A moment as the field of the editor writes it: in the shop's time zone. */
function local(moment: Date): string {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: ZONE,
    dateStyle: "short",
    timeStyle: "short",
  }).formatToParts(moment);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${of("year")}-${of("month")}-${of("day")}T${of("hour")}:${of("minute")}`;
}

test("a scheduled post appears at its minute, in the blog too, and nobody purges anything", async ({
  page,
  shop,
  browser,
  baseURL,
  pageErrors,
}) => {
  test.setTimeout(180_000);
  pageErrors.allow(/404/);
  const key = newKey();
  const [title, path] = [`مقالة الموعد ${key}`, `/ar/later-${key}/`];
  await signInStaff(page);
  await write(page, shop, "post", title, `later-${key}`, "<p>ظهرت في موعدها.</p>");
  // At least ten seconds away: enough to save and to look before.
  const start = new Date(Math.ceil((Date.now() + 10_000) / 60_000) * 60_000);
  await page.locator("[name=at]").fill(local(start));
  await shop.arriving(() => press(page, "schedule"));
  await expect(page.getByRole("status").or(page.getByRole("alert")).first()).toHaveText(
    t("content.notice-scheduled"),
  );

  const guests = await outside(browser, baseURL);
  const status = async () => (await guests.request.get(path)).status();
  const listed = async () => (await (await guests.request.get(BLOG)).text()).includes(title);
  expect(await status()).toBe(404);
  expect(await listed()).toBe(false);
  const purged = lastPurge("posts");
  expect(Date.now()).toBeLessThan(start.getTime());

  await expect.poll(status, { timeout: 90_000, intervals: [1000] }).toBe(200);
  expect(Date.now()).toBeGreaterThanOrEqual(start.getTime());
  await expect.poll(listed, { timeout: 5000 }).toBe(true);
  expect(lastPurge("posts")).toBe(purged);
  await guests.close();
  await shop.visit(path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
});
