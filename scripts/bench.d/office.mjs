// The goals of the back office, measured as staff meet them: a signed-in member, one request at a time. The lists also in a
// small shop, because their cost must not grow. MATJAR_BENCH_PRODUCTS=1000000 MATJAR_BENCH_ORDERS=10000000 is the size that the
// shop is made for: hours and some 20 GB of disk, never in CI.
import { load } from "./load.mjs";
import { BULK, dropShop, LIST, makeShop, orderNumber, PEOPLE, TAG, VARIATIONS } from "./office-rows.mjs";
import { asPage, asView, post, send, signIn, view } from "./office-staff.mjs";
import { bulkEdit, scripts, visibility } from "./office-work.mjs";
import { cpuPerRequest, startShop, stop } from "./processes.mjs";
import { psql } from "./review-rows.mjs";
import { sum } from "./table.mjs";

const { env } = process;
/** Enough to fill every page: the counts of saved lists look at 1,001 orders each. */
const SMALL = { products: 1_000, orders: 20_000 };
const SIZE = { products: Number(env.MATJAR_BENCH_PRODUCTS ?? 20_000), orders: Number(env.MATJAR_BENCH_ORDERS ?? 50_000) };
const IS_DEFAULT = env.MATJAR_BENCH_PRODUCTS === undefined && env.MATJAR_BENCH_ORDERS === undefined;
const WARMING = 60;
const COUNT = 300;
const SAVES = 200;
const MAX_GROWTH = 1.5;

const OFFICE = "/ar/wp-admin/";
const PRODUCTS = `${OFFICE}products/`;
const ORDERS = `${OFFICE}orders/`;
const GOALS = { list: 80, search: 100, product: 250, cell: 150, home: 150 };

const p95 = (times) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1];
const query = (fields) => `?${new URLSearchParams(fields)}`;

/** What somebody types, key by key: from the second letter of each text on. */
const typed = (all) =>
  all.flatMap((text) => Array.from({ length: Math.min(8, [...text].length) - 1 }, (_, at) => [...text].slice(0, at + 2).join("").trim()));

/** The number of the order at a place. */
const numberAt = (office, place) => psql(office.address, `select ${orderNumber(place)}`);

/** The pages, by name: the path of each request, the goal, and whether the cost may grow with the shop. */
function pages(office) {
  const lines = (sql) => psql(office.address, sql).split("\n");
  const categories = lines("select id from categories where product_count > 30 order by id limit 20");
  const names = lines("select name from products where sku not like 'BULK-%' and status = 'published' order by id limit 60");
  const sheet = lines("select id from products where slug = 'bench-sheet'")[0];
  const people = PEOPLE.first.flatMap((first, at) => [`${first} ${PEOPLE.last[at]}`, PEOPLE.last[at]]);
  const middle = Math.floor(office.orders / 2);
  // Deep pages begin below the middle of the shop.
  const deep = Array.from({ length: 50 }, (_, at) => numberAt(office, middle - at * 97));
  const filters = [
    { state: "completed" },
    { state: "processing" },
    { method: "echeck" },
    { tag: TAG },
    { method: "card", days: "30" },
    { product: String(office.first) },
  ];
  const cycle = (list) => (at) => list[at % list.length];
  const list = (name, check, paths) => ({ name, check, paths: cycle(paths), goal: GOALS.list, isFlat: true });
  const search = (name, check, path, all, field) => {
    const texts = typed(all);
    return {
      name,
      check,
      known: path + query({ [field]: all[0] }),
      // Neighbours in the order of typing are not asked one after the other.
      paths: (at) => path + query({ [field]: texts[(at * 7) % texts.length] }),
      goal: GOALS.search,
    };
  };
  const hasProducts = ({ rows }) => rows.length > 0;
  const hasOrders = ({ orders }) => orders.length > 0;
  return {
    products: list("products", hasProducts, [PRODUCTS]),
    productsFiltered: list("products, filtered", ({ rows }) => Array.isArray(rows), [
      ...categories.map((category) => PRODUCTS + query({ category })),
      PRODUCTS + query({ stock: "out" }),
      PRODUCTS + query({ status: "published" }),
    ]),
    productsDeep: list(
      "products, deep page",
      hasProducts,
      Array.from({ length: 50 }, (_, at) => PRODUCTS + query({ after: String(office.first + Math.floor(office.products / 2) - at * 7) })),
    ),
    orders: list("orders", hasOrders, [ORDERS]),
    ordersFiltered: list("orders, filtered", hasOrders, filters.map((fields) => ORDERS + query(fields))),
    ordersSaved: list("orders, saved list", hasOrders, [`${ORDERS}?${LIST}`]),
    ordersDeep: list("orders, deep page", hasOrders, deep.map((before) => ORDERS + query({ before }))),
    find: search("search as you type, palette", ({ groups }) => groups.length > 0, `${OFFICE}find/`, names, "q"),
    searchProducts: search("search as you type, products", hasProducts, PRODUCTS, names, "s"),
    searchOrders: search("search as you type, orders", hasOrders, ORDERS, people, "search"),
    product: {
      name: `product with ${VARIATIONS} variations`,
      check: ({ variations }) => variations.rows.length > 0,
      paths: () => `${PRODUCTS}${sheet}/`,
      goal: GOALS.product,
    },
    home: { name: "home", check: ({ sales }) => sales !== null, paths: () => OFFICE, goal: GOALS.home },
  };
}

/** Response times and CPU of one kind of page. */
async function measure(shop, headers, { paths }) {
  const times = [];
  const run = (count, from) => {
    const began = new Map();
    const make = (index) => {
      began.set(index, performance.now());
      return { path: paths(from + index), headers };
    };
    const seen = (_, index) => times.push(performance.now() - began.get(index));
    return load({ origin: shop.origin, count, connections: 1, make, seen });
  };
  await run(WARMING, 0);
  times.length = 0;
  const cpu = await cpuPerRequest(shop, () => run(COUNT, WARMING));
  return { cpu, time: p95(times) };
}

const sameOrigin = { "sec-fetch-site": "same-origin", "accept-encoding": "gzip, deflate, br, zstd" };

async function measureAll(shop, office, cookie) {
  const kinds = pages(office);
  const found = {};
  for (const [key, kind] of Object.entries(kinds)) {
    const known = kind.known ?? kind.paths(0);
    if (!kind.check(await view(shop.origin, known, cookie))) throw new Error(`${known} shows nothing`);
    found[key] = await measure(shop, { ...asView(cookie), ...sameOrigin }, kind);
  }
  return { kinds, found };
}

/** A price in the sheet, as its page saves one changed row. */
async function saves({ origin }, office, cookie) {
  const [id] = psql(office.address, "select id from products where slug = 'bench-sheet'").split("\n");
  const times = [];
  for (let at = 0; at < SAVES + 10; at += 1) {
    const { form, variations } = await view(origin, `${PRODUCTS}${id}/`, cookie);
    const row = variations.rows[at % variations.rows.length];
    const fields = {
      nonce: form.nonce,
      rows: "0",
      [`v${row.id}_version`]: row.version,
      [`v${row.id}_was`]: row.was,
      [`v${row.id}_regular_minor`]: ((20_000 + at) / 100).toFixed(2),
    };
    const began = performance.now();
    const location = await post(origin, variations.action, cookie, fields);
    if (at >= 10) times.push(performance.now() - began);
    if (!location.includes("notice=variations")) throw new Error(`the cell was not saved: ${location}`);
  }
  const [saved] = psql(office.address, `select count(*) from variations where product_id = ${id} and version > 1`).split("\n");
  if (Number(saved) === 0) throw new Error("no cell was saved");
  return times;
}

/** The first look at the home page adds up the quarters of four weeks; what it has added up stays if it takes too long. */
async function addUpQuarters({ origin }, cookie) {
  for (let tries = 0; tries < 20; tries += 1) {
    const { status } = await send(origin, OFFICE, asView(cookie));
    if (status === 200) return;
    await new Promise((done) => setTimeout(done, 3000));
  }
  throw new Error("the home page does not answer");
}

async function inShop(office, redis, work, { keep } = {}) {
  const settings = { ...office.settings, REDIS_URL: env.REDIS_URL.replace(/\/\d+$/, `/${redis}`), MATJAR_RENDERERS: "1" };
  const shop = await startShop(settings);
  const cookie = await signIn(shop.origin, office.members[0]);
  try {
    await addUpQuarters(shop, cookie);
    return await work({ shop, office, cookie, settings });
  } finally {
    await stop(shop.child);
    if (!keep) dropShop(office);
  }
}

export async function office() {
  if (SIZE.products < 2 * BULK) throw new Error(`MATJAR_BENCH_PRODUCTS: at least ${2 * BULK}`);
  const smallShop = makeShop(SMALL);
  // Of any size the same; first, because it needs an answer from every screen.
  const scriptRows = await inShop(smallShop, 2, scripts, { keep: true });
  // Both are written before they are compared: writing a large one takes half an hour, in which a computer changes its speed.
  const largeShop = makeShop(SIZE);
  const small = await inShop(smallShop, 2, ({ shop, office, cookie }) => measureAll(shop, office, cookie));
  const size = `${SIZE.products.toLocaleString("en")} products, ${SIZE.orders.toLocaleString("en")} orders`;
  // A ratio is stable enough to be a limit in a run of some minutes; milliseconds of an unknown machine are not.
  const limit = (must) => ({ ratio: true, goal: must, must: IS_DEFAULT ? must : undefined });
  return inShop(largeShop, 3, async ({ shop, office, cookie, settings }) => {
    const { kinds, found } = await measureAll(shop, office, cookie);
    const rows = [{ name: `back office with ${size}; bare: ${SMALL.products.toLocaleString("en")} and ${SMALL.orders.toLocaleString("en")}` }];
    for (const [key, { name, goal, isFlat }] of Object.entries(kinds)) {
      const [now, then] = [found[key], small.found[key]];
      rows.push({ name: `${name}, p95 ms`, all: now.time, bare: then.time, value: now.time, goal });
      const growth = sum(now.cpu) / sum(then.cpu);
      const isHeld = isFlat ? limit(MAX_GROWTH) : { ratio: true };
      rows.push({ name: "  its CPU ms, growth", cpu: now.cpu, bare: sum(then.cpu), value: growth, ...isHeld });
    }
    for (const [first, deep] of [
      ["products", "productsDeep"],
      ["orders", "ordersDeep"],
    ]) {
      const bare = sum(found[first].cpu);
      rows.push({
        name: `${kinds[deep].name}, CPU ms; bare: the first page`,
        cpu: found[deep].cpu,
        bare,
        value: sum(found[deep].cpu) / bare,
        ...limit(MAX_GROWTH),
      });
    }
    for (const kind of Object.values(kinds)) {
      const { time } = await measure(shop, { ...asPage(cookie), ...sameOrigin }, kind);
      rows.push({ name: `${kind.name} as a document, p95 ms`, all: time, value: time, goal: kind.goal });
    }
    const times = await saves(shop, office, cookie);
    rows.push({ name: `one cell of ${VARIATIONS} variations saved, p95 ms`, all: p95(times), value: p95(times), goal: GOALS.cell });
    rows.push(...(await visibility({ shop, office, cookie, settings })));
    rows.push(...(await bulkEdit({ shop, office, cookie })));
    return [...rows, ...scriptRows];
  });
}
