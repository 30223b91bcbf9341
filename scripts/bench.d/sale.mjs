// A day of a national sale at one shop: a quiet morning, the rush at the opening, a plateau, ten times what the shop can take (first
// of orders alone, then of everything), and the evening. The generator has one processor to itself, with the mail server, which is
// never on a shop's machine; server, renderers, PostgreSQL, Redis and payment provider share the others. The limits are those of a
// real shop (no MATJAR_RATE_FACTOR), and every person has an address of their own. MATJAR_BENCH_SECONDS is the length of the day,
// without the measurement of the peak and the preparation of the buyers.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { startSellingShop } from "./orders.mjs";
import { booked, bound, moveServices, own, processors } from "./processes.mjs";
import { psql } from "./review-rows.mjs";
import { figure, grid } from "./table.mjs";

const { env } = process;
const DAY = Number(env.MATJAR_BENCH_SECONDS ?? 60);
const MORNING_RATE = 10;
const RUSH_RATE = 200;
/** Share of the peak. */
const PLATEAU = 0.8;
const TIMES = 10;
const PRODUCTS = 100;
/** Of these there are fewer pieces than the opening asks for. */
const SCARCE = 20;
/** People at once when the peak is measured. */
const AT_ONCE = 24;
/** How long a refused buyer waits, and the answer takes: so many seconds of buyers are away at any time. */
const AWAY_SECONDS = 3;
const PIECE = 100_000;
/** A p99 below this is noise of the machine. */
const NOISE_MS = 10;
const SETTLE_SECONDS = 120;

const sql = (...commands) => psql(env.DATABASE_ADMIN_URL, ...commands);
const rows = (query) => JSON.parse(sql(`select coalesce(json_agg(one), '[]') from (${query}) one`));
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const say = (text) => console.error(`bench: sale: ${text}`);

/** The generator's process, as functions. */
function startCrowd() {
  const log = openSync(`${env.MATJAR_BENCH}/crowd.log`, "a");
  const script = fileURLToPath(new URL("./sale-crowd.mjs", import.meta.url));
  const [command, args] = bound(processors.generator, process.execPath, [script]);
  const child = spawn(command, args, { stdio: ["ignore", log, log, "ipc"] });
  const ended = once(child, "exit");
  const call = async (name, argument) => {
    child.send({ name, argument });
    const [answer] = await Promise.race([once(child, "message"), ended.then(() => [{ error: "the generator has ended" }])]);
    if (answer.error) throw new Error(answer.error);
    return answer.result;
  };
  const crowd = Object.fromEntries(
    ["meet", "prepare", "closed", "open", "leave", "askAgain", "result"].map((name) => [
      name,
      (argument) => call(name, argument),
    ]),
  );
  return { ...crowd, pid: child.pid, end: () => child.disconnect() };
}

/** The goods of the sale, what shoppers open, and what they search for. */
function chooseGoods() {
  const goods = rows(
    `select id, sku, slug from products where sku like 'BULK-%' and status = 'published' order by id limit ${PRODUCTS}`,
  );
  const names = rows("select name from products where sku like 'NK-%' order by id").map(({ name }) => name);
  // Pairs, of which there are more than the shop's memory of pages has seen.
  const words = [...new Set(names.flatMap((name) => name.split(" ")))].filter((word) => word.length > 2);
  const searches = words.flatMap((first, at) => words.slice(at + 1, at + 40).map((second) => `${first} ${second}`));
  return {
    goods,
    scarce: goods.slice(0, SCARCE).map(({ id }) => id),
    plain: goods.slice(SCARCE).map(({ id }) => id),
    pages: ["/ar/", "/ar/shop/", ...goods.map(({ slug }) => `/ar/product/${slug}/`)],
    searches: searches.map((query) => `/ar/?s=${encodeURIComponent(query)}&post_type=product`),
  };
}

function stockOf(goods) {
  const skus = goods.map(({ sku }) => `'${sku}'`).join(", ");
  return new Map(
    rows(`select sku, on_hand, reserved from stock_levels where sku in (${skus}) and store = 1`).map((one) => [one.sku, one]),
  );
}

function setScarceStock(goods, pieces) {
  const skus = goods.slice(0, SCARCE).map(({ sku }) => `'${sku}'`);
  sql(
    `select move_stock(sku, 1::smallint, ${pieces * PIECE}::bigint - on_hand, 'bench') from stock_levels where sku in (${skus.join(", ")})`,
  );
}

/** CPU milliseconds so far: the shop's processes, and those on the generator's processor. */
function cpuSoFar({ shop, provider, sink }, crowd) {
  const groups = { ...booked(shop), provider: own(provider.child.pid) };
  const generator = own(crowd.pid) + own(sink.pid);
  return { shop: Object.values(groups).reduce((sum, one) => sum + one, 0), generator, groups };
}

/** Runs a phase, and adds the share of their processors that shop and generator used. */
async function measured(selling, crowd, name, work) {
  say(name);
  const [before, since] = [cpuSoFar(selling, crowd), performance.now()];
  const phase = await work();
  const [after, took] = [cpuSoFar(selling, crowd), performance.now() - since];
  const processorsOfShop = processors.shop ? cpus().length - 1 : cpus().length;
  return {
    ...phase,
    name,
    groups: Object.fromEntries(
      Object.keys(after.groups).map((group) => [group, (after.groups[group] - before.groups[group]) / took]),
    ),
    shopCpu: (after.shop - before.shop) / took / processorsOfShop,
    generatorCpu: (after.generator - before.generator) / took,
  };
}

function buyersFor(peak, lengths) {
  const served = (seconds) => Math.ceil(peak * 1.3 * seconds);
  const rush =
    Math.min(RUSH_RATE * lengths.opening, RUSH_RATE * AWAY_SECONDS + served(lengths.opening)) + served(lengths.plateau);
  const quiet = MORNING_RATE * (lengths.morning + lengths.evening);
  return { rush: Math.ceil(rush), plain: Math.ceil(quiet + peak * TIMES * AWAY_SECONDS + 2 * served(lengths.ten)) + 50 };
}

/** Waits until no payment is open. */
async function settled() {
  const open = "select count(*) from payment_attempts where state in ('submitting', 'unknown', 'requires_action', 'authorised')";
  for (let waited = 0; waited < SETTLE_SECONDS && Number(sql(open)) > 0; waited += 1) await sleep(1000);
}

const ALIVE = ["capturedPendingSettlement", "settledSuccessfully", "FDSPendingReview"];
const PAID = ["processing", "shipped", "delivered", "completed"];

/** Compares what buyers were answered with the database, and both with the provider's ledger. */
async function compareLedgers({ provider }, crowd, firstOrder) {
  await settled();
  const read = () =>
    rows(`select id, number::text as number, state, total_minor as total, substring(email from '[0-9]+')::bigint as buyer
          from orders where id > ${firstOrder}`);
  let orders = read();
  const answered = async () => new Map((await crowd.result()).acknowledged);
  let acknowledged = await answered();
  const untold = orders.filter(({ buyer }) => !acknowledged.has(buyer)).map(({ buyer }) => buyer);
  if (untold.length > 0) {
    await crowd.askAgain({ numbers: untold });
    await settled();
    orders = read();
    acknowledged = await answered();
  }
  const attempts = new Map(
    rows(`select key, order_id from payment_attempts where order_id > ${firstOrder}`).map((one) => [one.key, one.order_id]),
  );
  const ledger = await (await fetch(`${provider.origin}/sim/ledger`)).json();
  const charges = new Map();
  let unexplained = 0;
  for (const charge of ledger) {
    if (!ALIVE.includes(charge.status) || charge.refunded === charge.amount || charge.refTransId) continue;
    const order = attempts.get(charge.invoiceNumber);
    if (order === undefined) unexplained += 1;
    else charges.set(order, [...(charges.get(order) ?? []), charge.amount]);
  }
  const byNumber = new Map(orders.map((order) => [order.number, order]));
  const isPaid = (order) => order && PAID.includes(order.state) && charges.get(order.id)?.[0] === order.total;
  const numbers = [...acknowledged.values()].flat();
  const lost = numbers.filter((number) => !isPaid(byNumber.get(number))).length;
  const paid = orders.filter((order) => PAID.includes(order.state));
  const surplus = (keys) => keys.length - new Set(keys).size;
  const doubled =
    surplus(paid.map(({ buyer }) => buyer)) +
    [...charges.values()].reduce((sum, of) => sum + of.length - 1, 0) +
    [...acknowledged.values()].reduce((sum, of) => sum + of.length - 1, 0);
  const unpaidButCharged = orders.filter((order) => !PAID.includes(order.state) && charges.has(order.id)).length;
  return {
    acknowledged: acknowledged.size,
    repeated: untold.length,
    lost: lost + unexplained + unpaidButCharged,
    doubled,
    untold: paid.filter(({ buyer }) => !acknowledged.has(buyer)).length,
  };
}

/** Pieces sold beyond the stock, pieces by which stock and orders differ, and the scarce pieces that were sold. */
function compareStock(goods, before, firstOrder) {
  const sold = new Map(
    rows(`select line.product_id as id, sum(line.quantity) as quantity from order_lines line join orders on orders.id = line.order_id
          where orders.id > ${firstOrder} and orders.state in (${PAID.map((state) => `'${state}'`).join(", ")}) group by 1`).map(
      (one) => [one.id, Number(one.quantity)],
    ),
  );
  const after = stockOf(goods);
  const totals = { oversold: 0, differing: 0, scarce: 0 };
  for (const [index, { id, sku }] of goods.entries()) {
    const gone = sold.get(id) ?? 0;
    totals.oversold += Math.max(0, gone - before.get(sku).on_hand) / PIECE;
    totals.differing += Math.abs(before.get(sku).on_hand - gone - after.get(sku).on_hand + after.get(sku).reserved) / PIECE;
    if (index < SCARCE) totals.scarce += gone / PIECE;
  }
  return totals;
}

const ms = (value) => (value === undefined || value === null ? "" : value.toFixed(value < 10 ? 1 : 0));

function phaseTable(phases) {
  const figures = ["offered/s", "done/s", "refused/s", "sold out", "failed", "p50 ms", "p99 ms", "refusal p99"];
  const groups = ["server", "renderers", "postgres", "redis", "provider"];
  const head = ["phase", "s", "", ...figures, "shop's CPU", ...groups, "generator, mail"];
  const percent = (value) => `${(value * 100).toFixed(0)} %`;
  const lines = phases.flatMap(({ name, seconds, kinds, ...cpu }) =>
    ["order", "cart", "search", "page"].map((kind, at) => {
      const one = kinds[kind];
      const rate = (count) => (count / seconds).toFixed(1);
      const cells = [rate(one.offered), rate(one.inTime), rate(one.refused), figure(one.soldOut), figure(one.failed)];
      const times = [ms(one.p50), ms(one.p99), ms(one.refusedP99)];
      const shares = [cpu.shopCpu, ...groups.map((group) => cpu.groups[group]), cpu.generatorCpu].map(percent);
      if (at > 0) return ["", "", kind, ...cells, ...times, ...shares.fill("")];
      return [name, seconds.toFixed(0), kind, ...cells, ...times, ...shares];
    }),
  );
  return grid([head, ...lines]);
}

/** Seconds from the end of the load until every kind's p99 is at most twice the morning's. */
function secondsUntilQuiet(morning, { drained }, evening) {
  const kinds = Object.keys(morning.kinds);
  const isQuiet = (second) =>
    kinds.every((kind) => (evening.kinds[kind].p99s[second] ?? 0) <= Math.max(NOISE_MS, 2 * morning.kinds[kind].p99));
  const first = Array.from({ length: Math.ceil(evening.seconds) }, (_, second) => second).find(isQuiet);
  return first === undefined ? Number.POSITIVE_INFINITY : drained + first + 1;
}

/** The rows of a phase with ten times the orders of the peak. */
function overloaded({ name, seconds, kinds: { order } }, peak) {
  const usual = peak.kinds.order;
  const bare = usual.inTime / peak.seconds;
  const compared = (what, all, compare, limits) => ({
    name: what,
    all,
    bare: compare,
    value: all / compare,
    ratio: true,
    ...limits,
  });
  return [
    compared(`${name}: offered orders a second; bare: peak`, order.offered / seconds, bare, { must: TIMES * 0.9, atLeast: true }),
    compared("  acknowledged orders a second; bare: peak", order.inTime / seconds, bare, { must: 0.9, atLeast: true }),
    compared("  p99 ms of these; bare: peak", order.p99, usual.p99, { goal: 2 }),
  ];
}

export async function sale() {
  const part = (share) => Math.max(4, Math.round(DAY * share));
  const lengths = { morning: part(0.12), opening: part(0.18), plateau: part(0.18), ten: part(0.16), evening: part(0.2) };
  moveServices(processors.shop);
  const selling = await startSellingShop({ MATJAR_RATE_FACTOR: "1" }, processors);
  const crowd = startCrowd();
  try {
    const { goods, ...offered } = chooseGoods();
    if (goods.length < PRODUCTS) throw new Error(`the shop has only ${goods.length} products for the sale`);
    const firstOrder = Number(sql("select coalesce(max(id), 0) from orders"));
    await crowd.meet({ origin: selling.shop.origin, provider: selling.provider.origin, ...offered });
    const phase = (name, work) => measured(selling, crowd, name, work);
    const before = stockOf(goods);

    const forPeak = Math.min(5000, Math.max(400, Math.round(DAY * 12)));
    say(`${forPeak} buyers for the peak`);
    await crowd.prepare({ plain: Math.round(forPeak / 4) });
    await crowd.closed({ workers: AT_ONCE });
    await crowd.prepare({ plain: forPeak });
    const peak = await phase("peak", () => crowd.closed({ workers: AT_ONCE }));
    const peakRate = peak.kinds.order.inTime / peak.seconds;

    const buyers = buyersFor(peakRate, lengths);
    say(`${peakRate.toFixed(0)} orders a second; ${buyers.rush + buyers.plain} buyers fill their carts`);
    await crowd.prepare(buyers);
    // Half of what the opening asks for.
    const pieces = Math.max(1, Math.floor((peakRate * lengths.opening) / PRODUCTS / 2));
    setScarceStock(goods, pieces);
    for (const { sku } of goods.slice(0, SCARCE)) before.get(sku).on_hand = pieces * PIECE;
    await sleep(2000);

    const open = (name, argument) => phase(name, () => crowd.open(argument));
    const quiet = { orders: MORNING_RATE };
    const morning = await open("quiet morning", { seconds: lengths.morning, ...quiet });
    const opening = await open("opening", { seconds: lengths.opening, orders: RUSH_RATE, pool: "rush" });
    const usual = peakRate * PLATEAU;
    const plateau = await open("plateau", { seconds: lengths.plateau, orders: usual, pool: "rush" });
    const manyOrders = await open(`${TIMES} times the orders`, {
      seconds: lengths.ten,
      orders: peakRate * TIMES,
      shoppers: usual,
    });
    const many = await open(`${TIMES} times everything`, { seconds: lengths.ten, orders: peakRate * TIMES });
    await crowd.leave();
    const evening = await open("evening", { seconds: lengths.evening, ...quiet });
    const phases = [peak, morning, opening, plateau, manyOrders, many, evening];

    say("comparing the ledgers");
    const ledgers = await compareLedgers(selling, crowd, firstOrder);
    const stock = compareStock(goods, before, firstOrder);
    const missing = phases.slice(1).reduce((sum, one) => sum + one.kinds.order.missing, 0);
    if (missing > 0) say(`${missing} orders were not offered: there were no buyers left with a filled form`);
    const { failures } = await crowd.result();
    if (Object.keys(failures).length > 0) console.error("bench: sale: failed:", failures);
    const failed = phases.reduce((sum, one) => sum + Object.values(one.kinds).reduce((all, kind) => all + kind.failed, 0), 0);
    const back = secondsUntilQuiet(morning, many, evening);
    const must = (name, all, limit) => ({ name, all, value: all, must: limit });
    const where = processors.shop
      ? `shop on processor ${processors.shop}, generator on ${processors.generator}`
      : "shop and generator on one processor";
    return [
      { name: `sale, ${where}: peak, orders a second`, all: peakRate },
      ...[manyOrders, many].flatMap((one) => overloaded(one, peak)),
      must("  answers that are neither success, refusal nor sold out", failed, 0),
      must(`  orders lost, of ${ledgers.acknowledged.toLocaleString("en")} acknowledged`, ledgers.lost, 0),
      must("  orders or charges doubled", ledgers.doubled, 0),
      must(`  paid orders whose buyer was not answered, ${ledgers.repeated} sent again`, ledgers.untold, 0),
      must("  pieces sold beyond the stock", stock.oversold, 0),
      must("  pieces by which stock and orders differ", stock.differing, 0),
      { name: `  pieces sold of ${SCARCE * pieces} scarce ones`, all: stock.scarce },
      { name: "  s until every p99 is at most twice the morning's", all: back, value: back, goal: 10 },
      { text: phaseTable(phases) },
    ];
  } finally {
    crowd.end();
    await selling.close();
    moveServices();
  }
}
