import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { png } from "./support/reviews";
import { signInStaff } from "./support/staff";

const LIST = "/ar/wp-admin/media/";

let count = 0;
const newName = () => `s${process.pid}${Date.now()}${count++}`;

const search = (name: string) => `${LIST}?s=${name}`;

/** Sends a picture, waits until it is in the library, and opens its page. */
async function openNew(
  page: Page,
  shop: { visit: (path: string) => Promise<void>; arriving: (act: () => Promise<unknown>) => Promise<void> },
  name: string,
) {
  await shop.visit(LIST);
  await page.locator("summary").click();
  await page.locator("input[type=file]").setInputFiles([png(`${name}.png`), png(`${name}-b.png`, 48)]);
  await shop.arriving(() =>
    page.getByRole("button", { name: t("media_library.upload"), exact: true }).click(),
  );
  await expect(page.getByRole("status").first()).toContainText(t("media_library.added", { count: 2 }));
  const link = page.getByRole("link", { name: `${name}.png` });
  await expect(async () => {
    await shop.visit(search(name));
    await expect(link).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 40_000 });
  await shop.arriving(() => link.click());
}

/** Deletes the picture of this page, so that other specs count their own. */
const deletePicture = (page: Page) =>
  page.getByRole("button", { name: t("media_library.delete-picture") }).click();

test("staff media: pictures are sent, and the focal point is set by click and by arrow keys", async ({
  page,
  shop,
}) => {
  test.slow();
  const name = newName();
  await signInStaff(page);
  await openNew(page, shop, name);
  await expect(page.getByRole("heading", { name: t("media_library.used-in", { count: 0 }) })).toBeVisible();
  const area = page.getByRole("button", { name: t("media_library.focus-area") });
  const box = await area.boundingBox();
  if (!box) throw new Error("the picture has no size");
  await area.click({ position: { x: box.width * 0.25, y: box.height * 0.75 } });
  const [across, down] = [page.locator("[name=focus_x]"), page.locator("[name=focus_y]")];
  await expect(across).toHaveValue("25");
  await expect(down).toHaveValue("75");
  await area.focus();
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowUp"]) await page.keyboard.press(key);
  await expect(across).toHaveValue("15");
  await expect(down).toHaveValue("70");
  await expect(page.locator("output")).toContainText("15");
  await page.locator("[name=alt]").fill("فنجان على صينية");
  await shop.arriving(() => page.getByRole("button", { name: t("media_library.save"), exact: true }).click());
  await expect(page.getByRole("status").first()).toContainText(t("media_library.field-focus"));
  await expect(page.locator("figure img").first()).toHaveCSS("object-position", "15% 70%");

  // Undone from the notice: description and point are as before.
  await shop.arriving(() =>
    page
      .getByRole("button", { name: t("staff_products.undo") })
      .first()
      .click(),
  );
  await expect(across).toHaveValue("50");
  await expect(page.locator("[name=alt]")).toHaveValue("");
  await shop.arriving(() => deletePicture(page));
  await shop.visit(search(`${name}-b`));
  await shop.arriving(() => page.getByRole("link", { name: `${name}-b.png` }).click());
  await shop.arriving(() => deletePicture(page));
  await expect(page.getByRole("status").first()).toContainText(t("media_library.deleted"));
});

test("staff media: without script the point is two numbers, and a deletion is taken back", {
  tag: "@no-script",
}, async ({ page, shop }) => {
  test.slow();
  const name = newName();
  await signInStaff(page);
  await openNew(page, shop, name);
  await page.locator("[name=focus_x]").fill("100");
  await page.locator("[name=focus_y]").fill("0");
  await shop.arriving(() => page.getByRole("button", { name: t("media_library.save"), exact: true }).click());
  await expect(page.locator("[name=focus_x]")).toHaveValue("100");
  await shop.arriving(() => deletePicture(page));
  await expect(page.getByRole("status").first()).toContainText(t("media_library.deleted"));
  await shop.arriving(() => page.getByRole("button", { name: t("staff_products.undo") }).click());
  await expect(page.locator("[name=focus_y]")).toHaveValue("0");
  await shop.arriving(() => deletePicture(page));
});

test("staff media: list and picture at every width", { tag: "@any" }, async ({ page, shop }) => {
  await signInStaff(page);
  for (const look of ["", "?look=rows", "?show=unused"]) {
    await shop.visit(`${LIST}${look}`);
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await shop.audit();
    }
  }
  await shop.visit(LIST);
  await shop.arriving(() => page.locator("main ul a[href^='/ar/wp-admin/media/']").first().click());
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await shop.audit();
  }
});
