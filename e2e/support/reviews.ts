import { deflateSync } from "node:zlib";
import { expect, type Locator, type Page } from "@playwright/test";
import { t } from "./texts";

export const ALL_REVIEWS = "/ar/reviews/";
export const REVIEWS_TAB = "#tab-reviews";
export const ACTION = "**/wp-admin/admin-ajax.php";

export const section = (page: Page) => page.locator("[data-reviews]");
export const reviews = (page: Page) => section(page).getByRole("article");
export const row = (page: Page, rating: number) => section(page).locator(`[data-rating="${rating}"]`);
export const sortBox = (page: Page) => section(page).getByRole("combobox", { name: t("reviews.sort") });
export const searchBox = (page: Page) => section(page).getByRole("searchbox");
export const countRow = (page: Page) => section(page).getByRole("status").first();
export const moreLink = (page: Page) => section(page).getByRole("link", { name: t("reviews.show-more") });
export const addLink = (page: Page) =>
  page.locator("[data-reviews]").getByRole("link", { name: t("reviews.add") });
export const form = (page: Page) => page.getByRole("form", { name: t("reviews.form-title") });

/** Waits until the section reacts to the shopper. */
export async function liveSection(page: Page): Promise<void> {
  await section(page).scrollIntoViewIfNeeded();
  await page.waitForFunction(() => {
    const root = document.querySelector("[data-reviews]");
    return root !== null && Object.keys(root).some((key) => key.startsWith("__reactFiber"));
  });
}

/** Fills in every field of a review form that is required. */
export async function fillReview(form: Locator, email: string): Promise<void> {
  await form.getByRole("radiogroup").first().waitFor();
  // Left is forward, so the fifth star is the last one.
  // The star and not its hidden button: Playwright then waits until the page stands still after the form was focused.
  for (const group of await form.getByRole("radiogroup").all()) {
    await group.locator("label").nth(4).click();
    await expect(group.getByRole("radio").nth(4)).toBeChecked();
  }
  await form.getByRole("textbox", { name: t("reviews.field-text") }).fill("قهوة ممتازة، رائحتها تملأ البيت.");
  await form.getByRole("textbox", { name: t("reviews.field-name") }).fill("سلمى");
  await form.getByRole("textbox", { name: t("reviews.field-email") }).fill(email);
  for (const field of await form.locator("input[name^='onsiteQuestions'][type=text][required]").all())
    await field.fill("3");
  for (const box of await form.getByRole("checkbox").all()) await box.check();
}

let unique = 0;
export const newEmail = () => `reviewer-${process.pid}-${Date.now()}-${unique++}@example.com`;

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  let crc = 0xffffffff;
  for (const byte of body) crc = (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length);
  frame.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A picture of one colour, as a file to upload. */
export function png(name = "photo.png", side = 64) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(side * 3, 0xb0)]);
  const data = deflateSync(Buffer.concat(Array.from({ length: side }, () => line)));
  const parts = [chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))];
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return { name, mimeType: "image/png", buffer: Buffer.concat([signature, ...parts]) };
}
