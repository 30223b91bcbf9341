import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, expect, type Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

/** The violations that axe reports, one line each with rule, element and reason. */
export async function violations(page: Page): Promise<Array<string>> {
  // Half-transparent text fails the contrast rule, so running animations are finished first.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
  });
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const results = await page.evaluate(async (values) => {
    // What a sticky header or bar covers at this moment can be scrolled free, which axe does not know.
    const sticky = document.querySelectorAll<HTMLElement>(
      "body > header, [class*=AdminLayout_top], [class*=AdminLayout_bar]",
    );
    for (const one of sticky) one.style.setProperty("position", "relative");
    try {
      return await (window as unknown as { axe: typeof import("axe-core") }).axe.run({
        runOnly: { type: "tag", values },
        resultTypes: ["violations"],
        preload: false,
      });
    } finally {
      for (const one of sticky) one.style.removeProperty("position");
    }
  }, TAGS);
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

/** One page per worker for all audits without script: a separate context for each costs more than axe itself. */
const doubles = new WeakMap<Browser, Promise<Page>>();

async function openDouble(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: true });
  await context.route(/\.js$/, (route) =>
    // The page may have navigated in the meantime.
    route.abort().catch(() => {}),
  );
  return context.newPage();
}

/**
 * Axe needs script. A page of a context without script is audited in a copy: the same markup, with the page's own
 * scripts blocked.
 */
async function findViolations(page: Page, scripted: boolean): Promise<Array<string>> {
  const browser = page.context().browser();
  if (scripted || !browser) return violations(page);
  const double = await (doubles.get(browser) ?? doubles.set(browser, openDouble(browser)).get(browser));
  if (!double) throw new Error("no page to audit in");
  const body = await page.content();
  const size = page.viewportSize();
  if (size) await double.setViewportSize(size);
  await double.route(
    (url) => url.href === page.url().split("#")[0],
    (route) => route.fulfill({ body, contentType: "text/html; charset=utf-8" }),
    { times: 1 },
  );
  // Navigates away first: an address that differs only in its fragment would not be loaded.
  await double.goto("about:blank");
  await double.goto(page.url());
  return violations(double);
}

/**
 * The page's state, as far as it matters to axe: every kind of visible element together with its parent's kind. Text and
 * the length of lists do not change it; an open drawer, an invalid field or a button without a name do. Class names
 * contain the component's name, so elements of one kind have the same style.
 */
const stateOf = (page: Page): Promise<Array<string>> =>
  page.evaluate(() => {
    const telling =
      /^(role|type|class|alt|title|href|for|lang|dir|tabindex|disabled|open|required|scope|aria-.*)$/;
    const plain = /^(true|false|page|step|mixed|polite|assertive|off|none|dialog|listbox)$/;
    const kind = (element: Element): string => {
      const attributes = [...element.attributes]
        .filter(({ name }) => telling.test(name))
        .map(({ name, value }) => {
          if (name === "role" || name === "type" || name === "class" || plain.test(value))
            return `${name}=${value}`;
          return value.trim() === "" ? `${name}=` : name;
        });
      const isEmpty = element.childElementCount === 0 && element.textContent?.trim() === "";
      return [element.tagName, ...attributes.sort(), isEmpty].join(" ");
    };
    const kinds = new Set<string>();
    for (const element of document.body.querySelectorAll("*")) {
      if (element.checkVisibility())
        kinds.add(`${kind(element)} in ${kind(element.parentElement as Element)}`);
    }
    return [...kinds];
  });

/**
 * What passed in this run, of all workers: one file per kind of page, width and script setting, with one line per kind
 * of element.
 */
const CLEAN = join(import.meta.dirname, "../results/audited");
mkdirSync(CLEAN, { recursive: true });

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Pages of one kind share the first part of their path: all products, all of the account. */
const kindOf = (url: string): string => new URL(url).pathname.split("/").slice(0, 3).join("/");

/**
 * The rules for every page: no axe violations and no sideways scrolling. Axe takes longer than most tests, so it runs
 * when the page has an element of a kind that has not passed on such a page. A fault of a combination whose elements have
 * all passed apart from each other is not found.
 */
export async function audit(page: Page, scripted: boolean): Promise<void> {
  await expectNoSidewaysScroll(page);
  const kinds = (await stateOf(page)).map(digest);
  const file = join(CLEAN, digest([kindOf(page.url()), page.viewportSize()?.width, scripted].join("\n")));
  const passed = new Set(existsSync(file) ? readFileSync(file, "utf8").split("\n") : []);
  const unseen = kinds.filter((kind) => !passed.has(kind));
  if (unseen.length === 0) return;
  // Elements may fade in while axe runs, so a failed audit is repeated. On a busy machine one run takes seconds.
  await expect
    .poll(() => findViolations(page, scripted), { message: `axe on ${page.url()}`, timeout: 15_000 })
    .toEqual([]);
  appendFileSync(file, `${unseen.join("\n")}\n`);
}
