import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Page } from "@playwright/test";
import { expect, type Shop, t, test } from "./shop";
import { reviewOf } from "./support/database";
import { itemOf, queueFrom } from "./support/moderation";
import { incense, type Product } from "./support/products";
import { addLink, fillReview, form, liveSection, newEmail, png, REVIEWS_TAB } from "./support/reviews";
import { signInStaff } from "./support/staff";

type File = { name: string; mimeType: string; buffer: Buffer };

/** A moving test picture, three seconds long, as a phone would send it; null without ffmpeg. */
function video(path: string): File | null {
  mkdirSync(dirname(path), { recursive: true });
  const source = ["-f", "lavfi", "-i", "testsrc=size=320x240:rate=10:duration=3"];
  const output = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-y", path];
  try {
    execFileSync("ffmpeg", ["-loglevel", "error", ...source, ...output]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  return { name: "clip.mp4", mimeType: "video/mp4", buffer: readFileSync(path) };
}

/** Writes a review with a file as a guest, then publishes it as staff, who have seen the file. */
async function publishWith(page: Page, shop: Shop, product: Product, file: File): Promise<string> {
  const email = newEmail();
  await shop.visit(`${product.path}${REVIEWS_TAB}`);
  await liveSection(page);
  await addLink(page).click();
  await fillReview(form(page), email);
  await form(page).locator("input[type=file]").setInputFiles(file);
  await expect(form(page).locator("[data-state=ok]")).toBeVisible();
  await form(page)
    .getByRole("button", { name: t("reviews.form-submit") })
    .click();
  await expect(page.getByText(t("reviews.submitted-held"))).toBeVisible();
  const { id } = reviewOf(email);
  const review = { id, key: `review:${id}`, email, author: "", text: "" };
  await signInStaff(page);
  // The media process decodes it meanwhile.
  const picture = itemOf(page, review).getByRole("listitem").getByRole("img").first();
  await expect(async () => {
    await shop.visit(queueFrom(review));
    await expect(picture).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 40_000 });
  await expectLoaded(picture);
  await shop.arriving(() =>
    itemOf(page, review)
      .getByRole("button", { name: t("moderation.publish"), exact: true })
      .click(),
  );
  // Published files are copied by the media process, and then the page is purged once more.
  const name = `comment-${id}`;
  const article = async () => {
    const html = await (await page.request.get(product.path)).text();
    const [, own = ""] = html.split(`id="${name}"`);
    return own.split("</article>")[0];
  };
  await expect.poll(article, { timeout: 20_000 }).toContain("<img");
  await shop.visit(`${product.path}${REVIEWS_TAB}`);
  await liveSection(page);
  return name;
}

const expectLoaded = (picture: ReturnType<Page["locator"]>) =>
  expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);

test("a picture of a guest is decoded, seen by staff, published and shown on the product page [REV-17] [REV-60]", async ({
  page,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(/blob:/);
  const id = await publishWith(page, shop, incense, png("صورة.png", 900));
  const tile = page.locator(`#${id}`).getByRole("link").first();
  const picture = tile.getByRole("img");
  await picture.scrollIntoViewIfNeeded();
  await expectLoaded(picture);
  const file = await page.request.get((await picture.getAttribute("src")) ?? "");
  expect(file.headers()["content-type"]).toMatch(/^image\/(webp|jpeg|avif)$/);
  expect(file.headers()["x-content-type-options"]).toBe("nosniff");
  expect(file.headers()["set-cookie"]).toBeUndefined();
  await tile.click();
  const lightbox = page.getByRole("dialog", { name: t("reviews.media") });
  await expect(lightbox.getByRole("img").first()).toBeVisible();
});

test("a video is converted, plays and pauses [REV-18]", async ({ page, shop, pageErrors }, testInfo) => {
  testInfo.setTimeout(120_000);
  const file = video(testInfo.outputPath("clip.mp4"));
  test.skip(file === null, "ffmpeg is not installed");
  if (!file) return;
  pageErrors.allow(/blob:/);
  const id = await publishWith(page, shop, incense, file);
  await page.locator(`#${id}`).getByRole("link").first().click();
  const lightbox = page.getByRole("dialog", { name: t("reviews.media") });
  const moving = lightbox.locator("video");
  const isPaused = () => moving.evaluate((one) => (one as HTMLVideoElement).paused);
  const seconds = () => moving.evaluate((one) => (one as HTMLVideoElement).currentTime);
  await lightbox.getByRole("button", { name: t("reviews.play") }).click();
  await expect.poll(isPaused).toBe(false);
  await expect.poll(seconds).toBeGreaterThan(0.2);
  await lightbox.getByRole("button", { name: t("reviews.pause") }).click();
  await expect.poll(isPaused).toBe(true);
  const stopped = await seconds();
  await lightbox.getByRole("button", { name: t("reviews.play") }).press("Enter");
  await expect.poll(seconds).toBeGreaterThan(stopped);
});
