// Add to cart (call 1) by visitors who have a cart, beside pgbench running the same transaction on the same data.
import { execFile, execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { load } from "./load.mjs";
import { cpuPerRequest, postgresCpu } from "./processes.mjs";
import { median, medians, sum } from "./table.mjs";

const run = promisify(execFile);
const { env } = process;

const VISITORS = 200;
const CONNECTIONS = 8;
const WARMING = 3000;
/** In turns, because a machine is never equally quiet for long. */
const ROUNDS = 3;
const COUNT = 1500;
const SECONDS = 4;

const sql = (text) =>
  execFileSync(`${env.MATJAR_PG_BIN}/psql`, ["-XAtq", "-v", "ON_ERROR_STOP=1", env.DATABASE_ADMIN_URL, "-c", text], {
    encoding: "utf8",
  }).trim();

/** Visitors of the shop: each with a cart of one line, and the cookie that leads to it. */
async function makeVisitors(origin, firstProduct) {
  const visitors = Array.from({ length: VISITORS }, (_, index) => ({ product: firstProduct + index }));
  const seen = ({ headers }, index) => {
    visitors[index].cookie = headers["set-cookie"][0].split(";")[0];
  };
  await load({ origin, count: VISITORS, connections: 4, make: (index) => call(origin, visitors[index]), seen });
  return visitors;
}

function call(origin, { product, cookie }) {
  return {
    method: "POST",
    path: "/ar/?wc-ajax=add_to_cart",
    headers: {
      "content-type": "application/x-www-form-urlencoded; charset=UTF-8",
      origin,
      "sec-fetch-site": "same-origin",
      "idempotency-key": randomUUID(),
      ...(cookie && { cookie }),
    },
    body: `product_id=${product}&quantity=1`,
  };
}

function mustHaveDrawn({ body }) {
  const { fragments, cart_hash } = JSON.parse(body);
  if (!cart_hash || !fragments?.["side-cart"]) throw new Error(`the cart was not drawn: ${body.subarray(0, 200)}`);
}

/** The same number of carts with the same lines, for pgbench. */
function makeBareVisitors(firstProduct) {
  sql(`with made as (
         insert into carts (created_at, updated_at) select now(), now() from generate_series(1, ${VISITORS}) returning id),
       numbered as (select id, row_number() over (order by id) as n from made),
       visitors as (
         insert into sessions (token_hash, cart_id, created_at, expires_at)
         select decode(lpad(n::text, 64, '0'), 'hex'), id, now(), now() + interval '30 days' from numbered)
       insert into cart_lines (cart_id, key, product_id, quantity, added_at)
       select id, (${firstProduct} + n - 1)::text, ${firstProduct} + n - 1, 100000, now() from numbered`);
}

async function pgbench(firstProduct, seconds) {
  const script = fileURLToPath(new URL("cart.sql", import.meta.url));
  const { stdout } = await run(`${env.MATJAR_PG_BIN}/pgbench`, [
    ...["-n", "-M", "prepared", "-c", String(CONNECTIONS), "-j", "1", "-T", String(seconds), "-f", script],
    ...["-D", `visitors=${VISITORS}`, "-D", `first_product=${firstProduct}`, env.DATABASE_URL],
  ]);
  if (!/number of failed transactions: 0 /.test(stdout)) throw new Error(stdout);
  const count = Number(/transactions actually processed: (\d+)/.exec(stdout)[1]);
  // Its sessions end after it did, and only then is their time booked to PostgreSQL as a whole.
  await new Promise((done) => setTimeout(done, 700));
  return count;
}

export async function cart(shop) {
  // More in stock than this run can sell.
  sql("update stock_levels set on_hand = 100000000000 where sku like 'BULK-%'");
  const firstProduct = Number(sql("select min(id) from products where sku like 'BULK-%'"));
  const visitors = await makeVisitors(shop.origin, firstProduct);
  makeBareVisitors(firstProduct);
  sql("vacuum analyze");
  sql("checkpoint");

  let done = 0;
  const add = (count) => {
    const make = () => call(shop.origin, visitors[done++ % VISITORS]);
    return load({ origin: shop.origin, count, connections: CONNECTIONS, make, seen: mustHaveDrawn });
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
  const held = Number(sql(`select sum(quantity) / 100000 from cart_lines where key !~ '^[0-9]{1,10}$'`));
  if (held !== done + VISITORS) throw new Error(`${done + VISITORS} pieces were added, ${held} are in the carts`);
  const cpu = medians(costs);
  const bare = median(bareCosts);
  return [
    {
      name: "add to cart, CPU ms; bare: PostgreSQL under pgbench",
      cpu,
      bare,
      value: sum(cpu) / bare,
      ratio: true,
      must: 4,
      goal: 3,
    },
  ];
}
