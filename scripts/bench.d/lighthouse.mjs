// Lighthouse for mobile, median of three runs.
import { launch } from "chrome-launcher";
import run from "lighthouse";
import { startProvider, startShop, stop } from "./processes.mjs";
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

/** Lighthouse's own default: a phone is so many times slower than a fast computer. */
const MAX_SLOWDOWN = 4;

/**
 * How many times slower than this computer a phone of the middle class is, by Lighthouse's own benchmark: 4 at 1,533. The steps
 * are those of the calculator that its documentation names. Without it a slow computer would be a phone that nobody has.
 */
function slowdown(index) {
  if (index >= 1300) return 3 + (index - 1300) / 233;
  if (index >= 800) return 2 + (index - 800) / 500;
  return Math.max(1, 1 + (index - 150) / 650);
}

/** Runs Lighthouse. A run without a recorded trace is logged and repeated. */
async function visit(url, cookie, multiplier, tries = 4) {
  const chrome = await launch({ chromePath: process.env.MATJAR_CHROMIUM, chromeFlags: FLAGS });
  try {
    const extraHeaders = cookie ? { cookie } : undefined;
    const { lhr } = await run(url, {
      port: chrome.port,
      onlyCategories: Object.keys(LIMITS),
      logLevel: "error",
      extraHeaders,
      throttling: { cpuSlowdownMultiplier: multiplier },
    });
    if (!lhr.runtimeError) return lhr;
    if (tries === 1) throw new Error(lhr.runtimeError.message);
    console.error(`bench: ${lhr.runtimeError.code}, retrying`);
  } finally {
    chrome.kill();
  }
  return visit(url, cookie, multiplier, tries - 1);
}

/** Logs the audits that cost points, to explain an exceeded limit. */
function explain(lhr, category) {
  const failed = lhr.categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1)
    .map(({ id }) => `${id} ${lhr.audits[id].displayValue ?? ""}`.trim());
  console.error(`bench: ${lhr.finalDisplayedUrl} ${category}: ${failed.join(", ")}`);
}

/** The cookies of a shopper with a product in the cart. */
async function cookieOfFilledCart(shop) {
  const page = await (await fetch(shop.origin + PRODUCT)).text();
  const [, product] = page.match(/name="add-to-cart" value="(\d+)"/) ?? page.match(/data-product_id="(\d+)"/);
  const body = new URLSearchParams({ product_id: product, quantity: "1" });
  const headers = { origin: shop.origin };
  const answer = await fetch(`${shop.origin}/ar/?wc-ajax=add_to_cart`, { method: "POST", body, headers });
  if ((await answer.json()).error) throw new Error("the product was not added to the cart");
  return answer.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
}

/** Private pages are `noindex`, so their SEO score is not measured. */
const PRIVATE = ["cart", "checkout"];

export async function lighthouse() {
  const rows = [];
  // The checkout loads the provider's script.
  const provider = await startProvider();
  const shop = await startShop(provider.settings);
  const cookie = await cookieOfFilledCart(shop);
  const indexes = [];
  for (let turn = 0; turn < RUNS; turn += 1) {
    const { environment } = await visit(`${shop.origin}/ar/`, undefined, MAX_SLOWDOWN);
    indexes.push(environment.benchmarkIndex);
  }
  const index = median(indexes);
  const multiplier = Math.min(MAX_SLOWDOWN, slowdown(index));
  rows.push({ name: "Lighthouse's benchmark of this computer", value: Math.round(index) });
  rows.push({ name: "  a phone is so many times slower", value: multiplier, ratio: true });
  for (const [name, path] of [
    ["home", "/ar/"],
    ["listing", "/ar/shop/"],
    ["product", PRODUCT],
    // Eight pictures, twenty-four variations.
    ["variable product", `/ar/product/${encodeURIComponent("بن-حراز-اليمني")}/`],
    ["bundle", `/ar/product/${encodeURIComponent("صندوق-الضيافة")}/`],
    ["cart", "/ar/cart/"],
    ["checkout", "/ar/checkout/"],
  ]) {
    const runs = [];
    for (let turn = 0; turn < RUNS; turn += 1) {
      runs.push(await visit(shop.origin + path, PRIVATE.includes(name) ? cookie : undefined, multiplier));
    }
    for (const [category, must] of Object.entries(LIMITS)) {
      if (category === "seo" && PRIVATE.includes(name)) continue;
      const value = median(runs.map((lhr) => Math.round(lhr.categories[category].score * 100)));
      if (value < must) explain(runs.at(-1), category);
      rows.push({ name: `Lighthouse mobile, ${name}: ${category}`, value, must, atLeast: true });
    }
    const blocked = median(runs.map((lhr) => Math.round(lhr.audits["total-blocking-time"].numericValue)));
    rows.push({ name: `Lighthouse mobile, ${name}: total blocking time, ms`, value: blocked, must: 150 });
  }
  await stop(shop.child);
  await stop(provider.child);
  return rows;
}
