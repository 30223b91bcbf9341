// The servers, the balancer and the load of scripts/rolling.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import http from "node:http";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const { MATJAR_ROLLING_FOLDER: folder, OLD, NEW } = process.env;
const wanted = Number(process.env.REQUESTS);
// Enough to keep both servers busy, not enough to reach the limits that shed load: this measures the release.
const buyers = Number(process.env.MATJAR_ROLLING_BUYERS ?? 4);

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
const [balancer, first, second] = [await freePort(), await freePort(), await freePort()];
const host = `localhost:${balancer}`;

// ---- Two builds: the same pages, each with a file that the other does not have.
function web(name) {
  const path = `${folder}/web-${name}`;
  cpSync("web/dist", path, { recursive: true });
  writeFileSync(`${path}/client/assets/only-${name}.js`, `// ${name}\n`);
  return { name, path };
}
const old = web("old");
const next = web("new");
// The files of the version before are copied beside the new ones, as a release does.
cpSync(`${folder}/web-old/client/assets`, `${folder}/web-new/client/assets`, { recursive: true, force: false });
const builds = { old: { ...old, program: OLD }, new: { ...next, program: NEW } };
mkdirSync(`${folder}/run`);

function start(slot, port, build) {
  const log = openSync(`${folder}/${slot}.log`, "a");
  const child = spawn(build.program, ["serve"], {
    stdio: ["ignore", log, log],
    env: {
      ...process.env,
      MATJAR_LISTEN: `127.0.0.1:${port}`,
      MATJAR_PUBLIC_ORIGIN: `http://${host}`,
      MATJAR_TRUSTED_PROXIES: "127.0.0.1/32",
      MATJAR_RATE_FACTOR: "100000",
      MATJAR_WEB_DIR: build.path,
      MATJAR_RENDERERS: "2",
      MATJAR_DRAIN_NOTICE_SECONDS: "2",
      MATJAR_MEDIA_PROCESS: "separate",
      RUNTIME_DIRECTORY: `${folder}/run`,
      RUST_LOG: "warn",
    },
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return { child, ended, port, build: build.name };
}

const get = (port, path, headers = {}) =>
  new Promise((resolve, reject) => {
    http.get({ port, host: "127.0.0.1", path, headers: { host, ...headers } }, (answer) => {
      answer.resume().on("end", () => resolve(answer));
    }).on("error", reject);
  });

async function ready(port, path = "/readyz") {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await get(port, path).catch(() => null);
    if (answer?.statusCode === 200) return;
    await sleep(100);
  }
  throw new Error(`nothing answers at port ${port}`);
}

// ---- The load
const counts = new Map();
const failures = [];
const served = { first: 0, second: 0 };
let sent = 0;
let running = true;
// A page of the new version may be open.
let isNewSeen = false;

class Buyer {
  agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  token = null;

  call(kind, path, body = null) {
    sent++;
    return new Promise((resolve) => {
      const fail = (reason) => {
        failures.push(`${new Date().toISOString()} ${kind} ${path}: ${reason}`);
        resolve(null);
      };
      const headers = { host, ...(this.token && { "cart-token": this.token }), ...(body && { "content-type": "application/json" }) };
      const request = http.request(
        { agent: this.agent, port: balancer, host: "127.0.0.1", path, method: body ? "POST" : "GET", headers, timeout: 20_000 },
        (answer) => {
          const parts = [];
          answer.on("data", (part) => parts.push(part));
          answer.on("error", (error) => fail(error.message));
          answer.on("end", () => {
            // The buyers may buy the last piece: a refusal that is right is an answer.
            if (answer.statusCode === 400 && Buffer.concat(parts).includes("out_of_stock")) {
              counts.set("sold out", (counts.get("sold out") ?? 0) + 1);
              return resolve(null);
            }
            if (answer.statusCode >= 400) return fail(`${answer.statusCode} ${Buffer.concat(parts).toString().slice(0, 200)}`);
            counts.set(kind, (counts.get(kind) ?? 0) + 1);
            served[answer.headers["x-server"]]++;
            this.token = answer.headers["cart-token"] ?? this.token;
            resolve(Buffer.concat(parts).toString());
          });
        },
      );
      request.on("timeout", () => request.destroy(new Error("no answer in 20 s")));
      // A client that finds its own kept connection closed sends again, as browsers do. HAProxy keeps them open here.
      request.on("error", (error) => fail(error.message));
      request.end(body && JSON.stringify(body));
    });
  }
}

const words = ["تمر", "عسل", "قهوة", "كوب", "دلة", "بخور", "شمعة", "كتاب"];
const api = "/ar/wp-json/wc/store/v1";
const address = {
  first_name: "سلمى", last_name: "الخطيب", company: "", address_1: "5100 Maple St", address_2: "", city: "ديربورن",
  state: "", postcode: "48126", country: "US", phone: "+1 313 555 0142", email: "salma@example.com",
};

async function buy(products, number) {
  for (let round = 0; running; round++) {
    const buyer = new Buyer();
    const product = products[(number + round * buyers) % products.length];
    await buyer.call("page", "/ar/");
    await buyer.call("page", `/ar/?s=${encodeURIComponent(words[(number + round) % words.length])}`);
    await buyer.call("old file", "/assets/only-old.js");
    await buyer.call("page", new URL(product.permalink).pathname);
    if (isNewSeen) await buyer.call("new file", "/assets/only-new.js");
    await buyer.call("cart", `${api}/cart`);
    const added = await buyer.call("add to cart", `${api}/cart/add-item`, { id: product.id, quantity: 1 });
    await buyer.call("cart", `${api}/cart`);
    if (added && number === 0 && round % 3 === 0) {
      await buyer.call("order", `${api}/checkout`, { payment_method: "cod", billing_address: { ...address, phone: `+1313555${String(round).padStart(4, "0")}` } });
    }
    buyer.agent.destroy();
  }
}

// ---- The release
const slots = { first: start("first", first, builds.old), second: start("second", second, builds.old) };
await Promise.all([ready(first), ready(second)]);
const proxy = spawn("haproxy", ["-db", "-f", "deploy/rolling/haproxy.cfg"], {
  stdio: ["ignore", openSync(`${folder}/haproxy.log`, "a"), openSync(`${folder}/haproxy.log`, "a")],
  env: {
    ...process.env, MATJAR_BALANCER: `127.0.0.1:${balancer}`, MATJAR_HOST: host,
    MATJAR_FIRST: `127.0.0.1:${first}`, MATJAR_SECOND: `127.0.0.1:${second}`,
  },
});
let code = 1;
try {
  await ready(balancer);
  const list = await new Buyer().call("page", `${api}/products?per_page=100&type=simple&stock_status=instock`);
  const products = JSON.parse(list).filter((one) => one.is_purchasable && one.is_in_stock && !one.add_to_cart?.minimum?.toString().startsWith("0."));
  const slot = { first, second };
  const replace = async (name, build) => {
    const one = slots[name];
    const began = Date.now();
    one.child.kill("SIGTERM");
    await one.ended;
    const stopped = Date.now();
    slots[name] = start(name, slot[name], builds[build]);
    await ready(slot[name]);
    const started = Date.now();
    // The balancer notices within one interval, and the other server must not stop before.
    await sleep(1_500);
    console.log(`${name}: ${one.build} -> ${build}; stopped in ${stopped - began} ms, ready after ${started - stopped} ms; ${sent} requests so far`);
  };
  const started = Date.now();
  const load = Array.from({ length: buyers }, (_, number) => buy(products, number));
  const until = async (share) => {
    while (sent < wanted * share) await sleep(50);
  };
  await until(0.1);
  await replace("second", "new");
  isNewSeen = true;
  await until(0.3);
  await replace("first", "new");
  await until(0.5);
  await replace("first", "old");
  await until(0.7);
  // Nobody opens a page of the new version any more.
  isNewSeen = false;
  await sleep(1_000);
  await replace("second", "old");
  await until(1);
  running = false;
  await Promise.all(load);
  const seconds = (Date.now() - started) / 1_000;
  console.log([...counts].map(([kind, count]) => `${kind} ${count}`).join(", "));
  console.log(`answered by first ${served.first}, second ${served.second}, in ${seconds.toFixed(0)} s`);
  for (const failure of failures.slice(0, 10)) console.log(failure.slice(0, 160).replaceAll("\n", " "));
  console.log(`${sent} requests, ${failures.length} failed`);
  code = failures.length === 0 && sent >= wanted ? 0 : 1;
} catch (error) {
  console.error(error);
} finally {
  proxy.kill("SIGTERM");
  for (const { child, ended } of Object.values(slots)) {
    child.kill("SIGTERM");
    await ended;
  }
}
process.exit(code);
