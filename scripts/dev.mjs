// `make dev`: the whole shop, and again after every change.
//
//   crates/, migrations/, messages/, Cargo.*   cargo build, migrate, restart the server
//   web/, messages/                            web/'s own watcher rebuilds web/dist; restart the server
//
// The server starts its renderers itself, so one restart shows both. While something does not compile, the
// last shop that did goes on answering.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync, rmSync, statSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);

// Nobody wants yesterday's page while changing it.
process.env.MATJAR_PAGE_SECONDS ??= "0";

const server = join(process.env.CARGO_TARGET_DIR ?? "target", "debug", "matjar");
const renderer = "web/dist/renderer/renderer.mjs";
/** Letters of the shop, to be opened in a browser. */
const letters = join(process.env.MATJAR_STATE ?? ".state", "mail");
const origin = process.env.MATJAR_PUBLIC_ORIGIN ?? "http://localhost:8080";
/** An editor saves in several steps, and a build writes many files: wait until it is quiet for this long. */
const QUIET_MS = 120;
/** What a stopping server may take before it is killed. Nobody waits for a drain while developing. */
const GRACE_MS = 400;

const say = (text) => console.log(`\x1b[1mdev\x1b[0m  ${text}`);
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// ---- Processes. Each leads a group of its own, so that its children go with it.

const running = new Set();

function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"], detached: true, ...options });
  child.done = new Promise((resolve) => {
    child.on("error", (error) => {
      say(`${command}: ${error.message}`);
      resolve(1);
    });
    child.on("exit", (code) => resolve(code ?? 1));
  }).finally(() => running.delete(child));
  running.add(child);
  return child;
}

const run = (command, ...args) => start(command, args).done;

function signal(child, name) {
  try {
    process.kill(-child.pid, name);
  } catch {
    // gone already
  }
}

async function stop(child) {
  if (!child || !running.has(child)) return;
  signal(child, "SIGTERM");
  await Promise.race([child.done, pause(GRACE_MS)]);
  signal(child, "SIGKILL");
  await child.done;
}

let ending = false;
async function end(code = 0) {
  if (ending) return;
  ending = true;
  await Promise.all([...running].map(stop));
  process.exit(code);
}
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => end());

// ---- Watching. One watch a folder: that survives editors and builds that replace files instead of writing them.

function watchTree(root, onChange, ignore = () => false) {
  const watched = new Map();
  let timer;

  const changed = (folder, event, name) => {
    if (name && ignore(join(folder, name))) return;
    if (event === "rename") scan(root);
    clearTimeout(timer);
    timer = setTimeout(onChange, QUIET_MS);
  };
  const forget = (folder) => {
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
  };
  const scan = (folder) => {
    // A folder deleted and made again has the same name but is another one.
    const inode = statSync(folder, { throwIfNoEntry: false })?.ino;
    if (watched.get(folder)?.inode !== inode) forget(folder);
    if (inode === undefined) return;
    try {
      if (!watched.has(folder)) {
        const watcher = watch(folder, (event, name) => changed(folder, event, name));
        watcher.on("error", () => forget(folder));
        watched.set(folder, { watcher, inode });
      }
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory() && !ignore(path)) scan(path);
      }
    } catch (error) {
      if (error.code !== "ENOENT") throw error;
    }
  };
  scan(root);
}

// ---- The shop

let shop;

async function restart(why, since) {
  const old = shop;
  shop = undefined;
  await stop(old);
  if (ending) return;
  const child = start(server, ["serve"]);
  shop = child;
  child.done.then((code) => {
    signal(child, "SIGKILL"); // renderers that outlived it
    if (!ending && child === shop) say(`the server ended (${code}); it starts again after the next change`);
  });
  const address = `http://${process.env.MATJAR_LISTEN ?? "127.0.0.1:8080"}/healthz`;
  while (running.has(child)) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer) {
      say(`${why}: ${origin}/ar/ is ready after ${seconds(since)}`);
      return;
    }
    await pause(50);
  }
}

/** Does what was asked for, one at a time: changes during a build lead to one more build. */
const wishes = new Map();
let working = false;
async function wish(kind, since = performance.now()) {
  wishes.set(kind, wishes.get(kind) ?? since);
  if (working) return;
  working = true;
  while (wishes.size > 0 && !ending) {
    // The web is ready to be shown; a Rust build takes longer, so it comes second.
    const next = ["shop", "web", "rust"].find((kind) => wishes.has(kind));
    const asked = wishes.get(next);
    wishes.delete(next);
    if (next === "rust" && !(await buildServer())) continue;
    await restart(next, asked);
  }
  working = false;
}

async function buildServer() {
  if ((await run("cargo", "build", "--quiet", "--workspace")) !== 0) {
    say("the server does not compile; the last one goes on");
    return false;
  }
  return (await run(server, "migrate")) === 0;
}

function shopIsEmpty() {
  const answer = execFileSync(
    join(process.env.MATJAR_PG_BIN ?? "", "psql"),
    ["-XAtq", "-c", "select not exists (select from products)", process.env.DATABASE_MIGRATE_URL],
    { encoding: "utf8" },
  );
  return answer.trim() === "t";
}

async function builtPages() {
  while (!existsSync(renderer)) {
    if (!running.has(pages)) return false;
    await pause(100);
  }
  return true;
}

say("building the pages and the server (the first time takes some minutes)");
const begun = performance.now();
rmSync("web/dist", { recursive: true, force: true });
const pages = start("npm", ["--prefix", "web", "--silent", "run", "dev"]);
pages.done.then((code) => {
  if (!ending) say(`the watcher of web/ ended (${code}); start again to see changes there`);
});
if (!(await buildServer()) || !(await builtPages())) {
  say("nothing to run yet: mend the above and start again");
  await end(1);
}
if (shopIsEmpty()) {
  say("filling the demo shop");
  if ((await run(server, "seed")) !== 0) await end(1);
}

if (!process.env.MATJAR_PAY_API_URL) {
  const notices = `${origin}/ar/wp-json/matjar/v1/payment-notices`;
  const provider = start(join(dirname(server), "paysim"), ["--webhook", notices]);
  provider.done.then(() => {
    if (!ending) say("the payment stand-in ended (is port 9911 taken?); orders are kept to be paid later");
  });
}
if (!process.env.MATJAR_SMTP_URL) {
  const sink = start(join(dirname(server), "mailsink"), ["--folder", letters]);
  sink.done.then(() => {
    if (!ending) say("the mail sink ended (is port 1025 taken?); letters wait in the outbox");
  });
}

const rust = () => wish("rust");
watchTree("crates", rust);
watchTree("migrations", rust);
watchTree("messages", rust);
watchTree(".", rust, (path) => !["Cargo.toml", "Cargo.lock"].includes(path));
watchTree("web", () => wish("web"), (path) => path !== "web/dist" && !path.startsWith("web/dist/"));

await wish("shop", begun);
