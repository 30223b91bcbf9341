// What visits by affiliates' links cost everybody else: the latency of public pages while fifty visitors a second arrive by
// such links, each from an address of their own. Then all stored visits are searched for these addresses.
// MATJAR_BENCH_SECONDS=600 measures ten minutes.
import { execFile } from "node:child_process";
import { Agent, request } from "node:http";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cpuPerRequest, startShop, stop } from "./processes.mjs";
import { psql } from "./review-rows.mjs";
import { PRODUCT } from "./warm.mjs";

const run = promisify(execFile);
const { env } = process;

const PER_SECOND = 50;
const SECONDS = Number(env.MATJAR_BENCH_SECONDS ?? 20);
/** The pages are also measured without visits, for so long before and after. */
const QUIET_SECONDS = Math.max(10, Math.round(SECONDS / 4));
const PAGES_PER_SECOND = 25;
const PAGES = { home: "/ar/", listing: "/ar/shop/", product: PRODUCT, text: "/ar/about/" };
const AFFILIATES = 200;
const FIRST_AFFILIATE = 900_000;
const MAX_RATIO = 1.2;

const sql = (...commands) => psql(env.DATABASE_ADMIN_URL, ...commands);
const share = (times, part) => times[Math.min(times.length - 1, Math.floor(times.length * part))];

const address = (number) => `10.${9 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
/** The same in SQL. */
const ADDRESS = "'10.' || 9 + n / 65536 || '.' || n / 256 % 256 || '.' || n % 256";

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

function send(origin, path, number, form) {
  const headers = {
    "x-forwarded-for": address(number),
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
    "accept-encoding": "br",
    ...(form && { "content-type": "application/x-www-form-urlencoded", origin, "sec-fetch-site": "same-origin" }),
  };
  return new Promise((done, failed) => {
    const call = request(origin + path, { method: form ? "POST" : "GET", agent, headers }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", failed);
      response.on("end", () => done({ status: response.statusCode, text: Buffer.concat(chunks).toString() }));
    });
    call.on("error", failed);
    call.end(form && new URLSearchParams(form).toString());
  });
}

/** One visitor, as the script of the page does it: the page, the settings, the number of a name, the visit. */
async function visit(origin, number) {
  // A tenth of all visits is one affiliate's.
  const offset = number % 10 === 0 ? 0 : number % AFFILIATES;
  const id = String(FIRST_AFFILIATE + offset);
  const isNamed = number % 2 === 0;
  const path = isNamed ? `${PAGES.listing}ref/bench-${offset}/` : `${PRODUCT}?ref=${id}&campaign=autumn`;
  const call = (fields) => send(origin, "/ar/wp-admin/admin-ajax.php", number, fields);
  const answers = [await send(origin, path, number)];
  answers.push(await send(origin, "/ar/wp-json/matjar/v1/affiliate-settings", number));
  if (isNamed) answers.push(await call({ action: "affwp_get_affiliate_id", affiliate: `bench-${offset}` }));
  const fields = { action: "affwp_track_visit", affiliate: id, campaign: isNamed ? "" : "autumn" };
  const tracked = await call({ ...fields, url: origin + path, referrer: "https://blog.example/coffee?reader=7" });
  return [...answers, tracked].every(({ status }) => status === 200) && /^[1-9]\d*$/.test(tracked.text.trim());
}

/** Runs in a process of its own with a low priority: on one machine it must not take the time of the server. */
async function generate(origin, seconds) {
  setPriority(constants.priority.PRIORITY_LOW);
  const started = performance.now();
  const due = [];
  for (let number = 0; number < PER_SECOND * seconds; number += 1) {
    const wait = started + (number * 1000) / PER_SECOND - performance.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    due.push(visit(origin, number).catch(() => false));
  }
  const done = await Promise.all(due);
  const took = (performance.now() - started) / 1000;
  console.log(JSON.stringify({ tracked: done.filter(Boolean).length, took }));
  agent.destroy();
}

/** Response times of all pages, each requested by a process of its own. */
async function sample(origin, seconds) {
  const script = new URL("./sample.mjs", import.meta.url).pathname;
  const one = async ([name, path]) => {
    const args = [script, origin + path, PAGES_PER_SECOND, seconds];
    const { stdout } = await run(process.execPath, args, { maxBuffer: 1 << 26 });
    return [name, JSON.parse(stdout)];
  };
  return Object.fromEntries(await Promise.all(Object.entries(PAGES).map(one)));
}

const both = (first, second) =>
  Object.fromEntries(Object.keys(first).map((name) => [name, [...first[name], ...second[name]].sort((a, b) => a - b)]));

/**
 * Visits that contain one of the addresses: as text in any column, as bytes, or as a hash without a secret, which is reversed
 * by trying all addresses. `extra` is done before and undone afterwards.
 */
function plainAddresses(count, extra = "") {
  return Number(
    sql(
      `begin; ${extra}
       create temporary table sent on commit drop as select ${ADDRESS} as address from generate_series(0, ${count - 1}) n;
       create temporary table plain on commit drop as
         select sha256(convert_to(address, 'UTF8')) as bytes from sent
         union all select decode(md5(address), 'hex') from sent
         union all select substring(inet_send(address::inet) from 5) from sent;
       select count(distinct id) from (
         select id from affiliate_visits visit
         where concat(visit, encode(address_hash, 'escape'), encode(visitor, 'escape')) ~ '10[.][0-9]{1,3}[.][0-9]{1,3}[.][0-9]{1,3}'
         union all
         select visit.id from affiliate_visits visit
         cross join lateral (values (address_hash), (visitor), (substring(address_hash from 1 for 16)),
                                    (trim(both '\\x00'::bytea from address_hash))) stored (bytes)
         join plain using (bytes)) found;
       rollback`,
    ),
  );
}

/** The search must find an address in each of these forms. */
function checkSearch(count) {
  const last = address(count - 1);
  const hashed = `sha256(convert_to('${last}', 'UTF8'))`;
  const forms = [
    [`https://blog.example/${last}/`, "sha256('')"],
    ["", hashed],
    ["", `convert_to(rpad('${last}', 32), 'UTF8')`],
    ["", `substring(inet_send('${last}') from 5) || decode(repeat('00', 28), 'hex')`],
  ];
  for (const [referrer, hash] of forms) {
    const insert = `insert into affiliate_visits (id, affiliate_id, url, referrer, address_hash, created_at)
      values (1, ${FIRST_AFFILIATE}, '', '${referrer}', ${hash}, now());`;
    if (plainAddresses(count, insert) !== plainAddresses(count) + 1) throw new Error(`the search does not find ${referrer || hash}`);
  }
}

export async function visits() {
  const shop = await startShop({ MATJAR_TRUSTED_PROXIES: "127.0.0.0/8", MATJAR_RATE_FACTOR: "100" });
  const { origin } = shop;
  sql(
    `insert into affiliates (id, slug, state, created_at)
     select ${FIRST_AFFILIATE} + n, 'bench-' || n, 'active', now() from generate_series(0, ${AFFILIATES - 1}) n on conflict do nothing`,
    "delete from affiliate_visits",
  );
  const count = PER_SECOND * SECONDS;
  const script = fileURLToPath(import.meta.url);
  await sample(origin, 3);
  const before = await sample(origin, QUIET_SECONDS);
  let generated;
  let busy;
  const cpu = await cpuPerRequest(shop, async () => {
    const generator = run(process.execPath, [script, origin, String(SECONDS)]);
    busy = await sample(origin, SECONDS);
    generated = JSON.parse((await generator).stdout);
    return count;
  });
  const quiet = both(before, await sample(origin, QUIET_SECONDS));
  await stop(shop.child);
  const [stored, networks] = sql("select count(*) || ' ' || count(distinct address_hash) from affiliate_visits").split(" ").map(Number);
  checkSearch(count);
  const plain = plainAddresses(count);
  const missing = count - Math.min(stored, networks, generated.tracked);
  const rows = Object.keys(PAGES).flatMap((name) => {
    const [loaded, bare] = [share(busy[name], 0.99), share(quiet[name], 0.99)];
    return [
      { name: `  ${name}, median ms; bare: without visits`, all: share(busy[name], 0.5), bare: share(quiet[name], 0.5) },
      { name: `  ${name}, p99 ms; bare: without visits`, all: loaded, bare, value: loaded / bare, ratio: true, must: MAX_RATIO },
    ];
  });
  return [
    { name: `${(count / generated.took).toFixed(0)} visits a second for ${SECONDS} s: not stored of ${count}`, all: missing, value: missing, must: 0 },
    { name: "  stored visits with an address in plain form", all: plain, value: plain, must: 0 },
    { name: "  a visit with the pages measured beside it, CPU ms", cpu },
    ...rows,
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await generate(process.argv[2], Number(process.argv[3]));
