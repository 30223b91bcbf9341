// What staff's work does to shoppers: a price that is seen on two servers, and a bulk edit beside the pages of the shop. And
// how much script the admin's screens need.
import { execFile } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { promisify } from "node:util";
import { BULK } from "./office-rows.mjs";
import { asPage, post, send, signIn, view } from "./office-staff.mjs";
import { startShop, stop } from "./processes.mjs";
import { psql } from "./review-rows.mjs";

const run = promisify(execFile);
const OFFICE = "/ar/wp-admin/";
const PRODUCTS = `${OFFICE}products/`;
const CHANGES = 40;
const LONGEST_MS = 10_000;
const PAGES_PER_SECOND = 25;
const GOALS = { visible: 1_000, perSecond: 300, bulkSeconds: 40, rise: 1.1, first: 190, screen: 90 };

const share = (times, part) => times[Math.min(times.length - 1, Math.floor(times.length * part))];
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** A product that is not among those of the bulk edit, without a sale. */
function quietProduct({ address, first }, skip = 0) {
  const [id, slug] = psql(
    address,
    `select id || '|' || slug from products where id >= ${first + BULK} and sku like 'BULK-%' and sale_minor is null order by id limit 1 offset ${skip}`,
  ).split("|");
  return { id, path: `/ar/product/${slug}/` };
}

/** How long after the save was sent each server shows the new price. Both had the page in memory. */
export async function visibility({ shop, office, cookie, settings }) {
  const other = await startShop({ ...settings, MATJAR_PUBLIC_ORIGIN: shop.origin });
  const servers = [shop.origin, other.origin];
  const product = quietProduct(office);
  const { nonce } = await view(shop.origin, PRODUCTS, cookie);
  const times = [];
  const shown = async (origin, price, began) => {
    while (performance.now() - began < LONGEST_MS) {
      const { text } = await send(origin, product.path);
      if (text.includes(price)) return performance.now() - began;
      await wait(5);
    }
    throw new Error(`${product.path} does not show ${price}`);
  };
  for (let at = 0; at < CHANGES; at += 1) {
    const version = psql(office.address, `select version from products where id = ${product.id}`);
    for (const origin of servers) for (let twice = 0; twice < 2; twice += 1) await send(origin, product.path);
    const price = (731.13 + at * 1.01).toFixed(2);
    const began = performance.now();
    const saved = post(shop.origin, `${PRODUCTS}${product.id}/price/`, cookie, { nonce, value: price, version });
    const [location, ...seen] = await Promise.all([saved, ...servers.map((origin) => shown(origin, price, began))]);
    if (!/notice=price(?![-\w])/.test(location)) throw new Error(`the price was not saved: ${location}`);
    times.push(Math.max(...seen));
  }
  await stop(other.child);
  times.sort((a, b) => a - b);
  return [
    { name: `a price seen on two servers, of ${CHANGES}: p95 ms after it was sent`, all: share(times, 0.95), value: share(times, 0.95), goal: GOALS.visible },
    { name: "  the slowest", all: times.at(-1), value: times.at(-1), goal: GOALS.visible },
  ];
}

/** Response times of the shop's pages, each requested by a process of its own. */
async function sample(origin, paths, seconds) {
  const script = new URL("./sample.mjs", import.meta.url).pathname;
  const one = async (path) => {
    const { stdout } = await run(process.execPath, [script, origin + path, PAGES_PER_SECOND, seconds], { maxBuffer: 1 << 26 });
    return JSON.parse(stdout);
  };
  return (await Promise.all(paths.map(one))).flat();
}

/** Prices of 10,000 products, raised after a second person agreed, while shoppers look at the shop. */
export async function bulkEdit({ shop, office, cookie }) {
  const { origin } = shop;
  const second = await signIn(origin, office.members[1]);
  const sql = (command) => psql(office.address, command);
  const category = sql("select id from categories where path = 'bench'");
  const bulk = `${PRODUCTS}bulk/`;
  const { hidden } = await view(origin, `${bulk}?${new URLSearchParams({ all: "1", list: `category=${category}` })}`, cookie);
  const fields = [...hidden, ["title", "رفع الأسعار"], ["price", "raise-percent"], ["amount", "1"], ["rounding", "none"]];
  const began = performance.now();
  const job = await post(origin, bulk, cookie, fields);
  const id = Number(/\/jobs\/(\d+)\//.exec(job)?.[1]);
  const state = () => sql(`select state from bulk_jobs where id = ${id}`);
  const until = async (wanted) => {
    const since = performance.now();
    while (state() !== wanted) {
      if (performance.now() - since > 600_000) throw new Error(`the job is ${state()}, not ${wanted}`);
      await wait(250);
    }
  };
  await until("planned");
  const planned = (performance.now() - began) / 1000;

  const pages = ["/ar/", "/ar/shop/", quietProduct(office, 5).path];
  await sample(origin, pages, 3);
  const quiet = await sample(origin, pages, 15);
  const act = async (whose, name) => {
    const page = await view(origin, job, whose);
    await post(origin, page.action, whose, { nonce: page.nonce, act: name });
  };
  await act(cookie, "start");
  await act(second, "approve");
  const busy = [];
  // Rounds that begin while the job runs; the last one may end after it.
  while (state() === "running") busy.push(...(await sample(origin, pages, 4)));
  await until("done");
  quiet.push(...(await sample(origin, pages, 15)));
  const [seconds, done] = sql(
    `select extract(epoch from ended_at - started_at) || '|' || (select count(*) from bulk_results where job_id = ${id} and state = 'done')
     from bulk_jobs where id = ${id}`,
  )
    .split("|")
    .map(Number);
  if (busy.length === 0) throw new Error("the job was over before anybody looked");
  for (const times of [quiet, busy]) times.sort((a, b) => a - b);
  const [loaded, bare] = [share(busy, 0.99), share(quiet, 0.99)];
  return [
    { name: `preview of a bulk edit of ${BULK.toLocaleString("en")} things, s`, all: planned },
    { name: "  its changes, s", all: seconds, value: seconds, goal: GOALS.bulkSeconds },
    { name: "  things a second", all: done / seconds, value: done / seconds, atLeast: true, goal: GOALS.perSecond },
    { name: `  things not changed, of ${BULK.toLocaleString("en")}`, all: BULK - done, value: BULK - done, must: 0 },
    { name: "  shoppers' pages meanwhile, median ms; bare: without", all: share(busy, 0.5), bare: share(quiet, 0.5) },
    { name: "  the same, p99 ms", all: loaded, bare, value: loaded / bare, ratio: true, goal: GOALS.rise },
  ];
}

const DIST = new URL("../../web/dist/client/", import.meta.url);
const ENTRY = "src/admin/main.ts";

/** The bytes of the packed file, or of the file itself if packing does not make it smaller. */
function packed(file) {
  const size = (name) => statSync(new URL(name, DIST), { throwIfNoEntry: false })?.size;
  return size(`${file}.gz`) ?? size(file) ?? 0;
}

function withImports(manifest, key, found = new Set()) {
  const { file, imports = [] } = manifest[key];
  if (!file.endsWith(".js") || found.has(file)) return found;
  found.add(file);
  for (const other of imports) withImports(manifest, other, found);
  return found;
}

/** What the admin loads at first, and what each screen adds: its page, as the admin shows it without a reload, and islands. */
export async function scripts({ shop, office, cookie }) {
  const manifest = JSON.parse(readFileSync(new URL(".vite/admin.json", DIST), "utf8"));
  const first = withImports(manifest, ENTRY);
  const kilobytes = (files) => [...files].reduce((total, file) => total + packed(file), 0) / 1000;
  const sheet = psql(office.address, "select id from products where slug = 'bench-sheet'");
  const order = psql(office.address, "select number from orders order by id desc limit 1");
  const screens = [
    "",
    "orders/",
    `orders/${order}/`,
    "products/",
    `products/${sheet}/`,
    "products/bulk/",
    "stock/",
    "barcodes/",
    "reviews/",
    "media/",
    "content/edit/?kind=page",
    "menus/",
    "reports/",
    "settings/shop/",
  ];
  const sizes = [];
  for (const screen of screens) {
    const path = OFFICE + screen;
    const { status, text } = await send(shop.origin, path, asPage(cookie));
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    const chunks = new Set();
    for (const [tag, island] of text.matchAll(/<[^>]*data-island="[^"/]+\/([^"]+)"[^>]*>/g)) {
      // Loaded only on interaction.
      if (tag.includes('data-on="interaction"')) continue;
      const key = Object.keys(manifest).find((name) => manifest[name].name === `${island}.island`);
      // An island that the shop's own script brings is not the admin's.
      if (key) for (const file of withImports(manifest, key)) chunks.add(file);
    }
    const islands = [...chunks].filter((file) => !first.has(file));
    const shown = await send(shop.origin, path, { cookie, accept: "application/json" });
    // A page with security headers of its own is a document only.
    const isView = shown.headers["content-type"].startsWith("application/json");
    const page = isView ? `src/${JSON.parse(shown.text).component}.tsx` : undefined;
    if (page && manifest[page]) for (const file of withImports(manifest, page)) chunks.add(file);
    const own = [...chunks].filter((file) => !first.has(file));
    sizes.push({ screen: screen || "home", own: kilobytes(own), document: kilobytes(first) + kilobytes(islands) });
  }
  const heaviest = (key) => sizes.toSorted((a, b) => b[key] - a[key])[0];
  const row = (name, value, goal) => ({ name, all: value, value, goal });
  const [document, screen] = [heaviest("document"), heaviest("own")];
  return [
    row("script of every screen, kB gz", kilobytes(first), GOALS.first),
    row(`  first load of the heaviest of ${screens.length} (${document.screen.replace(/\d+/, "N")})`, document.document, GOALS.first),
    row(`script that a screen adds, the heaviest (${screen.screen.replace(/\d+/, "N")})`, screen.own, GOALS.screen),
  ];
}
