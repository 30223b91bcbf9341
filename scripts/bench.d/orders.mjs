// Order throughput of one server, each order paid at the simulated provider: orders a second, CPU per order, and the latency
// of a public page at the same time.
import { execFile, execFileSync } from "node:child_process";
import { Agent, request } from "node:http";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { cardFields, TOKEN_REQUEST, tokenIn } from "../card-payment.mjs";
import { cpuPerRequest, freePort, start, startProvider, startShop, stop } from "./processes.mjs";
import { sum } from "./table.mjs";
import { PRODUCT } from "./warm.mjs";

const run = promisify(execFile);
const COUNT = Number(process.env.BENCH_ORDERS ?? 3000);
/** Concurrent buyers. */
const AT_ONCE = 32;
const PAGES_PER_SECOND = 20;

export function psql(sql) {
  const args = ["-X", "-q", "-A", "-t", "-c", sql, process.env.DATABASE_ADMIN_URL];
  return execFileSync(`${process.env.MATJAR_PG_BIN}/psql`, args, { encoding: "utf8" }).trim();
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

function send(url, { method = "GET", headers = {}, body = "" } = {}) {
  return new Promise((done, failed) => {
    const outgoing = request(url, { method, agent, headers });
    outgoing.on("error", failed);
    outgoing.on("response", (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        done({ status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
    outgoing.end(body);
  });
}

const FORM = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
const encode = (fields) => new URLSearchParams(fields).toString();

async function token(provider) {
  const options = { method: "POST", headers: { "content-type": "application/json" }, body: TOKEN_REQUEST };
  const { text } = await send(`${provider}/xml/v1/request.api`, options);
  return tokenIn(text);
}

/** Prepares a cart and the checkout request, so that only the POST is left. Each buyer has a separate IP address. */
export async function fillIn(origin, provider, number, products) {
  const from = { "x-forwarded-for": `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` };
  const product = products[number % products.length];
  const added = await send(`${origin}/ar/?wc-ajax=add_to_cart`, {
    method: "POST",
    headers: { ...FORM, ...from },
    body: encode({ product_id: product, quantity: "1" }),
  });
  const cookie = added.headers["set-cookie"][0].split(";")[0];
  const page = await send(`${origin}/ar/checkout/`, { headers: { ...from, cookie } });
  const value = (name) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? "";
  const body = encode({
    "woocommerce-process-checkout-nonce": value("woocommerce-process-checkout-nonce"),
    order_form_key: value("order_form_key"),
    seen_total: value("seen_total"),
    ...cardFields(`bench${number}@example.com`, await token(provider)),
  });
  return { headers: { ...FORM, ...from, cookie }, body };
}

/** Places the order. Returns the status: 303 leads to the page that thanks for it, or back to the form. */
export async function orderOf(origin, form) {
  const { status, headers } = await send(`${origin}/ar/checkout/`, { method: "POST", ...form });
  return status === 303 && headers.location.includes("refused=") ? 422 : status;
}

/** Runs `work` for all items, `atOnce` at a time. */
export async function each(items, atOnce, work) {
  const queue = items.entries();
  const hands = Array.from({ length: atOnce }, async () => {
    for (const [at, item] of queue) await work(item, at);
  });
  await Promise.all(hands);
}

export const share = (times, part) => times[Math.min(times.length - 1, Math.floor(times.length * part))];

/** A shop with its payment provider and mail server, the limits of `settings`, and more stock than anybody can buy. */
export async function startSellingShop(settings = {}, { shop: on, generator } = {}) {
  const provider = await startProvider(on);
  const mail = await freePort();
  const options = ["--listen", `127.0.0.1:${mail}`, "--folder", `${process.env.MATJAR_BENCH}/mail`];
  const sink = start("mail", `${dirname(process.env.MATJAR_SERVER)}/mailsink`, options, { on: generator });
  const addresses = { MATJAR_TRUSTED_PROXIES: "127.0.0.0/8", MATJAR_SMTP_URL: `smtp://127.0.0.1:${mail}`, MATJAR_ORDERS_TO: "orders@example.com" };
  const shop = await startShop({ ...addresses, ...provider.settings, ...settings }, on);
  psql("select move_stock(sku, 1::smallint, 100000::bigint * 100000, 'bench') from products where kind = 'simple' and sku is not null");
  const close = async () => {
    for (const child of [shop.child, provider.child, sink]) await stop(child);
  };
  return { shop, provider, sink, close };
}

/** Simple products, in the order of the catalogue. */
export const sellable = (count) =>
  psql(
    `select id from products where kind = 'simple' and status = 'published' and regular_minor is not null order by id limit ${count}`,
  ).split("\n");

export async function orders() {
  const { shop, provider, close } = await startSellingShop();
  const { origin } = shop;
  const products = sellable(20);
  const firstOrder = psql("select coalesce(max(id), 0) from orders");
  const forms = new Array(COUNT);
  await each(forms.fill(0), 8, async (_, at) => {
    forms[at] = await fillIn(origin, provider.origin, at + 1, products);
  });
  const schedule = [origin + PRODUCT, PAGES_PER_SECOND];
  const sample = (seconds) => run(process.execPath, [new URL("./sample.mjs", import.meta.url).pathname, ...schedule, seconds]);
  await sample(2);
  const quiet = JSON.parse((await sample(5)).stdout);

  const times = [];
  let refused = 0;
  let took = 0;
  const pages = sample(Math.max(5, Math.floor(COUNT / 200)));
  const cpu = await cpuPerRequest(shop, async () => {
    const started = performance.now();
    await each(forms, AT_ONCE, async (form) => {
      const begun = performance.now();
      if ((await orderOf(origin, form)) === 303) times.push(performance.now() - begun);
      else refused += 1;
    });
    took = (performance.now() - started) / 1000;
    return COUNT;
  });
  const busy = JSON.parse((await pages).stdout);
  // Buyers go before emails: most of these are sent afterwards.
  const waiting = () => Number(psql("select count(*) from mail_outbox where state in ('waiting', 'sending')"));
  let left = waiting();
  const emails = await cpuPerRequest(shop, async () => {
    const first = left;
    for (const until = Date.now() + 120_000; left > 0 && Date.now() < until; left = waiting()) {
      await new Promise((done) => setTimeout(done, 1000));
    }
    return (first - left) / 2;
  });
  const paid = Number(psql("select count(*) from orders where state = 'processing' and id > " + firstOrder));
  await close();
  times.sort((a, b) => a - b);
  const perSecond = times.length / took;
  return [
    { name: "order placed and paid, CPU ms", cpu, all: sum(cpu), value: sum(cpu), goal: 4 },
    { name: "  its two emails, CPU ms", cpu: emails },
    { name: "  emails not sent after two minutes", all: left, value: left, must: 0 },
    { name: `orders a second, ${AT_ONCE} at once`, all: perSecond, value: perSecond, atLeast: true, must: 75, goal: 150 },
    { name: `  refused or without a paid order, of ${COUNT}`, all: refused + COUNT - paid, value: refused + COUNT - paid, must: 0 },
    { name: "  an order, median ms", all: share(times, 0.5) },
    { name: "  an order, p99 ms", all: share(times, 0.99) },
    {
      name: "  public page under this load, p99 ms; bare: idle",
      all: share(busy, 0.99),
      bare: share(quiet, 0.99),
      value: share(busy, 0.99),
      must: 50,
    },
  ];
}
