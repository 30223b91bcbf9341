import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

/** What axe finds, as lines that name the rule, the element and the reason. */
async function violations(page: Page): Promise<Array<string>> {
  // Half-faded text has no contrast: what moves is put where it is going.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
  });
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const results = await page.evaluate(
    (values) =>
      (window as unknown as { axe: typeof import("axe-core") }).axe.run({
        runOnly: { type: "tag", values },
        resultTypes: ["violations"],
        preload: false,
      }),
    TAGS,
  );
  return (results as AxeResults).violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary?.replace(/\s+/g, " ")}`),
  );
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { content, window: width } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect(content, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(width);
}

/** Axe needs script. A page that runs without is looked over in its double: the same markup, its own scripts held back. */
async function lookOver(page: Page, scripted: boolean): Promise<Array<string>> {
  const browser = page.context().browser();
  if (scripted || !browser) return violations(page);
  const body = await page.content();
  const context = await browser.newContext({ viewport: page.viewportSize(), javaScriptEnabled: true });
  try {
    const double = await context.newPage();
    await context.route(/\.js$/, (route) => route.abort());
    await context.route(page.url(), (route) =>
      route.fulfill({ body, contentType: "text/html; charset=utf-8" }),
    );
    await double.goto(page.url());
    return await violations(double);
  } finally {
    await context.close();
  }
}

/** What holds on every page: nothing for axe to report, and no sideways scrolling. */
export async function audit(page: Page, scripted: boolean): Promise<void> {
  await expectNoSidewaysScroll(page);
  expect(await lookOver(page, scripted), `axe on ${page.url()}`).toEqual([]);
}
