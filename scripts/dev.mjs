// `make dev`: the whole shop, kept up to date while its sources change.
//
//   web/, messages/                  hot reload by Vite (web/scripts/dev-server.mjs); nothing restarts
//   crates/, migrations/, Cargo.*    cargo build, migrate, restart the server, write its types for web/
//
// While the server does not compile, the last one that did goes on answering. The server has texts compiled in, and a
// changed one would compile every crate again: those few that Rust uses come with the next build. Enter builds at once.

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
/** An editor saves in several steps, and a checkout writes many files: wait until it is quiet for this long. */
const QUIET_MS = 120;

const say = (text) => console.log(`\x1b[1mdev\x1b[0m  ${text}`);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** The server's own: people open that of Vite, which forwards to it. */
const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

// ---- Processes. Each leads a group of its own, so that its children end with it.

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

/** At once: the shop survives being killed, and nobody waits for a drain while developing. */
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
  // With the features of the whole workspace, so that `make check` compiles no dependency again; but only these programs.
  const programs = ["matjar", "paysim", "mailsink", "xtask"].flatMap((name) => ["--bin", name]);
  const isBuilt = await run("cargo", "build", "--quiet", "--workspace", ...programs);
  return isBuilt && run(server, "migrate");
}

async function restart(since) {
  kill(shop);
  up = Promise.withResolvers();
  shop = start(server, ["serve"], (code) => say(`the server ended (${code}); the next change starts it again`));
  while (running.has(shop) && !(await fetch(`${backend}/healthz`).catch(() => null))) await sleep(25);
  up.resolve();
  if (running.has(shop)) say(`${origin}/ar/ is ready after ${seconds(since)}`);
}

let isStale = false;
let isBusy = false;
let types;

/** Changes during a build lead to one more build. */
async function rebuild() {
  const since = performance.now();
  isStale = true;
  if (isBusy) return;
  isBusy = true;
  kill(types);
  while (isStale) {
    isStale = false;
    const old = statSync(server).mtimeMs;
    if (!(await build())) say("the server does not compile; the last one goes on");
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

// The files that pages need when nothing else answers, from their sources: nothing is built for the browser.
rmSync(join(state, "web"), { recursive: true, force: true });
mkdirSync(join(state, "web"), { recursive: true });
symlinkSync(resolve("web/static"), join(state, "web/client"));
Object.assign(process.env, {
  MATJAR_LISTEN: backend.slice("http://".length),
  MATJAR_RENDERER_ADDRS: web.renderer,
  MATJAR_WEB_DIR: join(state, "web"),
  // A page is rendered for every request: nobody wants yesterday's while changing it.
  MATJAR_PAGE_SECONDS: process.env.MATJAR_PAGE_SECONDS ?? "0",
});

if (!(await build())) {
  say("nothing to run yet: fix the above and start again");
  end(1);
}
if (isEmpty()) {
  say("filling the demo shop");
  if (!(await run(server, "seed"))) end(1);
}
if (!process.env.MATJAR_PAY_API_URL) {
  const notices = `${origin}/ar/wp-json/matjar/v1/payment-notices`;
  start(join(programs, "paysim"), ["--webhook", notices], () => say("paysim ended (is port 9911 taken?)"));
}
if (!process.env.MATJAR_SMTP_URL) {
  const folder = join(state, "mail");
  start(join(programs, "mailsink"), ["--folder", folder], () => say("mailsink ended (is port 1025 taken?)"));
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
