// Orders while machines fail, one at a time and in pairs. `scripts/cluster faults` prepares what this needs.
//
//   node faults.mjs [--only kill:primary,freeze:redis] [--buyers 12] [--hold 6]
import { execFileSync, spawnSync } from "node:child_process";
import { Buyer } from "./buyers.mjs";
import { makeProducts } from "./goods.mjs";
import { send, sleep } from "./http.mjs";
import { brokenForeignKeys, inspect } from "./oracle.mjs";

const option = (name, fallback) => {
  const place = process.argv.indexOf(`--${name}`);
  return place > 0 ? process.argv[place + 1] : fallback;
};
const cluster = (...args) => execFileSync("scripts/cluster", args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
const who = (role) => spawnSync("scripts/cluster", ["who", role], { encoding: "utf8" }).stdout.trim();
const sql = (text) => {
  const url = process.env.DATABASE_ADMIN_URL;
  const done = spawnSync("psql", ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", url, "-c", text], { encoding: "utf8", maxBuffer: 1 << 28 });
  if (done.status !== 0) throw new Error(done.stderr);
  return done.stdout.split("\n").filter(Boolean);
};

// From the design.
const MAX_WRITES_AWAY = 30_000;
const MAX_PAGE = 10_000;

/** Faults: what, and where. A role is looked up when its turn comes. */
const SINGLE = ["primary", "sync", "replica", "etcd", "redis", "haproxy", "matjar", "varnish"].flatMap((where) => {
  const whole = ["primary", "sync", "replica"].includes(where);
  return ["kill", "freeze", ...(whole || where === "matjar" ? ["cut"] : [])].map((how) => [[how, where]]);
});
const PAIRS = [
  [["kill", "primary"], ["kill", "redis"]],
  [["cut", "primary"], ["kill", "matjar"]],
  [["freeze", "primary"], ["kill", "varnish"]],
  [["kill", "sync"], ["kill", "haproxy"]],
  [["kill", "etcd"], ["freeze", "redis"]],
];
const wanted = option("only", "");
const name = (fault) => fault.map(([how, where]) => `${how}:${where}`).join("+");
const faults = [...SINGLE, ...PAIRS].filter((fault) => !wanted || wanted.split(",").includes(name(fault)));

const machineOf = (where) => (["haproxy", "matjar", "varnish"].includes(where) ? (where === "varnish" ? "app2" : "app1") : who(where));
const serviceOf = (where) => (["primary", "sync", "replica"].includes(where) ? "patroni" : where);
/** Freezing or killing a database means its whole machine, apart from its etcd and Redis. */
const inject = (how, machine, where) => (how === "cut" ? cluster("cut", machine) : cluster(how, machine, serviceOf(where)));
const heal = (how, machine, where) =>
  how === "cut" ? cluster("join", machine) : how === "freeze" ? cluster("thaw", machine, serviceOf(where)) : cluster("start", machine, serviceOf(where));

const hold = Number(option("hold", "6")) * 1_000;
const buyers = Number(option("buyers", "8"));
const readers = 4;
let isOver = false;
let writes = [];
let pages = [];
const trial = {
  fronts: process.env.MATJAR_CLUSTER_FRONTS.split(","),
  host: new URL(process.env.MATJAR_PUBLIC_ORIGIN).host,
  provider: `${process.env.MATJAR_CLUSTER_HOST}:9911`,
  isOver: () => isOver,
  acknowledged: (kind) => writes.push({ at: Date.now(), kind }),
};
const records = [];

async function crowd(goods) {
  let number = Number(sql("select coalesce(max(id), 0) from orders")[0]) + (Date.now() % 1_000_000);
  const one = async () => {
    while (!isOver) {
      const buyer = new Buyer(trial, (number += 1));
      records.push(buyer.record);
      await buyer.buy(goods[Math.floor(Math.random() * goods.length)].id);
      await sleep(Math.random() * 400);
    }
  };
  const collect = async () => {
    const buyer = new Buyer(trial, (number += 1));
    buyer.record.isCollector = true;
    records.push(buyer.record);
    while (!isOver && (await buyer.add(goods[0].id)) !== null) {
      buyer.record.cookie = buyer.cookie;
      await sleep(Math.random() * 600);
    }
  };
  const read = async (index) => {
    const paths = ["/ar/", "/ar/shop/", ...goods.map(({ path }) => path)];
    for (let round = index; !isOver; round += 1) {
      const path = round % 7 === 0 ? `${goods[round % 3].path}?x=${round}` : paths[round % paths.length];
      const since = Date.now();
      let answer = null;
      // As a browser does: the next address when the first one gives nothing, at most twice.
      for (const front of [trial.fronts[round % 2], trial.fronts[(round + 1) % 2]]) {
        answer = await send(front, { path, host: trial.host, timeout: 8_000, headers: { "accept-encoding": "identity" } });
        if (answer && answer.status < 500) break;
      }
      pages.push({ at: since, took: Date.now() - since, isGood: answer?.status === 200, status: answer?.status });
      await sleep(60);
    }
  };
  await Promise.all([
    ...Array.from({ length: buyers }, one),
    ...Array.from({ length: 3 }, collect),
    ...Array.from({ length: readers }, (_, index) => read(index)),
  ]);
}

/** The longest time without an acknowledged order or piece in the cart from `since` on. */
function longestGap(since, until) {
  const times = [since, ...writes.map(({ at }) => at).filter((at) => at >= since && at <= until), until];
  let longest = 0;
  for (let index = 1; index < times.length; index += 1) longest = Math.max(longest, times[index] - times[index - 1]);
  return longest;
}

async function until(what, seconds, test) {
  for (let tries = 0; tries < seconds * 2; tries += 1) {
    if (test()) return;
    await sleep(500);
  }
  throw new Error(`${what} after ${seconds} s`);
}

const streaming = () => {
  try {
    return sql("select count(*) from pg_stat_replication where state = 'streaming' and application_name <> 'pg_basebackup'")[0] === "2";
  } catch {
    return false;
  }
};
const isWhole = () => who("primary") && who("sync") && who("replica") && who("etcd") && who("redis") && streaming();
const failures = [];
// The last one is scarce: I1 is about the last pieces.
const goods = makeProducts(sql, [1_000_000, 1_000_000, 40]);
const running = crowd(goods);
await sleep(5_000);
console.log(`${"fault".padEnd(34)} ${"writes away".padStart(11)} ${"slowest page".padStart(13)} ${"pages".padStart(6)} ${"failed".padStart(7)} ${"orders".padStart(7)}`);
for (const fault of faults) {
  const places = fault.map(([how, where]) => [how, machineOf(where), where]);
  const since = Date.now();
  for (const [how, machine, where] of places) inject(how, machine, where);
  // Until writes are back and some time more, so that the cluster runs without the machine.
  let last = 0;
  while (Date.now() - since < 45_000) {
    await sleep(500);
    last = writes.findLast(({ kind }) => kind === "order")?.at ?? 0;
    if (Date.now() - since > hold && last > since + hold / 2 && Date.now() - last < 1_500) break;
  }
  for (const [how, machine, where] of places) heal(how, machine, where);
  await sleep(4_000);
  const now = Date.now();
  const gap = longestGap(since, now);
  const seen = pages.filter(({ at }) => at >= since && at <= now);
  const failed = seen.filter(({ isGood }) => !isGood);
  const slowest = Math.max(0, ...seen.map(({ took }) => took));
  const orders = writes.filter(({ kind, at }) => kind === "order" && at >= since && at <= now).length;
  console.log(
    `${name(fault).padEnd(34)} ${`${(gap / 1_000).toFixed(1)} s`.padStart(11)} ${`${(slowest / 1_000).toFixed(1)} s`.padStart(13)} ${String(seen.length).padStart(6)} ${String(failed.length).padStart(7)} ${String(orders).padStart(7)}`,
  );
  if (gap > MAX_WRITES_AWAY) failures.push(`${name(fault)}: no write for ${(gap / 1_000).toFixed(1)} s`);
  if (slowest > MAX_PAGE) failures.push(`${name(fault)}: a page took ${(slowest / 1_000).toFixed(1)} s`);
  if (failed.length) failures.push(`${name(fault)}: ${failed.length} of ${seen.length} pages failed (${[...new Set(failed.map(({ status }) => status ?? "no answer"))]})`);
  try {
    await until(`${name(fault)}: the cluster is not whole`, 90, isWhole);
  } catch (error) {
    failures.push(error.message);
    break;
  }
  await sleep(2_000);
}
isOver = true;
await running;

const ledger = JSON.parse((await send(trial.provider, { path: "/sim/ledger", host: "localhost" })).text);
let verdict;
const began = Date.now();
for (;;) {
  verdict = inspect(sql, ledger, records);
  if (verdict.findings.length === 0 || verdict.findings.some(({ isHard }) => isHard) || Date.now() - began > 60_000) break;
  await sleep(1_000);
}
const took = Date.now() - began;
const keys = brokenForeignKeys(sql);
failures.push(...verdict.findings.map(({ text }) => text), ...keys.findings);
const acknowledged = records.flatMap(({ forms }) => forms.flatMap(({ orders }) => orders)).length;
const lost = records.reduce((sum, record) => sum + record.lost, 0);
const refusals = new Map();
for (const text of records.flatMap(({ refused }) => refused)) refusals.set(text, (refusals.get(text) ?? 0) + 1);
for (const [text, count] of refusals) console.log(`  refused ${count} times: ${text}`);
const scarce = sql(`select (on_hand || ' on hand, ' || reserved || ' reserved') from stock_levels join products using (sku) where products.id = ${goods[2].id}`)[0];
console.log(`  the scarce product of 40 pieces: ${scarce}`);
console.log(
  `  ${acknowledged} orders acknowledged, ${verdict.paid} paid, ${verdict.charges} charges, ${lost} requests without an answer; ` +
    `${keys.count} foreign keys checked; consistent after ${(took / 1_000).toFixed(0)} s`,
);
for (const failure of failures.slice(0, 20)) console.log(`  FAILED: ${failure}`);
console.log(failures.length ? `${failures.length} failures` : "I1, I2, I3, I8 and I10 hold, and nothing that was acknowledged is lost");
process.exit(failures.length ? 1 : 0);
