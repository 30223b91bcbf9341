import type { Page } from "@playwright/test";
import { test as base, expect, t } from "./shop";
import { type OwnShop, openOwnShop } from "./support/closed-shop";
import { reviewOf, saveSettings } from "./support/database";
import { incense } from "./support/products";
import { ACTION, addLink, fillReview, form, liveSection, newEmail, REVIEWS_TAB } from "./support/reviews";

/** These tests change settings, so they use a separate shop. */
const test = base.extend<{ baseURL: string }, { ownShop: OwnShop }>({
  ownShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first argument
    async ({}, use) => {
      const own = await openOwnShop();
      await use(own);
      saveSettings(own, "reviews", { captcha: false, isClassic: false });
      await own.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ ownShop }, use) => use(ownShop.origin),
});
test.describe.configure({ mode: "default" });

const REVIEWED = `${incense.path}${REVIEWS_TAB}`;
const CHALLENGE = "**/reviews/challenge/";

/** Changes the settings, and waits until the product page follows them. */
async function configure(page: Page, own: OwnShop, settings: Record<string, boolean>, sign: string | null) {
  saveSettings(own, "reviews", { captcha: false, isClassic: false, ...settings });
  await expect
    .poll(async () => (await (await page.request.get(incense.path)).text()).includes("reviews/challenge/"))
    .toBe(settings.captcha ?? false);
  if (sign) await expect.poll(async () => (await page.request.get(incense.path)).text()).toContain(sign);
}

test("the page solves the proof of work, and the server accepts it once [REV-46]", async ({
  page,
  shop,
  ownShop,
}) => {
  await configure(page, ownShop, { captcha: true }, null);
  const email = newEmail();
  await shop.visit(REVIEWED);
  await liveSection(page);
  const challenge = page.waitForResponse(CHALLENGE);
  await addLink(page).click();
  await fillReview(form(page), email);
  expect((await challenge).status()).toBe(200);
  const sent = page.waitForRequest((request) => (request.postData() ?? "").includes("cr_submit_review"));
  await form(page)
    .getByRole("button", { name: t("reviews.form-submit") })
    .click();
  const fields = new URLSearchParams((await sent).postData() ?? "");
  await expect(page.getByText(t("reviews.submitted-held"))).toBeVisible();
  expect(reviewOf(email, ownShop.staffDatabase).signals).not.toContain("no_token");

  // The same token again, and none at all.
  const form_ = Object.fromEntries(fields);
  const other = { ...form_, email: newEmail(), review: "نص آخر تمامًا عن البخور ورائحته." };
  for (const token of [form_["g-recaptcha-response"] ?? "", ""]) {
    const answer = await page.request.post(`${ownShop.origin}/ar/wp-admin/admin-ajax.php`, {
      form: { ...other, "g-recaptcha-response": token },
    });
    const { code, description } = await answer.json();
    expect(code).not.toBe(0);
    expect(description).toContain(t("reviews.captcha"));
  }
});

test("without a proof the form is not sent [REV-40] [REV-46]", async ({
  page,
  shop,
  ownShop,
  pageErrors,
}) => {
  pageErrors.allow(/challenge|503/);
  await configure(page, ownShop, { captcha: true }, null);
  await page.route(CHALLENGE, (route) => route.fulfill({ status: 503 }));
  const calls: Array<string> = [];
  await page.route(ACTION, (route) => {
    calls.push(route.request().postData() ?? "");
    return route.continue();
  });
  await shop.visit(REVIEWED);
  await liveSection(page);
  await addLink(page).click();
  await fillReview(form(page), newEmail());
  await form(page)
    .getByRole("button", { name: t("reviews.form-submit") })
    .click();
  await expect(page.getByText(t("reviews.captcha"))).toBeVisible();
  expect(calls.filter((body) => body.includes("cr_submit_review"))).toEqual([]);
});

test("the classic form follows the list, is checked, and is sent with a proof [REV-34] [REV-35] [REV-40]", async ({
  page,
  shop,
  ownShop,
}) => {
  await configure(page, ownShop, { captcha: true, isClassic: true }, "reviews/ClassicReviewForm");
  const email = newEmail();
  await shop.visit(REVIEWED);
  await form(page).scrollIntoViewIfNeeded();
  const submit = form(page).getByRole("button", { name: t("reviews.classic-submit") });
  await expect(async () => {
    await submit.click();
    await expect(form(page).getByRole("alert")).toHaveText(t("reviews.rating-required"), { timeout: 1_000 });
  }).toPass();
  await fillReview(form(page), email);
  await shop.arriving(() => submit.click());
  await expect(page.getByRole("main")).toContainText(t("reviews.submitted"));
  expect(reviewOf(email, ownShop.staffDatabase).signals).not.toContain("no_token");
});

test("with the flag off nothing is asked [REV-41]", async ({ page, shop, ownShop }) => {
  await configure(page, ownShop, {}, null);
  const email = newEmail();
  const challenges: Array<string> = [];
  page.on("request", (request) => {
    if (request.url().includes("/challenge/")) challenges.push(request.url());
  });
  await shop.visit(REVIEWED);
  await liveSection(page);
  await addLink(page).click();
  await fillReview(form(page), email);
  await form(page)
    .getByRole("button", { name: t("reviews.form-submit") })
    .click();
  await expect(page.getByText(t("reviews.submitted-held"))).toBeVisible();
  expect(challenges).toEqual([]);
  const { state, signals } = reviewOf(email, ownShop.staffDatabase);
  expect(state).toBe("held");
  expect(signals).toContain("no_token");
});
