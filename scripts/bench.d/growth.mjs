// The cost of the same uncached pages in a small, a large and a very large shop.
import { execFileSync } from "node:child_process";
import { load } from "./load.mjs";
import { cpuPerRequest, startShop, stop } from "./processes.mjs";
import { median, medians, sum } from "./table.mjs";

const SIZES = [1_000, 100_000, 1_000_000];
const ROUNDS = 3;
const WARMING = 1500;
const headers = { "accept-encoding": "gzip, deflate, br, zstd" };
const ORDERS = ["menu_order", "popularity", "rating", "date", "price", "price-desc"];
const DATABASES = ["DATABASE_URL", "DATABASE_READ_URL", "DATABASE_STAFF_URL", "DATABASE_WORKER_URL", "DATABASE_MIGRATE_URL"];

const { env } = process;
const psql = (address, ...commands) =>
  execFileSync(
    `${env.MATJAR_PG_BIN}/psql`,
    ["-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", address, ...commands.flatMap((one) => ["-c", one])],
    { encoding: "utf8", maxBuffer: 1 << 26 },
  )
    .trim()
    .split("\n");

function fill(size) {
  const name = `matjar_growth_${size}`;
  psql(env.DATABASE_ADMIN_URL, `create database ${name} owner shop_migrate`);
  const settings = Object.fromEntries(
    [...DATABASES, "DATABASE_ADMIN_URL"].map((key) => [key, env[key].replace("/matjar_bench?", `/${name}?`)]),
  );
  const began = Date.now();
  execFileSync(env.MATJAR_SERVER, ["migrate"], { env: { ...env, ...settings } });
  execFileSync(env.MATJAR_SERVER, ["seed", "--products", String(size)], { env: { ...env, ...settings } });
  psql(settings.DATABASE_ADMIN_URL, "vacuum analyze");
  console.error(`bench: ${size} products seeded in ${Math.round((Date.now() - began) / 1000)} s`);
  return settings;
}

/** Paths that were not requested since the last purge. */
function addresses(size, settings) {
  const categories = psql(settings.DATABASE_ADMIN_URL, "select path from categories order by id");
  const listings = ["/ar/shop/", ...categories.map((path) => `/ar/product-category/${path}/`)];
  const every = (list, make) => list.flatMap((one) => ORDERS.map((order) => make(one, order)));
  const facets = psql(
    settings.DATABASE_ADMIN_URL,
    "select attribute.name || '=' || one.value from attribute_values one join attributes attribute on attribute.id = one.attribute_id order by one.id limit 8",
  ).map((text) => text.split("="));
  const words = psql(settings.DATABASE_ADMIN_URL, "select name from products where sku like 'NK-%' order by id limit 70");
  // A page has 24 products; a listing ends after 12,000.
  const last = Math.min(500, Math.floor(size / 24));
  return {
    "product page": (round) => Array.from({ length: 300 }, (_, i) => `/ar/product/bulk-${1 + ((i * 37 + round * 311) % size)}/`),
    "listing, page 1": () => every(listings, (listing, order) => `${listing}?orderby=${order}`),
    "listing, page 500": () =>
      every([0, 1, 2, 3, 4, 5, 6, 7], (back, order) => `/ar/shop/?orderby=${order}&paged=${last - back}`),
    "listing, filtered": () =>
      every(facets, ([name, value], order) => `/ar/shop/?orderby=${order}&filter_${encodeURIComponent(name)}=${encodeURIComponent(value)}&in_stock=1`),
    search: () => words.map((name) => `/ar/?s=${encodeURIComponent(name)}`),
  };
}

async function measure(shop, settings, paths) {
  const costs = [];
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    psql(settings.DATABASE_ADMIN_URL, "insert into cache_purges (tag) values ('settings')");
    await new Promise((done) => setTimeout(done, 1500));
    const list = paths(round);
    const began = new Map();
    const make = (index) => {
      began.set(index, performance.now());
      return { path: list[index], headers };
    };
    const seen = (_, index) => times.push(performance.now() - began.get(index));
    costs.push(
      await cpuPerRequest(shop, () => load({ origin: shop.origin, count: list.length, connections: 1, make, seen })),
    );
  }
  return { cpu: medians(costs), time: median(times) };
}

export async function growth() {
  const rows = [];
  const smallest = {};
  for (const size of SIZES) {
    const settings = fill(size);
    const shop = await startShop({ ...settings, REDIS_URL: env.REDIS_URL.replace(/\/\d+$/, "/2"), MATJAR_RENDERERS: "1" });
    const kinds = addresses(size, settings);
    const warming = Object.values(kinds).flatMap((paths) => paths(0));
    for (let done = 0; done < WARMING; done += warming.length) {
      await load({ origin: shop.origin, count: warming.length, connections: 2, make: (i) => ({ path: warming[i], headers }) });
      psql(settings.DATABASE_ADMIN_URL, "insert into cache_purges (tag) values ('settings')");
      await new Promise((wait) => setTimeout(wait, 1200));
    }
    for (const [kind, paths] of Object.entries(kinds)) {
      const { cpu, time } = await measure(shop, settings, paths);
      const first = (smallest[kind] ??= sum(cpu));
      rows.push({
        name: `${kind}, ${size.toLocaleString("en")} products: ${time.toFixed(1)} ms`,
        cpu,
        bare: first,
        value: sum(cpu) / first,
        ratio: true,
        must: size === SIZES[0] ? undefined : kind === "search" ? 3 : 1.5,
      });
    }
    await stop(shop.child);
    psql(env.DATABASE_ADMIN_URL, `drop database matjar_growth_${size} with (force)`);
  }
  // By kind, then by size.
  const kinds = Object.keys(smallest);
  return kinds.flatMap((kind) => rows.filter((row) => row.name.startsWith(kind)));
}
