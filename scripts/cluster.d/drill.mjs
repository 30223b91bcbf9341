// Restores the shop to a moment under load, on its own, and compares. `scripts/drill` prepares what this needs.
//
//   node drill.mjs [--gigabytes 2] [--seconds 20] [--keep]
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync, readFileSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { Buyer } from "./buyers.mjs";
import { makeProducts } from "./goods.mjs";
import { send, sleep } from "./http.mjs";
import { brokenForeignKeys, rules } from "./oracle.mjs";

const option = (name, fallback) => {
  const place = process.argv.indexOf(`--${name}`);
  return place > 0 ? process.argv[place + 1] : fallback;
};
const { MATJAR_CLUSTER: folder, DATABASE_ADMIN_URL: original, MATJAR_SERVER: program, MATJAR_PG_BIN: bin } = process.env;
const seconds = Number(option("seconds", "20"));
const gigabytes = Number(option("gigabytes", "0"));
// From the design.
const MAX_RPO = 60 + 5;
const MAX_RTO = 600;
const PORT = 5599;
const SHOP = "127.0.0.1:5598";
const copy = join(folder, "drill");

const asPostgres = process.getuid() === 0 ? ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups"] : [];
function run(command, options = {}) {
  return new Promise((done, failed) => {
    const child = spawn(command[0], command.slice(1), { cwd: "/", stdio: ["ignore", "pipe", "pipe"], ...options });
    let text = "";
    child.stdout.on("data", (chunk) => (text += chunk));
    child.stderr.on("data", (chunk) => (text += chunk));
    child.on("error", failed);
    child.on("close", (code) => (code === 0 ? done(text) : failed(new Error(`${command.join(" ")}: ${code}\n${text}`))));
  });
}
const query = (url) => (text) => {
  const done = spawnSync("psql", ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", url, "-c", text], { encoding: "utf8", maxBuffer: 1 << 28 });
  if (done.status !== 0) throw new Error(done.stderr);
  return done.stdout.split("\n").filter(Boolean);
};
const sql = query(original);
/** A role's address of the copy. */
const copied = (url) => url.replace(/@[^/]*\//, `@127.0.0.1:${PORT}/`);

const processes = [];
function start(command, log, env = {}) {
  const file = openSync(join(copy, log), "a");
  const child = spawn(command[0], command.slice(1), { cwd: process.cwd(), stdio: ["ignore", file, file], env: { ...process.env, ...env } });
  processes.push(child);
  return child;
}
// Also after an error: nothing of the copy may go on.
process.on("exit", () => processes.forEach((child) => child.exitCode === null && child.kill("SIGQUIT")));
async function stop(child) {
  if (child.exitCode !== null) return;
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGINT");
  await ended;
}

/** A folder for one restore, with the settings of the original but another repository or path. */
function settings(machine, name, repository) {
  const data = join(copy, name);
  rmSync(data, { recursive: true, force: true });
  mkdirSync(join(data, "spool"), { recursive: true });
  mkdirSync(join(data, "lock"), { recursive: true });
  mkdirSync(join(data, "postgresql"), { mode: 0o700 });
  const text = readFileSync(join(folder, "etc", `pgbackrest-${machine}.conf`), "utf8")
    .replaceAll(join(folder, machine), data)
    .replace(/^repo1-path=.*$/m, `repo1-path=${repository}`)
    .replace(/^pg1-port=.*$/m, `pg1-port=${PORT}`);
  const file = join(data, "pgbackrest.conf");
  writeFileSync(file, text);
  if (asPostgres.length) spawnSync("chown", ["-R", "postgres", data]);
  return { data, file };
}

async function restore(machine, name, repository, target) {
  const { data, file } = settings(machine, name, repository);
  const begun = Date.now();
  await run([...asPostgres, "pgbackrest", `--config=${file}`, "--stanza=matjar", "--archive-mode=off", ...target, "restore"]);
  const restored = Date.now();
  const pg = start(
    [...asPostgres, join(bin, "postgres"), "-D", join(data, "postgresql"), "-c", "listen_addresses=127.0.0.1", "-c", `port=${PORT}`,
      "-c", `unix_socket_directories=${data}`, "-c", "synchronous_standby_names=", "-c", "archive_mode=off", "-c", "logging_collector=off"],
    `${name}.log`,
  );
  const ask = query(copied(original));
  for (let tries = 0; ; tries += 1) {
    try {
      if (ask("select pg_is_in_recovery()")[0] === "f") break;
    } catch (error) {
      if (pg.exitCode !== null) throw new Error(readFileSync(join(copy, `${name}.log`), "utf8").slice(-2_000));
    }
    if (tries > 4_000) throw new Error(`${name}: PostgreSQL did not finish its recovery`);
    await sleep(100);
  }
  return { pg, ask, files: restored - begun, recovery: Date.now() - restored, begun };
}

function size(path) {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

const failures = [];
rmSync(copy, { recursive: true, force: true });
mkdirSync(copy, { recursive: true });
const machine = spawnSync("scripts/cluster", ["who", "primary"], { encoding: "utf8" }).stdout.trim();

if (gigabytes > 0) {
  sql("create table if not exists drill_ballast (id bigint generated always as identity, text text)");
  sql("alter table drill_ballast alter text set storage external");
  const has = Number(sql("select pg_total_relation_size('drill_ballast')")[0]) / 1e9;
  for (let done = has; done < gigabytes; done += 0.1)
    sql("insert into drill_ballast (text) select string_agg(md5(random()::text), '') from generate_series(1, 3100000) n group by n / 31000");
}

let isOver = false;
const orders = [];
const trial = {
  fronts: process.env.MATJAR_CLUSTER_FRONTS.split(","),
  host: new URL(process.env.MATJAR_PUBLIC_ORIGIN).host,
  provider: `${process.env.MATJAR_CLUSTER_HOST}:9911`,
  isOver: () => isOver,
  acknowledged: (kind, order) => kind === "order" && orders.push({ ...order, at: Date.now() }),
};
const goods = makeProducts(sql, [1_000_000, 1_000_000]);
let number = Date.now() % 10_000_000;
const buying = Promise.all(
  Array.from({ length: 6 }, async () => {
    while (!isOver) await new Buyer(trial, (number += 1)).buy(goods[number % goods.length].id);
  }),
);

// The backup is made while people buy, media too.
const began = Date.now();
await run([...asPostgres, "pgbackrest", `--config=${join(folder, "etc", `pgbackrest-${machine}.conf`)}`, "--stanza=matjar", "--type=full", "backup"]);
const backup = Date.now() - began;
const marker = join(folder, "shared/uploads/m/drill.txt");
mkdirSync(join(folder, "shared/uploads/m"), { recursive: true });
writeFileSync(marker, String(began));
await run(["scripts/backup-media", join(folder, "shared/uploads"), join(folder, "backup/media")], { cwd: process.cwd() });
await sleep((seconds * 1_000) / 2);

const moment = Date.now();
const target = new Date(moment).toISOString().replace("T", " ").replace("Z", "+00");
await sleep((seconds * 1_000) / 2);

// Everything is lost: what is in the repository at this second is all that is left.
const disaster = Date.now();
cpSync(join(folder, "backup/repository"), join(copy, "repository"), { recursive: true, preserveTimestamps: true });
if (asPostgres.length) spawnSync("chown", ["-R", "postgres", copy]);
const until = Date.now() + 130_000;
const segment = sql(`select pg_walfile_name(pg_current_wal_lsn())`)[0];
while (sql(`select coalesce(max(last_archived_wal), '') >= '${segment}' from pg_stat_archiver`)[0] !== "t") {
  if (Date.now() > until) throw new Error(`${segment} was not archived within 130 s`);
  await sleep(500);
}
const archived = Date.now() - disaster;
isOver = true;
await buying;
const counts = async () => JSON.parse((await send(trial.provider, { path: "/sim/counts" })).text);

// 1. To a moment.
const first = await restore(machine, "moment", join(folder, "backup/repository"), ["--type=time", `--target=${target}`, "--target-action=promote"]);
await run(["scripts/backup-media", join(folder, "backup/media"), join(copy, "uploads")], { cwd: process.cwd() });
const before = await counts();
const env = Object.fromEntries(
  readFileSync(join(folder, "etc/matjar-app1.env"), "utf8").split("\n").filter((line) => line && !line.startsWith("#"))
    .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
);
for (const name of ["DATABASE_URL", "DATABASE_READ_URL", "DATABASE_STAFF_URL", "DATABASE_WORKER_URL"]) env[name] = copied(env[name]);
// A build without this mode would void payments that the backup does not know, and send emails again: it is not started.
const hasCopyMode = spawnSync(program, ["serve", "--help"], { encoding: "utf8" }).stdout.includes("restored-copy");
if (!hasCopyMode) failures.push("this build has no mode for restored copies, so the shop was not started on it");
const shop = hasCopyMode && start([program, "serve"], "shop.log", {
  ...env, MATJAR_LISTEN: SHOP, MATJAR_METRICS_LISTEN: "127.0.0.1:5597", MATJAR_RESTORED_COPY: "true",
  MATJAR_UPLOADS: join(copy, "uploads"), MATJAR_UPLOAD_SPOOL: join(copy, "spool"), REDIS_URL: "redis://127.0.0.1:1/0",
});
for (let tries = 0; hasCopyMode; tries += 1) {
  const answer = await send(SHOP, { path: "/readyz", host: trial.host, timeout: 2_000 });
  if (answer?.status === 200) break;
  if (tries > 300 || shop.exitCode !== null) throw new Error(`the copy is not ready: ${answer?.text}\n${readFileSync(join(copy, "shop.log"), "utf8").slice(-1_500)}`);
  await sleep(200);
}
const rto = (Date.now() - first.begun) / 1_000;
const there = new Set(first.ask("select number from orders"));
const acknowledged = orders.filter(({ at }) => at <= moment);
const later = orders.filter(({ begun }) => begun > moment + 1_000);
for (const { number } of acknowledged) if (!there.has(number)) failures.push(`order ${number} was acknowledged before the moment and is not in the copy`);
for (const { number } of later) if (there.has(number)) failures.push(`order ${number} was placed after the moment and is in the copy`);
for (const { name, isHard, sql: text } of rules().filter(({ isHard }) => isHard)) for (const line of first.ask(text)) failures.push(`${name}: ${line}`);
const keys = brokenForeignKeys(first.ask);
failures.push(...keys.findings);
let page = null;
for (let tries = 0; hasCopyMode && tries < 5 && page?.status !== 200; tries += 1) page = await send(SHOP, { path: goods[0].path, host: trial.host });
if (hasCopyMode && page?.status !== 200) failures.push(`the copy answers ${page?.status} for a product`);
if (readFileSync(join(copy, "uploads/m/drill.txt"), "utf8") !== String(began)) failures.push("a file of the media is not in the copy");
// Long enough for a reconciler and a worker to begin.
if (hasCopyMode) await sleep(8_000);
if (hasCopyMode && first.ask("select 1 from reconciliation_cursor where undo_from is not null").length) failures.push("the copy does not hold the undo of payments: as the shop it would undo those that the backup does not know");
const changed = Object.entries(await counts()).filter(([name, count]) => name !== "transactions" && count !== before[name]);
if (shop) await stop(shop);
await stop(first.pg);
// The original goes on reconciling with the provider: only what it does not ask may be counted.
const own = new Set(["getUnsettledTransactionListRequest", "getSettledBatchListRequest", "getTransactionListRequest", "getTransactionDetailsRequest", "ok", "approved"]);
for (const [name] of changed) if (!own.has(name)) failures.push(`the provider was asked while the copy ran: ${name}`);
if (hasCopyMode && !/restored copy/.test(readFileSync(join(copy, "shop.log"), "utf8"))) failures.push("the copy does not say that it is one");

// 2. What is left when everything is lost at once.
const second = await restore(machine, "latest", join(copy, "repository"), ["--type=default"]);
const left = new Set(second.ask("select number from orders"));
const missing = orders.filter(({ number, at }) => at <= disaster && !left.has(number));
const rpo = missing.length ? (disaster - Math.min(...missing.map(({ at }) => at))) / 1_000 : 0;
failures.push(...brokenForeignKeys(second.ask).findings);
for (const { name, sql: text } of rules().filter(({ isHard }) => isHard)) for (const line of second.ask(text)) failures.push(`${name}: ${line}`);
const bytes = Number(second.ask("select sum(pg_database_size(oid)) from pg_database")[0]);
await stop(second.pg);
if (gigabytes > 0) sql("drop table drill_ballast");

if (rpo > MAX_RPO) failures.push(`RPO ${rpo.toFixed(1)} s, at most ${MAX_RPO} s`);
if (rto > MAX_RTO) failures.push(`RTO ${rto.toFixed(1)} s, at most ${MAX_RTO} s`);
console.log(`backup      ${(backup / 1_000).toFixed(1)} s under load; ${(bytes / 1e9).toFixed(2)} GB of databases, repository ${(size(join(folder, "backup/repository")) / 1e9).toFixed(2)} GB`);
console.log(`to a moment ${acknowledged.length} of ${acknowledged.length} orders from before ${target}, none of ${later.length} from after it; ${keys.count} foreign keys`);
console.log(`RTO         ${rto.toFixed(1)} s: files ${(first.files / 1_000).toFixed(1)} s, recovery ${(first.recovery / 1_000).toFixed(1)} s, then media and the shop`);
console.log(`RPO         ${rpo.toFixed(1)} s: ${missing.length} of ${orders.filter(({ at }) => at <= disaster).length} orders were not in the archive when everything was lost; they were ${(archived / 1_000).toFixed(1)} s later`);
for (const failure of failures.slice(0, 20)) console.log(`  FAILED: ${failure}`);
if (!process.argv.includes("--keep")) rmSync(copy, { recursive: true, force: true });
process.exit(failures.length ? 1 : 0);
