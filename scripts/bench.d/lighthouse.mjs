// Lighthouse as a phone, median of three.
import { launch } from "chrome-launcher";
import run from "lighthouse";
import { median } from "./table.mjs";
import { PRODUCT } from "./warm.mjs";

const RUNS = 3;
const LIMITS = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A trace that the browser did not record is no measurement: asked for again, and said. */
async function visit(url, tries = 4) {
  const chrome = await launch({ chromePath: process.env.MATJAR_CHROMIUM, chromeFlags: FLAGS });
  try {
    const { lhr } = await run(url, { port: chrome.port, onlyCategories: Object.keys(LIMITS), logLevel: "error" });
    if (!lhr.runtimeError) return lhr;
    if (tries === 1) throw new Error(lhr.runtimeError.message);
    console.error(`bench: ${lhr.runtimeError.code}, once more`);
  } finally {
    chrome.kill();
  }
  return visit(url, tries - 1);
}

/** Audits that cost points, so that a broken limit explains itself. */
function explain(lhr, category) {
  const failed = lhr.categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1)
    .map(({ id }) => `${id} ${lhr.audits[id].displayValue ?? ""}`.trim());
  console.error(`bench: ${lhr.finalDisplayedUrl} ${category}: ${failed.join(", ")}`);
}

export async function lighthouse(shop) {
  const rows = [];
  for (const [name, path] of [
    ["home", "/ar/"],
    ["product", PRODUCT],
    // Eight pictures, twenty-four variations.
    ["variable product", `/ar/product/${encodeURIComponent("بن-حراز-اليمني")}/`],
    ["bundle", `/ar/product/${encodeURIComponent("صندوق-الضيافة")}/`],
  ]) {
    const runs = [];
    for (let turn = 0; turn < RUNS; turn += 1) runs.push(await visit(shop.origin + path));
    for (const [category, must] of Object.entries(LIMITS)) {
      const value = median(runs.map((lhr) => Math.round(lhr.categories[category].score * 100)));
      if (value < must) explain(runs.at(-1), category);
      rows.push({ name: `Lighthouse mobile, ${name}: ${category}`, value, must, atLeast: true });
    }
  }
  return rows;
}
