// `make dev`: runs the whole shop and applies every source change.
//
//   web/, messages/                  hot reload by Vite (web/scripts/dev-server.mjs); no restart
//   crates/, migrations/, Cargo.*    cargo build, migrate, restart the server, generate its types for web/
//
// While the server does not compile, the last good build keeps running. The server has texts compiled in, and a changed
// text would recompile every crate: texts that Rust uses are updated with the next build. Enter starts a build.

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { startWeb } from "../web/scripts/dev-server.mjs";

process.chdir(join(dirname(fileURLToPath(import.meta.url)), ".."));

const state = resolve(process.env.MATJAR_STATE ?? ".state");
const programs = join(process.env.CARGO_TARGET_DIR ?? "target", "debug");
const server = join(programs, "matjar");
const origin = process.env.MATJAR_PUBLIC_ORIGIN ?? "http://localhost:8080";
const [, host, port] = (process.env.MATJAR_LISTEN ?? "127.0.0.1:8080").match(/^(.*):(\d+)$/);
/** Debounce: an editor saves in several steps, and a checkout writes many files. */
const QUIET_MS = 120;

const say = (text) => console.log(`\x1b[1mdev\x1b[0m  ${text}`);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** The port of the server. Developers open Vite's port, which proxies to it. */
const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

// ---- Processes. Each has its own process group, so that its children end with it.

const running = new Set();

function start(command, args, onEnd = () => {}) {
  const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"], detached: true });
  running.add(child);
  child.done = new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("exit", resolve);
  }).then((code) => {
    if (running.delete(child)) onEnd(code);
    return code;
  });
  return child;
}

/** Uses SIGKILL: the shop is crash-safe, and a graceful drain would delay every restart. */
function kill(child) {
  if (running.delete(child)) process.kill(-child.pid, "SIGKILL");
}

const run = async (command, ...args) => (await start(command, args).done) === 0;

function end(code) {
  for (const child of running) kill(child);
  process.exit(code);
}
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => end(0));

// ---- The server

let shop;
let up = Promise.withResolvers();

async function build() {
  // Builds with the features of the whole workspace, so that `make check` recompiles no dependency, but only these binaries.
  const programs = ["matjar", "paysim", "mailsink", "xtask"].flatMap((name) => ["--bin", name]);
  const isBuilt = await run("cargo", "build", "--quiet", "--workspace", ...programs);
  return isBuilt && run(server, "migrate");
}

async function restart(since) {
  kill(shop);
  up = Promise.withResolvers();
  shop = start(server, ["serve"], (code) => say(`the server exited (${code}); the next change restarts it`));
  while (running.has(shop) && !(await fetch(`${backend}/healthz`).catch(() => null))) await sleep(25);
  up.resolve();
  if (running.has(shop)) say(`${origin}/ar/ is ready after ${seconds(since)}`);
}

let isStale = false;
let isBusy = false;
let types;

/** Changes during a build trigger one more build. */
async function rebuild() {
  const since = performance.now();
  isStale = true;
  if (isBusy) return;
  isBusy = true;
  kill(types);
  while (isStale) {
    isStale = false;
    const old = statSync(server).mtimeMs;
    if (!(await build())) say("the server does not compile; the last build keeps running");
    else if (statSync(server).mtimeMs !== old || !running.has(shop)) {
      await restart(since);
      web.reload();
      types = start("nice", [join(programs, "xtask"), "types"]);
    }
  }
  isBusy = false;
}

function isEmpty() {
  const psql = join(process.env.MATJAR_PG_BIN ?? "", "psql");
  const query = "select not exists (select from products)";
  return execFileSync(psql, ["-XAtqc", query, process.env.DATABASE_MIGRATE_URL], { encoding: "utf8" }).trim() === "t";
}

// ---- Start

say("building the shop (the first time takes some minutes)");
const begun = performance.now();
const backend = `http://127.0.0.1:${await freePort()}`;
const web = await startWeb({ host, port: Number(port), origin, backend, whenUp: () => up.promise });

// Static files come from their sources: no browser build is needed.
rmSync(join(state, "web"), { recursive: true, force: true });
mkdirSync(join(state, "web"), { recursive: true });
symlinkSync(resolve("web/static"), join(state, "web/client"));
Object.assign(process.env, {
  MATJAR_LISTEN: backend.slice("http://".length),
  MATJAR_RENDERER_ADDRS: web.renderer,
  MATJAR_WEB_DIR: join(state, "web"),
  // Disables page caching, so that every change is visible.
  MATJAR_PAGE_SECONDS: process.env.MATJAR_PAGE_SECONDS ?? "0",
});

if (!(await build())) {
  say("the build failed: fix the errors above and start again");
  end(1);
}
if (isEmpty()) {
  say("seeding the demo shop");
  if (!(await run(server, "seed"))) end(1);
}
if (!process.env.MATJAR_PAY_API_URL) {
  const notices = `${origin}/ar/wp-json/matjar/v1/payment-notices`;
  start(join(programs, "paysim"), ["--webhook", notices], () => say("paysim exited (is port 9911 in use?)"));
}
if (!process.env.MATJAR_SMTP_URL) {
  const folder = join(state, "mail");
  start(join(programs, "mailsink"), ["--folder", folder], () => say("mailsink exited (is port 1025 in use?)"));
}
await restart(begun);

const sources = ["crates", "migrations", "Cargo.toml", "Cargo.lock"].map((name) => resolve(name));
let timer;
web.watcher.add(sources).on("all", (event, file) => {
  if (event.endsWith("Dir") || !sources.some((source) => file.startsWith(source))) return;
  clearTimeout(timer);
  timer = setTimeout(rebuild, QUIET_MS);
});
if (process.stdin.isTTY) process.stdin.on("data", rebuild);
