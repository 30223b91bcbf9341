import { readFileSync } from "node:fs";
import { expect, t, test } from "./shop";
import { STAFF_AFFILIATES, STAFF_PAYOUTS } from "./support/affiliates";
import { INBOX } from "./support/inbox";
import { STAFF_BARCODES, signInStaff } from "./support/staff";

const REPORTS = "/ar/wp-admin/reports/";
const EVENTS = "/ar/wp-admin/events/";

test("staff see visits and sales by day, by source and by affiliate, as plots and tables", {
  tag: "@any",
}, async ({ page, shop }) => {
  await signInStaff(page);
  await shop.visit(REPORTS);
  for (const part of ["funnel", "by-day", "sources", "affiliates"] as const)
    await expect(
      page.getByRole("heading", { level: 2, name: t(`attribution.report-${part}`) }),
    ).toBeVisible();
  await expect(page.getByRole("main").getByRole("img")).toHaveCount(4);
  const plot = page.getByRole("figure", { name: t("attribution.report-visits"), exact: true });
  await plot.getByText(t("common.plot-table")).click();
  await expect(plot.getByRole("row")).toHaveCount(31);
  const week = page.getByRole("link", { name: t("attribution.report-days", { count: 7 }) });
  await shop.arriving(() => week.click());
  await expect(week).toHaveAttribute("aria-current", "page");
});

test("the figures of affiliates are a file of a line for each day", async ({ page, shop }) => {
  await signInStaff(page);
  await shop.visit(REPORTS);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: t("attribution.report-export") }).click(),
  ]);
  const lines = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines[0]).toBe("day,affiliate,name,visits,orders,sales,credited");
  expect(lines.filter((line) => line.includes(",salma,"))).toHaveLength(30);
});

test("staff pages fit 320 px", async ({ page, shop }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signInStaff(page);
  const counts = `${STAFF_BARCODES}counts/?store_id=2`;
  for (const path of [REPORTS, EVENTS, STAFF_AFFILIATES, STAFF_PAYOUTS, INBOX, STAFF_BARCODES, counts])
    await shop.visit(path);
  await shop.visit(STAFF_AFFILIATES);
  await shop.arriving(() => page.getByRole("link", { name: "salma" }).first().click());
});
