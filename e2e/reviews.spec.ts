import type { Page, Request } from "@playwright/test";
import { expect, t, test } from "./shop";
import { coffee, haraz } from "./support/products";
import {
  ACTION,
  ALL_REVIEWS,
  addLink,
  countRow,
  fillReview,
  form,
  liveSection,
  moreLink,
  newEmail,
  png,
  REVIEWS_TAB,
  reviews,
  row,
  searchBox,
  section,
  sortBox,
} from "./support/reviews";

const REVIEWED = `${haraz.path}${REVIEWS_TAB}`;

const fieldsOf = (request: Request) => new URLSearchParams(request.postData() ?? "");
const actionOf = (request: Request) => fieldsOf(request).get("action");
/** The next call with this action, and its answer. */
const call = (page: Page, action: string) =>
  page.waitForResponse((response) => actionOf(response.request()) === action);
const starsOf = (page: Page) =>
  reviews(page)
    .locator("p > [role=img]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));

test.describe("the reviews of a product", () => {
  test.beforeEach(async ({ page, shop }) => {
    await shop.visit(REVIEWED);
    await liveSection(page);
  });

  test("a rating is marked and filters the list, 'see all' lists all again [REV-04] [REV-05]", {
    tag: "@phone",
  }, async ({ page }) => {
    const all = await countRow(page).textContent();
    const [answer] = await Promise.all([call(page, "cr_filter_reviews"), row(page, 5).click()]);
    expect(fieldsOf(answer.request()).get("rating")).toBe("5");
    await expect(row(page, 5)).toHaveAttribute("aria-current", "true");
    await expect(countRow(page)).not.toHaveText(all ?? "");
    for (const label of await starsOf(page)) expect(label).toContain("5");
    expect(page.url()).not.toContain("ivrating");
    await section(page)
      .getByRole("link", { name: t("reviews.see-all") })
      .click();
    await expect(countRow(page)).toHaveText(all ?? "");
    await expect(row(page, 5)).not.toHaveAttribute("aria-current");
  });

  test("another order reloads the list [REV-06] [REV-07]", async ({ page }) => {
    const [answer] = await Promise.all([
      call(page, "cr_sort_reviews"),
      sortBox(page).selectOption({ label: t("reviews.sort-lowest") }),
    ]);
    expect((await answer.json()).page).toBe(1);
    await expect.poll(() => starsOf(page)).not.toEqual([]);
    const stars = (await starsOf(page)).map((label) => Number(label?.replace(/[^\d]*(\d).*/, "$1")));
    expect(stars).toEqual([...stars].sort());
  });

  test("the search waits for the last key, or for Enter, and can be cleared [REV-08] [REV-09] [REV-14]", async ({
    page,
  }) => {
    const all = await countRow(page).textContent();
    const started = Date.now();
    const [answer] = await Promise.all([
      call(page, "cr_show_more_reviews"),
      searchBox(page).pressSequentially("كمبيوتر"),
    ]);
    expect(Date.now() - started).toBeGreaterThan(990);
    expect((await answer.json()).html).toBe("");
    await expect(section(page).getByText(t("reviews.none"), { exact: true })).toBeVisible();
    await Promise.all([
      call(page, "cr_show_more_reviews"),
      section(page)
        .getByRole("link", { name: t("reviews.search-clear") })
        .click(),
    ]);
    await expect(searchBox(page)).toHaveValue("");
    await expect(countRow(page)).toHaveText(all ?? "");
    const [fast] = await Promise.all([
      page.waitForRequest(ACTION),
      searchBox(page)
        .fill("القهوة")
        .then(() => searchBox(page).press("Enter")),
    ]);
    expect(fieldsOf(fast).get("search")).toBe("القهوة");
  });

  test("a tag filters the list [REV-10]", async ({ page }) => {
    const tag = section(page).locator("[data-crtagid]").first();
    const id = await tag.getAttribute("data-crtagid");
    const [answer] = await Promise.all([call(page, "cr_show_more_reviews"), tag.click()]);
    expect(fieldsOf(answer.request()).getAll("tags[]")).toEqual([id]);
    await expect(tag).toHaveAttribute("aria-current", "true");
    expect(await reviews(page).count()).toBeGreaterThan(0);
  });

  test("a picture opens the slider; Escape closes it and returns the focus [REV-17]", {
    tag: "@phone",
  }, async ({ page, shop }) => {
    const tile = section(page)
      .getByRole("region", { name: t("reviews.media") })
      .getByRole("link")
      .first();
    await tile.click();
    const lightbox = page.getByRole("dialog", { name: t("reviews.media") });
    await expect(lightbox).toBeVisible();
    await shop.audit();
    await page.keyboard.press("Escape");
    await expect(lightbox).toBeHidden();
    await expect(tile).toBeFocused();
  });

  test("a vote is counted once, and withdrawn by repeating it [REV-28] [REV-29] [REV-30]", async ({
    page,
  }) => {
    const review = reviews(page).last();
    const up = review.locator("button[value='1']");
    const down = review.locator("button[value='0']");
    const before = Number(await up.textContent());
    const [answer] = await Promise.all([call(page, "cr_vote_review"), up.click()]);
    expect((await answer.json()).code).toBe(0);
    await expect(up).toHaveText(String(before + 1));
    await expect(up).toHaveAttribute("aria-pressed", "true");
    await down.click();
    await expect(down).toHaveAttribute("aria-pressed", "true");
    await expect(up).toHaveText(String(before));
    await down.click();
    await expect(down).toHaveAttribute("aria-pressed", "false");
  });

  test("an empty form is highlighted and not sent [REV-16] [REV-48]", { tag: "@phone" }, async ({
    page,
    shop,
  }) => {
    await addLink(page).click();
    await expect(form(page)).toBeVisible();
    await shop.audit();
    await form(page)
      .getByRole("button", { name: t("reviews.form-submit") })
      .click();
    await expect(form(page).getByRole("radiogroup").first()).toHaveAttribute("aria-invalid", "true");
    await expect(form(page).getByRole("textbox", { name: t("reviews.field-text") })).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await shop.audit();
    await form(page)
      .getByRole("button", { name: t("reviews.form-cancel") })
      .click();
    await expect(reviews(page).first()).toBeVisible();
  });

  test("a review with a picture is written by keyboard and sent [REV-49] [REV-50] [REV-60]", async ({
    page,
    shop,
    pageErrors,
  }) => {
    pageErrors.allow(/blob:/);
    await addLink(page).focus();
    await page.keyboard.press("Enter");
    await fillReview(form(page), newEmail());
    await form(page).locator("input[type=file]").setInputFiles(png());
    await expect(form(page).locator("[data-state=ok]")).toBeVisible();
    const submit = form(page).getByRole("button", { name: t("reviews.form-submit") });
    await submit.focus();
    const [answer] = await Promise.all([call(page, "cr_submit_review"), page.keyboard.press("Enter")]);
    const { code, description, button } = await answer.json();
    expect(code).toBe(0);
    await expect(page.getByText(description)).toBeVisible();
    await shop.audit();
    await page.getByRole("button", { name: button }).click();
    await expect(reviews(page).first()).toBeVisible();
  });

  test("an uploaded file can be deleted; six files are too many [REV-54] [REV-55] [REV-59] [REV-62]", async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/blob:/);
    await addLink(page).click();
    const status = form(page).locator("[data-upload-status]");
    await expect(status).toHaveText(t("reviews.upload-initial"));
    const files = form(page).locator("input[type=file]");
    await files.setInputFiles(Array.from({ length: 6 }, (_, index) => png(`${index}.png`)));
    await expect(status).toHaveText(t("reviews.upload-too-many"));
    await files.setInputFiles({ name: "a.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
    await expect(status).toHaveText(t("reviews.upload-type"));
    await files.setInputFiles(png("photo.png"));
    await expect(form(page).locator("[data-state=ok]")).toBeVisible();
    const [answer] = await Promise.all([
      call(page, "cr_delete_media"),
      form(page)
        .getByRole("button", { name: t("reviews.upload-delete", { name: "photo.png" }) })
        .click(),
    ]);
    expect((await answer.json()).code).toBe(200);
    await expect(form(page).locator("[data-state]")).toHaveCount(0);
  });
});

test("a product with few reviews asks for more; its stars lead to them", async ({ page, shop }) => {
  await shop.visit(coffee.path);
  await page.getByRole("main").locator(".review-link").click();
  await expect(page.locator("#tab-reviews")).toBeVisible();
});

test.describe("without script", { tag: "@no-script" }, () => {
  test("a rating reloads the page with ivrating [REV-19]", async ({ page, shop }) => {
    await shop.visit(REVIEWED);
    await shop.arriving(() => row(page, 5).click());
    expect(page.url()).toContain("ivrating=5");
    expect(new URL(page.url()).hash).toBe(REVIEWS_TAB);
    await expect(row(page, 5)).toHaveAttribute("aria-current", "true");
    for (const label of await starsOf(page)) expect(label).toContain("5");
  });

  test("search, sort and further pages are links and forms [REV-03]", async ({ page, shop }) => {
    await shop.visit(REVIEWED);
    await sortBox(page).selectOption({ label: t("reviews.sort-lowest") });
    await shop.arriving(() =>
      section(page)
        .getByRole("button", { name: t("reviews.sort-apply"), exact: true })
        .click(),
    );
    await expect(sortBox(page).locator("option:checked")).toHaveText(t("reviews.sort-lowest"));
    await searchBox(page).fill("القهوة");
    await shop.arriving(() =>
      section(page)
        .getByRole("button", { name: t("reviews.search-apply"), exact: true })
        .click(),
    );
    await expect(searchBox(page)).toHaveValue("القهوة");
    await shop.visit(ALL_REVIEWS);
    const first = await reviews(page).first().getAttribute("id");
    await shop.arriving(() => moreLink(page).click());
    expect(await reviews(page).first().getAttribute("id")).not.toBe(first);
  });

  test("a review is written on a page of its own, and an error keeps what was typed", async ({
    page,
    shop,
    pageErrors,
  }) => {
    pageErrors.allow(/422/);
    await shop.visit(REVIEWED);
    await shop.arriving(() => addLink(page).click());
    await fillReview(form(page), "no address");
    const send = () =>
      form(page)
        .getByRole("button", { name: t("reviews.classic-submit") })
        .click();
    await shop.arriving(send);
    await expect(page.getByRole("alert")).toHaveText(t("reviews.field-email-error"));
    await expect(form(page).getByRole("textbox", { name: t("reviews.field-name") })).toHaveValue("سلمى");
    await form(page)
      .getByRole("textbox", { name: t("reviews.field-email") })
      .fill(newEmail());
    for (const box of await form(page).getByRole("checkbox").all()) await box.check();
    await shop.arriving(send);
    await expect(page.getByRole("main")).toContainText(t("reviews.submitted"));
  });

  test("a vote is a form that leads back to the page", async ({ page, shop }) => {
    await shop.visit(REVIEWED);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === "POST"),
      shop.arriving(() => reviews(page).first().locator("button[value='1']").click()),
    ]);
    expect(answer.status()).toBe(303);
    expect(new URL(page.url()).pathname).toBe(encodeURI(haraz.path));
  });
});

test.describe("all reviews of the shop", { tag: "@phone" }, () => {
  test("'show more' appends the next page, without a review twice [REV-13] [REV-20]", async ({
    page,
    shop,
  }) => {
    await shop.visit(ALL_REVIEWS);
    await liveSection(page);
    const before = await reviews(page).count();
    const [answer] = await Promise.all([call(page, "cr_show_more_all_reviews"), moreLink(page).click()]);
    const { page: number, count_row: row, html } = await answer.json();
    expect(number).toBe(2);
    expect(html).toContain("<article");
    await expect(countRow(page)).toHaveText(row);
    expect(await reviews(page).count()).toBeGreaterThan(before);
    const ids = await reviews(page).evaluateAll((all) => all.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("numbered pages replace the list and the pagination [REV-20] [REV-21]", async ({ page, shop }) => {
    await shop.visit(ALL_REVIEWS);
    await liveSection(page);
    const first = await reviews(page).first().getAttribute("id");
    const pages = page.getByRole("navigation", { name: t("reviews.pages") });
    const [answer] = await Promise.all([
      call(page, "cr_show_more_all_reviews"),
      pages.getByRole("link", { name: "2", exact: true }).click(),
    ]);
    expect((await answer.json()).pagination).toContain('aria-current="page"');
    await expect(pages.locator("[aria-current=page]")).toContainText("2");
    await expect(reviews(page).first()).not.toHaveAttribute("id", first ?? "");
    await shop.audit();
  });

  test("the grid has as many columns as fit, and no review twice [REV-22] [REV-23] [REV-24]", async ({
    page,
    shop,
  }) => {
    await shop.visit(ALL_REVIEWS);
    const columns = page.locator("[data-column]");
    await columns.first().scrollIntoViewIfNeeded();
    const width = page.viewportSize()?.width ?? 0;
    await expect(columns.filter({ visible: true })).toHaveCount(width < 550 ? 1 : 3);
    const grid = page.locator("[data-island='reviews/ReviewGrid']");
    const cards = await grid.getByRole("article").count();
    const [answer] = await Promise.all([
      call(page, "ivole_show_more_grid_reviews"),
      grid.getByRole("link", { name: t("reviews.show-more") }).click(),
    ]);
    const attributes = JSON.parse(fieldsOf(answer.request()).get("attributes") ?? "{}");
    expect(attributes.comment__not_in).toHaveLength(cards);
    await expect.poll(() => grid.getByRole("article").count()).toBeGreaterThan(cards);
    await page.setViewportSize({ width: 700, height: 800 });
    await expect(columns.filter({ visible: true })).toHaveCount(2);
  });
});

test("the trust badge grows, shrinks and hides for a day [REV-31] [REV-32] [REV-33]", {
  tag: "@phone",
}, async ({ page, shop, context }) => {
  await shop.visit("/ar/");
  const badge = page.getByRole("region", { name: t("reviews.badge"), exact: true });
  await badge.getByRole("button", { expanded: false }).click();
  await expect(badge.getByText(t("reviews.badge-title"))).toBeVisible();
  await shop.audit();
  await badge.getByRole("button", { name: t("reviews.badge-shrink") }).click();
  await badge.getByRole("button", { name: t("reviews.badge-close") }).click();
  await expect(badge).toBeHidden();
  const cookie = (await context.cookies()).find(({ name }) => name === "cr_hide_trustbadge");
  expect(cookie?.value).toBe("true");
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeCloseTo(86_400, -2);
  await shop.visit(haraz.path);
  await expect(badge).toBeHidden();
});

test("a long review of the home page can be read in full [REV-26]", { tag: "@phone" }, async ({
  page,
  shop,
}) => {
  await shop.visit("/ar/");
  const voices = page.locator("[data-island='reviews/ReviewSlides']");
  await voices.scrollIntoViewIfNeeded();
  const toggle = voices.getByRole("button", { expanded: false }).first();
  await toggle.click();
  await expect(voices.getByRole("button", { expanded: true })).toContainText(t("reviews.read-less"));
});

test("the script of the reviews comes when they are near [WEB-3]", async ({ page, shop }) => {
  const scripts: Array<string> = [];
  page.on("request", (request) => scripts.push(request.url()));
  await shop.visit(haraz.path);
  await page.waitForLoadState("networkidle");
  const isReviews = (url: string) => /\/Reviews\.island-/.test(url);
  expect(scripts.some(isReviews)).toBe(false);
  await page.getByRole("tab", { name: t("catalog.reviews") }).click();
  await liveSection(page);
  expect(scripts.some(isReviews)).toBe(true);
});
