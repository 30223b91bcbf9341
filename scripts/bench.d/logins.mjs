// Fifty logins a second, and the latency of a public page at the same time.
import { execFile, execFileSync } from "node:child_process";
import { Agent, request } from "node:http";
import { promisify } from "node:util";
import { cpuPerRequest, startShop, stop } from "./processes.mjs";
import { PRODUCT } from "./warm.mjs";

const run = promisify(execFile);
const PER_SECOND = 50;
const SECONDS = 20;
const COUNT = PER_SECOND * SECONDS;
const PAGES_PER_SECOND = 50;
const ACCOUNT = "/ar/my-account/";

/** Creates one customer for each login, all with the password of the demo customer. */
function makeCustomers() {
  const sql = `insert into customers (email, email_key, user_name, user_name_key, password_hash, created_at)
    select 'bench' || n || '@example.com', 'bench' || n || '@example.com', 'bench' || n, 'bench' || n, known.password_hash, now()
    from generate_series(0, ${COUNT - 1}) n, (select password_hash from customers where user_name = 'salma') known
    on conflict do nothing`;
  execFileSync(`${process.env.MATJAR_PG_BIN}/psql`, ["-X", "-q", "-c", sql, process.env.DATABASE_ADMIN_URL]);
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

function send(origin, method, number, headers = {}, body = "") {
  // Each customer has a separate IP address.
  const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
  return new Promise((done, failed) => {
    const outgoing = request(origin + ACCOUNT, {
      method,
      agent,
      headers: { ...headers, "x-forwarded-for": address },
    });
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

/** Opens the login form, so that only the POST is left. */
async function fillIn(origin, number) {
  const page = await send(origin, "GET", number);
  const nonce = /name="_wpnonce" value="([0-9a-f]{32})"/.exec(page.text.slice(page.text.indexOf("<main")))[1];
  const cookie = page.headers["set-cookie"][0].split(";")[0];
  const body = new URLSearchParams({ _wpnonce: nonce, username: `bench${number}`, password: "nakhla-2026" });
  return { cookie, body: body.toString() };
}

const share = (times, part) => times[Math.min(times.length - 1, Math.floor(times.length * part))];

export async function logins() {
  const shop = await startShop({ MATJAR_TRUSTED_PROXIES: "127.0.0.0/8" });
  const { origin } = shop;
  makeCustomers();
  const forms = [];
  for (let number = 0; number < COUNT; number += 8) {
    const few = Array.from({ length: Math.min(8, COUNT - number) }, (_, offset) => fillIn(origin, number + offset));
    forms.push(...(await Promise.all(few)));
  }
  const sample = () =>
    run(process.execPath, [new URL("./sample.mjs", import.meta.url).pathname, origin + PRODUCT, PAGES_PER_SECOND, SECONDS]);
  await sample();
  const quiet = JSON.parse((await sample()).stdout);

  const times = [];
  let refused = 0;
  const pages = sample();
  const cpu = await cpuPerRequest(shop, async () => {
    const started = performance.now();
    const due = [];
    for (const [number, { cookie, body }] of forms.entries()) {
      const wait = started + (number * 1000) / PER_SECOND - performance.now();
      if (wait > 0) await new Promise((done) => setTimeout(done, wait));
      const begun = performance.now();
      const headers = { cookie, "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
      due.push(
        send(origin, "POST", number, headers, body).then(({ status }) => {
          if (status === 303) times.push(performance.now() - begun);
          else refused += 1;
        }),
      );
    }
    await Promise.all(due);
    return COUNT;
  });
  const busy = JSON.parse((await pages).stdout);
  await stop(shop.child);
  times.sort((a, b) => a - b);
  return [
    { name: "login, CPU ms", cpu },
    { name: `${PER_SECOND} logins a second: refused of ${COUNT}`, all: refused, value: refused, must: 0 },
    { name: "  a login, median ms", all: share(times, 0.5) },
    { name: "  a login, p99 ms", all: share(times, 0.99) },
    { name: "  public page under this load, median ms; bare: idle", all: share(busy, 0.5), bare: share(quiet, 0.5) },
    {
      name: "  public page under this load, p99 ms; bare: idle",
      all: share(busy, 0.99),
      bare: share(quiet, 0.99),
      value: share(busy, 0.99),
      must: 50,
    },
  ];
}
