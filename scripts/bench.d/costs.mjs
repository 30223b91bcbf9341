// What a shop costs to run: CPU seconds of all its processes, and money on a cloud machine that is always busy, for a million page
// views and a thousand orders. WooCommerce and EverShop are given constants, measured once on the same kind of machine; their
// orders were not measured, so that a row with orders has only their page views and adds to cart: they cost at least that.
import { addToCart, makeVisitors, mustHaveRendered } from "./cart.mjs";
import { load } from "./load.mjs";
import { each, fillIn, orderOf, sellable, startSellingShop } from "./orders.mjs";
import { cpuPerRequest } from "./processes.mjs";
import { psql } from "./review-rows.mjs";
import { grid, sum } from "./table.mjs";
import { PRODUCT, wrk } from "./warm.mjs";

const { env } = process;

/** US dollars for an hour of one virtual processor: an assumption, no provider's quote. */
const VCPU_HOUR = Number(env.MATJAR_BENCH_VCPU_HOUR ?? 0.04);
const VIEWS = 1_000_000;
const ORDERS = 1_000;
/** Share of the page views that no memory answers. */
const COLD_SHARE = 0.02;
/** What a buyer reads before the order. */
const VIEWS_OF_A_BUYER = 10;
/** CPU milliseconds. */
const OTHERS = { WooCommerce: { page: 227, add: 67 }, EverShop: { page: 48, add: 49 } };

const WARMING = 1500;
const PAGES = 1500;
const ADDS = 1500;
const CONNECTIONS = 4;
const EMAIL_SECONDS = 60;

const sql = (...commands) => psql(env.DATABASE_ADMIN_URL, ...commands);
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
// As Chromium sends it.
const headers = { "accept-encoding": "gzip, deflate, br, zstd" };

async function pages(shop) {
  const get = (count, path) =>
    load({ origin: shop.origin, count, connections: CONNECTIONS, make: (at) => ({ path: path(at), headers }) });
  // Enough hits for the high-quality compression.
  await get(500, () => PRODUCT);
  await sleep(1000);
  const warm = await cpuPerRequest(shop, async () => (await wrk(shop.origin + PRODUCT)).count);
  // An earlier part may have requested the same pages.
  sql("insert into cache_purges (tag) values ('settings')");
  await sleep(1500);
  await get(WARMING, (at) => `/ar/product/bulk-${1 + at}/`);
  const cold = await cpuPerRequest(shop, () => get(PAGES, (at) => `/ar/product/bulk-${1 + WARMING + at}/`));
  return { warm, cold };
}

async function adds(shop) {
  const visitors = await makeVisitors(shop.origin, Number(sql("select min(id) from products where sku like 'BULK-%'")), 1);
  const add = (count) => {
    const make = (at) => addToCart(shop.origin, visitors[at % visitors.length]);
    return load({ origin: shop.origin, count, connections: CONNECTIONS, make, seen: mustHaveRendered });
  };
  await add(WARMING);
  return cpuPerRequest(shop, () => add(ADDS));
}

/** A filled cart, the checkout page and the paid order, with everything that follows from it: jobs and emails. */
async function orders({ shop, provider }) {
  const products = sellable(20);
  const first = 2_000_000;
  const buy = async (from, count) => {
    let refused = 0;
    await each(new Array(count).fill(0), CONNECTIONS * 2, async (_, at) => {
      const form = await fillIn(shop.origin, provider.origin, first + from + at, products);
      if ((await orderOf(shop.origin, form)) !== 303) refused += 1;
    });
    const unsent = "select count(*) from mail_outbox where finished_at is null";
    for (let waited = 0; waited < EMAIL_SECONDS && Number(sql(unsent)) > 0; waited += 1) await sleep(1000);
    if (refused > 0) throw new Error(`${refused} of ${count} orders were refused`);
    return count;
  };
  await buy(0, ORDERS / 4);
  return cpuPerRequest(shop, () => buy(ORDERS / 4, ORDERS));
}

export async function costs() {
  const selling = await startSellingShop();
  const { warm, cold } = await pages(selling.shop);
  const add = await adds(selling.shop);
  const order = await orders(selling);
  await selling.close();
  const viewed = (views) => (views * ((1 - COLD_SHARE) * sum(warm) + COLD_SHARE * sum(cold))) / 1000;
  const measured = (ours, page, added) => ({
    ours,
    others: ({ page: ofPage, add: ofAdd }) => (page * ofPage + added * ofAdd) / 1000,
  });
  const rows = [
    [`${VIEWS.toLocaleString("en")} page views, all from memory`, measured((VIEWS * sum(warm)) / 1000, VIEWS, 0)],
    [`${VIEWS.toLocaleString("en")} page views, ${COLD_SHARE * 100} % of them cold`, measured(viewed(VIEWS), VIEWS, 0)],
    [`${VIEWS.toLocaleString("en")} page views, all cold`, measured((VIEWS * sum(cold)) / 1000, VIEWS, 0)],
    [`${ORDERS.toLocaleString("en")} adds to cart`, measured((ORDERS * sum(add)) / 1000, 0, ORDERS)],
    [
      `${ORDERS.toLocaleString("en")} orders: cart, checkout page, payment, emails *`,
      measured((ORDERS * sum(order)) / 1000, 0, ORDERS),
    ],
    [
      `the same by people who open ${VIEWS_OF_A_BUYER} pages first *`,
      measured((ORDERS * sum(order)) / 1000 + viewed(ORDERS * VIEWS_OF_A_BUYER), ORDERS * VIEWS_OF_A_BUYER, ORDERS),
    ],
  ];
  const figure = (value) => (value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(1));
  const money = (value) =>
    Number(((value / 3600) * VCPU_HOUR).toPrecision(2))
      .toFixed(6)
      .replace(/0{1,4}$/, "");
  const names = Object.keys(OTHERS);
  const head = ["", "Matjar, CPU s", "US$", ...names.flatMap((name) => [`${name}, CPU s`, "US$", "times"])];
  const lines = rows.map(([name, { ours, others }]) => [
    name,
    figure(ours),
    money(ours),
    ...names.flatMap((other) => [
      figure(others(OTHERS[other])),
      money(others(OTHERS[other])),
      figure(others(OTHERS[other]) / ours),
    ]),
  ]);
  const assumptions = [
    `US$ ${VCPU_HOUR} for an hour of one virtual processor (MATJAR_BENCH_VCPU_HOUR), which is assumed and always busy; without storage and traffic.`,
    `Matjar: server, renderers, PostgreSQL and Redis. WooCommerce and EverShop: ${Object.values(OTHERS)
      .map((one) => `${one.page} ms a page, ${one.add} ms an add to cart`)
      .join("; ")}.`,
    "* their checkout page, payment and emails were not measured and are left out: they cost at least this.",
  ];
  return [
    { name: "page view from memory, CPU ms", cpu: warm },
    { name: "page view, cold, CPU ms", cpu: cold },
    { name: "add to cart, CPU ms", cpu: add },
    { name: "order with cart, checkout page, payment and emails, CPU ms", cpu: order },
    { text: `${grid([head, ...lines])}\n\n${assumptions.join("\n")}` },
  ];
}
