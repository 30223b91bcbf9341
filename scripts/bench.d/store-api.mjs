// The Store API: a list of products from memory and built anew, and add to cart compared with the storefront's.
import { randomUUID } from "node:crypto";
import { addToCart } from "./cart.mjs";
import { load } from "./load.mjs";
import { cpuPerRequest, stop } from "./processes.mjs";
import { psql } from "./review-rows.mjs";
import { median, medians, sum } from "./table.mjs";
import { startNginx, wrk } from "./warm.mjs";

const BASE = "/ar/wp-json/wc/store/v1";
const LIST = `${BASE}/products?per_page=24`;
const BROTLI = { "accept-encoding": "br" };
/** The sides alternate, because the load of a machine varies over time. */
const ROUNDS = 3;
const COLD = 300;
const ADDS = 600;
const VISITORS = 100;

export async function storeApi(shop) {
  return [await fromMemory(shop), await builtAnew(shop), await adding(shop)];
}

/** nginx sends the same bytes from a file. */
async function fromMemory(shop) {
  let answer;
  const get = (count) =>
    load({ origin: shop.origin, count, connections: 4, make: () => ({ path: LIST, headers: BROTLI }), seen: (one) => (answer = one) });
  // Enough hits for the high-quality compression.
  await get(500);
  await new Promise((done) => setTimeout(done, 1000));
  await get(1);
  const nginx = await startNginx(answer, `${BASE}/products-of-this-page`);
  const [ours, theirs] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push((await wrk(shop.origin + LIST)).rate);
    theirs.push((await wrk(nginx.url)).rate);
  }
  await stop(nginx.child);
  const [all, bare] = [median(ours), median(theirs)];
  const size = (answer.body.length / 1000).toFixed(1);
  return { name: `list of 24 from memory (${size} kB br), requests/s`, all, bare, value: all / bare, ratio: true, must: 0.6, atLeast: true };
}

/** What the statements of the list cost is what PostgreSQL uses while it answers them. */
async function builtAnew(shop) {
  const lists = (from, count) =>
    load({
      origin: shop.origin,
      count,
      connections: 4,
      make: (index) => ({ path: `${LIST}&offset=${from + index}`, headers: BROTLI }),
    });
  await lists(1, COLD);
  const costs = [];
  for (let round = 1; round <= ROUNDS; round += 1)
    costs.push(await cpuPerRequest(shop, () => lists(1 + round * COLD, COLD)));
  const cpu = medians(costs);
  return { name: "list of 24, cold, CPU ms; bare: its SQL", cpu, bare: cpu.postgres, value: sum(cpu) / cpu.postgres, ratio: true, must: 2 };
}

/** Both add one more of a product that is in the cart already. */
async function adding(shop) {
  const { origin } = shop;
  const one = `${origin}${BASE}/products?per_page=1&type=simple&stock_status=instock`;
  const [first] = await (await fetch(one)).json();
  // More stock than this run can put into carts.
  psql(process.env.DATABASE_ADMIN_URL, `update stock_levels set on_hand = 100000000000 where sku = (select sku from products where id = ${Number(first.id)})`);
  const json = { "content-type": "application/json" };
  const apps = await Promise.all(
    Array.from({ length: VISITORS }, async () => (await fetch(`${origin}${BASE}/cart`)).headers.get("cart-token")),
  );
  const browsers = Array.from({ length: VISITORS });
  const byApi = (index) => ({
    method: "POST",
    path: `${BASE}/cart/add-item`,
    headers: { ...json, "cart-token": apps[index % VISITORS], "idempotency-key": randomUUID() },
    body: JSON.stringify({ id: first.id, quantity: 1 }),
  });
  const byPage = (index) => addToCart(origin, { product: first.id, cookie: browsers[index % VISITORS] });
  const seen = ({ headers }, index) => {
    const cookie = headers["set-cookie"]?.[0];
    if (cookie) browsers[index % VISITORS] = cookie.split(";")[0];
  };
  const run = (make, count) => load({ origin, count, connections: 4, make, seen });
  await run(byApi, VISITORS);
  await run(byPage, VISITORS);
  const [ours, pages] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await cpuPerRequest(shop, () => run(byApi, ADDS)));
    pages.push(await cpuPerRequest(shop, () => run(byPage, ADDS)));
  }
  const cpu = medians(ours);
  const bare = sum(medians(pages));
  return { name: "add item, CPU ms; bare: the storefront's add to cart", cpu, bare, value: sum(cpu) / bare, ratio: true, must: 1 };
}
