import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { STAFF_BARCODES, signInStaff } from "./support/staff";
import type { NameOf } from "./support/texts";

/** Only the barcode tool changes what this store has: it is not sold online. */
const STORE = "2";
const HARAZ = "6291047100011";
const NAME = "بنّ حَراز اليمني";
/** The store has none of it. */
const HUILA = "6291045000405";

const field = (page: Page) => page.getByRole("textbox", { name: t("barcodes.label") });
const rows = (page: Page) => page.getByRole("main").getByRole("listitem");
const button = (page: Page, name: NameOf<"barcodes">) =>
  page.getByRole("main").getByRole("button", { name: t(`barcodes.${name}`) });
const isolated = (text: string) => text.replace(/[\u2068\u2069]/g, "");

/** The number behind the label of the stock. */
async function stockOf(page: Page): Promise<number> {
  const text = isolated((await rows(page).first().textContent()) ?? "");
  return Number(/المخزون: (\d+)/.exec(text)?.[1]);
}

/** Opens the tool and waits until it is hydrated. */
async function openTool(page: Page, visit: (path: string) => Promise<void>, more = "") {
  await visit(`${STAFF_BARCODES}?store_id=${STORE}${more}`);
  await expect(button(page, "next")).toBeVisible();
}

test("a scanned code is found a second later, and its stock is changed and restored [BAR-02] [BAR-03] [BAR-05] [BAR-07] [BAR-08]", {
  tag: "@phone",
}, async ({ page, shop }) => {
  await signInStaff(page);
  await openTool(page, (path) => shop.visit(path));
  await expect(field(page)).toBeFocused();
  const address = page.url();
  const searched = page.waitForRequest((request) =>
    (request.postData() ?? "").includes("barcode_actions_search"),
  );
  // As a scanner types: quickly, and Enter at the end.
  await page.keyboard.type(HARAZ);
  const typed = Date.now();
  await page.keyboard.press("Enter");
  const body = new URLSearchParams((await searched).postData() ?? "");
  expect(Date.now() - typed).toBeGreaterThan(900);
  expect(Object.fromEntries(body)).toMatchObject({ text: HARAZ, store_id: STORE });
  expect(page.url()).toBe(address);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(NAME);
  await shop.audit();

  const before = await stockOf(page);
  await button(page, "stock-up").click();
  await expect.poll(() => stockOf(page)).toBe(before + 1);
  await expect(page.getByRole("status").filter({ hasText: String(before + 1) })).toBeVisible();
  await shop.audit();
  await button(page, "undo").click();
  await expect.poll(() => stockOf(page)).toBe(before);

  // The next scan replaces the last one.
  await button(page, "next").click();
  await page.keyboard.type("0000");
  await expect(field(page)).toHaveValue("0000");
});

test("an unknown code and stock below zero are refused in words [BAR-06] [BAR-11]", async ({
  page,
  shop,
}) => {
  await signInStaff(page);
  await openTool(page, (path) => shop.visit(path));
  await field(page).fill("6291041509999");
  await expect(page.getByRole("alert")).toContainText(t("barcodes.not-found"));
  await shop.audit();
  await field(page).fill(HUILA);
  await expect(rows(page)).toHaveCount(1);
  await button(page, "stock-down").click();
  await expect(page.getByRole("alert")).toContainText(t("barcodes.stock-refused"));
  expect(await stockOf(page)).toBe(0);
});

test("everything works by keyboard", async ({ page, shop }) => {
  await signInStaff(page);
  await openTool(page, (path) => shop.visit(path), `&text=${HARAZ}`);
  const before = await stockOf(page);
  await rows(page).getByRole("textbox").first().focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("2");
  await button(page, "stock-up").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => stockOf(page)).toBe(before + 2);
  await button(page, "undo").focus();
  await page.keyboard.press("Space");
  await expect.poll(() => stockOf(page)).toBe(before);
});

test("without script the code is searched and the stock changed by plain forms [BAR-01] [BAR-05] [BAR-07]", {
  tag: "@no-script",
}, async ({ page, shop }) => {
  await signInStaff(page);
  await shop.visit(`${STAFF_BARCODES}?store_id=${STORE}`);
  await field(page).fill("6291045000207");
  await shop.arriving(() => button(page, "search").click());
  const before = await stockOf(page);
  await shop.arriving(() => button(page, "stock-up").click());
  expect(await stockOf(page)).toBe(before + 1);
  await shop.arriving(() => button(page, "undo").click());
  expect(await stockOf(page)).toBe(before);
});

test("a count is scanned, left, resumed, reported and closed", async ({ page, shop }) => {
  await signInStaff(page);
  await shop.visit(`${STAFF_BARCODES}counts/?store_id=${STORE}`);
  await shop.arriving(() => button(page, "count-open").click());
  await expect(button(page, "next")).toBeVisible();
  await field(page).focus();
  for (let scan = 0; scan < 2; scan++) {
    await page.keyboard.type("6291047100035");
    await page.keyboard.press("Enter");
  }
  await expect(page.getByText(t("barcodes.lines", { count: 1 }))).toBeVisible();
  await expect(rows(page)).toContainText(/العدد: .?2/);
  await shop.audit();

  await shop.visit(`${STAFF_BARCODES}counts/?store_id=${STORE}`);
  await shop.arriving(() => page.getByRole("link", { name: t("barcodes.count-resume") }).click());
  await expect(page.getByText(t("barcodes.lines", { count: 1 }))).toBeVisible();
  await shop.arriving(() => page.getByRole("link", { name: t("barcodes.count-report") }).click());
  await expect(page.getByRole("table")).toContainText(NAME);
  await shop.arriving(() => button(page, "close").click());
  await expect(page.getByText(t("barcodes.closed"))).toBeVisible();
  await shop.visit(`${STAFF_BARCODES}?store_id=${STORE}&text=6291047100035`);
  expect(await stockOf(page)).toBe(2);
});

test("the camera reads a code where the browser can, and says when it must not", async ({
  page,
  shop,
  context,
}) => {
  await context.addInitScript((code) => {
    Object.assign(window, {
      BarcodeDetector: class {
        detect = async () => [{ rawValue: code }];
      },
    });
    const canvas = document.createElement("canvas");
    // Without a change the stream has no picture.
    setInterval(() => canvas.getContext("2d")?.fillRect(0, 0, Math.random() * 90, 9), 50);
    const answers = [
      () => Promise.reject(new DOMException("refused", "NotAllowedError")),
      () => Promise.resolve(canvas.captureStream(5)),
    ];
    navigator.mediaDevices.getUserMedia = () => (answers.shift() ?? answers[0] ?? (() => Promise.reject()))();
  }, HARAZ);
  await signInStaff(page);
  await openTool(page, (path) => shop.visit(path));
  await button(page, "camera").click();
  await expect(page.getByText(t("barcodes.camera-refused"))).toBeVisible();
  await shop.audit();
  await button(page, "camera-stop").click();
  await button(page, "camera").click();
  await expect(rows(page)).toContainText(NAME);
  await button(page, "camera-stop").click();
});
