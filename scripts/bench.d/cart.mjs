// Add to cart (call 1) by visitors with a cart, compared with pgbench running the same transaction on the same data.
import { execFile, execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { load } from "./load.mjs";
import { cpuPerRequest, postgresCpu, stop } from "./processes.mjs";
import { median, medians, sum } from "./table.mjs";
import { startNginx, wrk } from "./warm.mjs";

const run = promisify(execFile);
const { env } = process;

const VISITORS = 200;
const CONNECTIONS = 8;
const WARMING = 3000;
/** The two sides alternate, because the load of a machine varies over time. */
const ROUNDS = 3;
const COUNT = 1500;
const SECONDS = 4;

const sql = (text) =>
  execFileSync(`${env.MATJAR_PG_BIN}/psql`, ["-XAtq", "-v", "ON_ERROR_STOP=1", env.DATABASE_ADMIN_URL, "-c", text], {
    encoding: "utf8",
  }).trim();

/** The number of lines of a cart before the add. */
const LINES = [1, 10, 50];

/** Creates visitors, each with a cart of `lines` lines and its cookie. */
export async function makeVisitors(origin, firstProduct, lines) {
  const visitors = Array.from({ length: VISITORS }, (_, index) => ({ product: firstProduct + index }));
  const seen = ({ headers }, index) => {
    visitors[index].cookie = headers["set-cookie"][0].split(";")[0];
  };
  await load({ origin, count: VISITORS, connections: 4, make: (index) => addToCart(origin, visitors[index]), seen });
  // Inserts the other lines directly: `line_key` of crates/cart/src/store.rs, in SQL.
  sql(`insert into cart_lines (cart_id, key, product_id, quantity, added_at)
       select line.cart_id, left(encode(sha256((other || '/0')::bytea), 'hex'), 32), other, 100000, now()
       from cart_lines line cross join generate_series(1, ${lines - 1}) n
       cross join lateral (select ${firstProduct} + ${VISITORS} + n as other) o
       where line.added_at > now() - interval '1 minute' and line.key !~ '^[0-9]{1,10}$'
         and not exists (select from cart_lines more where more.cart_id = line.cart_id and more.key <> line.key)`);
  return visitors;
}

/** The storefront's add to cart, as a browser sends it. */
export function addToCart(origin, { product, cookie }) {
  return {
    method: "POST",
    path: "/ar/?wc-ajax=add_to_cart",
    headers: {
      "content-type": "application/x-www-form-urlencoded; charset=UTF-8",
      origin,
      "sec-fetch-site": "same-origin",
      // The page with the button.
      referer: `${origin}/ar/shop/`,
      "idempotency-key": randomUUID(),
      ...(cookie && { cookie }),
    },
    body: `product_id=${product}&quantity=1`,
  };
}

export function mustHaveRendered({ body }) {
  const { fragments, cart_hash } = JSON.parse(body);
  const isRendered = Object.keys(fragments ?? {}).some((selector) => selector.includes("side-cart"));
  if (!cart_hash || !isRendered) throw new Error(`the cart was not rendered: ${body.subarray(0, 200)}`);
}

/** The same number of carts with the same lines, for pgbench. */
function makeBareVisitors(firstProduct, lines) {
  sql("delete from sessions where token_hash < decode(lpad('ffffff', 64, '0'), 'hex')");
  sql(`with made as (
         insert into carts (created_at, updated_at) select now(), now() from generate_series(1, ${VISITORS}) returning id),
       numbered as (select id, row_number() over (order by id) as n from made),
       visitors as (
         insert into sessions (token_hash, cart_id, created_at, expires_at)
         select decode(lpad(n::text, 64, '0'), 'hex'), id, now(), now() + interval '30 days' from numbered)
       insert into cart_lines (cart_id, key, product_id, quantity, added_at)
       select id, product::text, product, 100000, now() from numbered cross join generate_series(1, ${lines}) line
       cross join lateral (
         select case line when 1 then ${firstProduct} + n - 1 else ${firstProduct} + ${VISITORS} + line - 1 end as product) p`);
}

async function pgbench(firstProduct, seconds) {
  const script = fileURLToPath(new URL("cart.sql", import.meta.url));
  const { stdout } = await run(`${env.MATJAR_PG_BIN}/pgbench`, [
    ...["-n", "-M", "prepared", "-c", String(CONNECTIONS), "-j", "1", "-T", String(seconds), "-f", script],
    ...["-D", `visitors=${VISITORS}`, "-D", `first_product=${firstProduct}`, env.DATABASE_URL],
  ]);
  if (!/number of failed transactions: 0 /.test(stdout)) throw new Error(stdout);
  const count = Number(/transactions actually processed: (\d+)/.exec(stdout)[1]);
  // Its backends exit after pgbench, and only then is their CPU time added to PostgreSQL's total.
  await new Promise((done) => setTimeout(done, 700));
  return count;
}

/** Adds to carts of `lines` lines, alternating with pgbench doing the same. */
async function addTo(shop, firstProduct, lines) {
  const visitors = await makeVisitors(shop.origin, firstProduct, lines);
  makeBareVisitors(firstProduct, lines);
  sql("vacuum analyze");
  sql("checkpoint");

  const pieces = () => Number(sql(`select sum(quantity) / 100000 from cart_lines where key !~ '^[0-9]{1,10}$'`));
  const before = pieces();
  let done = 0;
  const add = (count) => {
    const make = () => addToCart(shop.origin, visitors[done++ % VISITORS]);
    return load({ origin: shop.origin, count, connections: CONNECTIONS, make, seen: mustHaveRendered });
  };
  await add(WARMING);
  await pgbench(firstProduct, 1);
  const costs = [];
  const bareCosts = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    costs.push(await cpuPerRequest(shop, () => add(COUNT)));
    const before = postgresCpu();
    const count = await pgbench(firstProduct, SECONDS);
    bareCosts.push((postgresCpu() - before) / count);
  }
  if (pieces() !== before + done) throw new Error(`${done} pieces were added, but the carts have ${pieces() - before} more`);
  const cpu = medians(costs);
  const bare = median(bareCosts);
  const limits = lines > 10 ? {} : { must: 4, goal: 3 };
  const name = `add to a cart of ${lines}, CPU ms; bare: PostgreSQL under pgbench`;
  return { name, cpu, bare, value: sum(cpu) / bare, ratio: true, ...limits };
}

/** Call 4 of a visitor without a cart, compared with nginx sending the same bytes. */
async function emptyCart(shop) {
  const path = "/ar/?wc-ajax=xoo_wsc_refresh_fragments";
  const headers = { origin: shop.origin, "sec-fetch-site": "same-origin", "accept-encoding": "identity" };
  const type = "application/x-www-form-urlencoded; charset=UTF-8";
  let answer;
  const make = () => ({ method: "POST", path, headers: { ...headers, "content-type": type } });
  await load({ origin: shop.origin, count: 1, connections: 1, make, seen: (seen) => (answer = seen) });
  const nginx = await startNginx(answer, "/ar/empty-cart");
  const said = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const post = ["-s", fileURLToPath(new URL("post.lua", import.meta.url))];
  const rates = { ours: [], nginx: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.ours.push((await wrk(shop.origin + path, [...said, ...post])).rate);
    rates.nginx.push((await wrk(nginx.url, said)).rate);
  }
  await stop(nginx.child);
  const [ours, theirs] = [median(rates.ours), median(rates.nginx)];
  const name = `call 4 without a cart (${(answer.body.length / 1000).toFixed(1)} kB), requests/s`;
  return { name, all: ours, bare: theirs, value: ours / theirs, ratio: true, must: 0.2, atLeast: true };
}

export async function cart(shop) {
  // More stock than this run can sell.
  sql("update stock_levels set on_hand = 100000000000 where sku like 'BULK-%'");
  const firstProduct = Number(sql("select min(id) from products where sku like 'BULK-%'"));
  const rows = [];
  for (const lines of LINES) rows.push(await addTo(shop, firstProduct, lines));
  rows.push(await emptyCart(shop));
  return rows;
}
