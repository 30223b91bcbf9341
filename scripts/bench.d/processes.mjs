// The measured processes, and the CPU time that the kernel accounts to them.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, openSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { availableParallelism, cpus } from "node:os";
import { dirname } from "node:path";

const { env } = process;
const TICK = 1000 / Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** The parent, own CPU milliseconds, and those of exited children. */
function stat(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [own, ended] = [
    [11, 12],
    [13, 14],
  ].map(([user, system]) => (Number(fields[user]) + Number(fields[system])) * TICK);
  return { parent: Number(fields[1]), own, ended };
}

export function children(parent) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return stat(pid).parent === parent;
      } catch {
        return false; // It has just exited.
      }
    });
}

export const own = (pid) => stat(pid).own;

/** CPU milliseconds of a process and all its descendants, exited ones included. */
export function tree(pid) {
  const { own, ended } = stat(pid);
  return children(pid).reduce((total, child) => {
    try {
      return total + tree(child);
    } catch {
      return total;
    }
  }, own + ended);
}

const pidIn = (file) => Number.parseInt(readFileSync(file, "utf8"), 10);

/** CPU milliseconds so far of each process group of the shop. */
export function booked(shop) {
  return {
    server: own(shop.pid),
    renderers: shop.renderers.reduce((total, pid) => total + own(pid), 0),
    postgres: tree(pidIn(env.MATJAR_PG_PIDFILE)),
    redis: own(pidIn(env.MATJAR_REDIS_PIDFILE)),
  };
}

export const postgresCpu = () => tree(pidIn(env.MATJAR_PG_PIDFILE));

/** Runs `work`, which returns the number of its requests, and returns the CPU milliseconds per request. */
export async function cpuPerRequest(shop, work) {
  const before = booked(shop);
  const count = await work();
  const after = booked(shop);
  return Object.fromEntries(Object.keys(after).map((group) => [group, (after[group] - before[group]) / count]));
}

const last = availableParallelism() - 1;

/**
 * For a load that must not take the processor time of the shop that it measures: the last processor is the generator's, the
 * others are the shop's. Empty where there is only one.
 */
export const processors = last > 0 ? { shop: last === 1 ? "0" : `0-${last - 1}`, generator: String(last) } : {};

/** Moves PostgreSQL and Redis to these processors; without an argument to all. */
export function moveServices(on = `0-${last}`) {
  const all = (pid) => [pid, ...children(pid).flatMap(all)];
  for (const pid of [env.MATJAR_PG_PIDFILE, env.MATJAR_REDIS_PIDFILE].map(pidIn).flatMap(all)) {
    try {
      execFileSync("taskset", ["-a", "-p", "-c", on, String(pid)], { stdio: "ignore" });
    } catch (error) {
      // A connection's process may have ended in between.
      if (existsSync(`/proc/${pid}`)) throw error;
    }
  }
}

/** The command on these processors; wherever there is room without them. */
export const bound = (on, command, args) => (on ? ["taskset", ["-c", on, command, ...args]] : [command, args]);

/**
 * Runs `work` while a loop at the lowest priority keeps each processor awake. A processor that sleeps between two requests
 * charges its waking to the process that is woken, and only one of the two sides of a comparison sleeps.
 */
export async function awake(work) {
  const loops = cpus().map((_, cpu) =>
    spawn("taskset", ["-c", String(cpu), "chrt", "--idle", "0", "sh", "-c", "while :; do :; done"], { stdio: "ignore" }),
  );
  try {
    return await work();
  } finally {
    for (const loop of loops) loop.kill("SIGKILL");
  }
}

export function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

const started = [];

/** `on`: the processors that the process may use. */
export function start(name, command, args, { on, ...options } = {}) {
  const log = openSync(`${env.MATJAR_BENCH}/${name}.log`, "a");
  const child = spawn(...bound(on, command, args), { stdio: ["ignore", log, log], ...options });
  const ended = new Promise((done) => child.on("exit", done));
  started.push({ child, ended });
  return child;
}

export async function stop(child) {
  child.kill("SIGTERM");
  await started.find((entry) => entry.child === child).ended;
}

export async function stopAll() {
  for (const { child, ended } of started) {
    if (child.exitCode === null) child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), 8000);
    await ended;
    clearTimeout(timer);
  }
}

export async function untilAnswers(url, child, headers) {
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) break;
    const ok = await fetch(url, { headers }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`${url} does not answer`);
}

/** The end of the log of every started process. */
export function logs() {
  const files = readdirSync(env.MATJAR_BENCH).filter((name) => name.endsWith(".log"));
  return files.map((name) => `${name}: ${readFileSync(`${env.MATJAR_BENCH}/${name}`, "utf8").slice(-2000)}`).join("\n");
}

/** Starts the payment simulator on a free port. `settings` make a shop use it. */
export async function startProvider(on) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = start("provider", `${dirname(env.MATJAR_SERVER)}/paysim`, ["--listen", `127.0.0.1:${port}`], { on });
  await untilAnswers(`${origin}/sim/counts`, child);
  const settings = {
    MATJAR_PAY_API_URL: `${origin}/xml/v1/request.api`,
    MATJAR_PAY_SCRIPT_URL: `${origin}/v1/Accept.js`,
    MATJAR_PAY_EXPRESS_URL: `${origin}/pay`,
  };
  return { child, origin, settings };
}

/** Starts a shop on a free port. `settings` override its environment; `on` are its processors. */
export async function startShop(settings = {}, on) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = start(`server-${port}`, env.MATJAR_SERVER, ["serve"], {
    on,
    env: {
      ...env,
      MATJAR_LISTEN: `127.0.0.1:${port}`,
      MATJAR_PUBLIC_ORIGIN: origin,
      // Needed when `settings` change MATJAR_PUBLIC_ORIGIN.
      MATJAR_EXTRA_HOSTS: `127.0.0.1:${port}`,
      MATJAR_RENDERERS: "2",
      // All load comes from one IP address.
      MATJAR_RATE_FACTOR: "1000000",
      MATJAR_DRAIN_NOTICE_SECONDS: "0",
      ...settings,
    },
  });
  await untilAnswers(`${origin}/readyz`, child);
  return { child, pid: child.pid, origin, renderers: children(child.pid) };
}
