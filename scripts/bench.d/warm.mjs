// A page from memory, compared with nginx sending the same bytes from a file.
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { load } from "./load.mjs";
import { cpuPerRequest, freePort, start, stop, tree, untilAnswers } from "./processes.mjs";
import { median, medians } from "./table.mjs";

const run = promisify(execFile);
const ROUNDS = 3;
const SECONDS = 4;

/** A simple product in stock that uses every part of a product page. */
export const PRODUCT = `/ar/product/${encodeURIComponent("قهوة-سعودية-بالهيل-والزعفران")}/`;

/** The same length as PRODUCT; nginx treats a path with a trailing slash as a folder. */
const NGINX_NAME = `${PRODUCT.slice(0, -1)}x`;

const BROTLI = { "accept-encoding": "br" };

/** The page with its headers, after enough hits for the high-quality compression. */
async function popularPage(origin) {
  let page;
  const get = (count) =>
    load({ origin, count, connections: 4, make: () => ({ path: PRODUCT, headers: BROTLI }), seen: (answer) => (page = answer) });
  await get(500);
  await new Promise((done) => setTimeout(done, 1000));
  await get(1);
  return page;
}

/** Headers that nginx sets itself are not added, so that both responses have the same number of headers. */
const ITS_OWN = ["connection", "content-length", "content-type", "date", "etag", "keep-alive", "transfer-encoding"];

export async function startNginx({ headers, body }, name = NGINX_NAME) {
  const folder = process.env.MATJAR_BENCH;
  const port = await freePort();
  const quote = (text) => `"${text.replace(/["\\]/g, "\\$&")}"`;
  const added = Object.entries(headers)
    .filter(([name]) => !ITS_OWN.includes(name))
    .map(([name, value]) => `add_header ${name} ${quote(value)};`);
  writeFileSync(`${folder}/page.br`, body);
  writeFileSync(
    `${folder}/nginx.conf`,
    `worker_processes 2;
     daemon off;
     pid ${folder}/nginx.pid;
     error_log ${folder}/nginx-error.log;
     events { worker_connections 1024; }
     http {
       access_log off;
       sendfile on;
       tcp_nopush on;
       open_file_cache max=16;
       keepalive_requests 100000000;
       server {
         listen 127.0.0.1:${port};
         location = "${decodeURIComponent(name)}" {
           alias ${folder}/page.br;
           default_type ${quote(headers["content-type"])};
           ${added.join("\n")}
         }
       }
     }`,
  );
  const child = start("nginx", "/usr/sbin/nginx", ["-p", folder, "-e", `${folder}/nginx-error.log`, "-c", `${folder}/nginx.conf`]);
  const url = `http://127.0.0.1:${port}${name}`;
  await untilAnswers(url, child);
  return { child, url };
}

/** Requests a second, and their number. */
export async function wrk(url, options = ["-H", "Accept-Encoding: br"]) {
  const { stdout } = await run("wrk", ["-t1", "-c32", `-d${SECONDS}s`, ...options, url]);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout);
  return {
    count: Number(/(\d+) requests in/.exec(stdout)[1]),
    rate: Number(/Requests\/sec:\s*([\d.]+)/.exec(stdout)[1]),
  };
}

async function mustBeSame(ours, url) {
  let theirs;
  const make = () => ({ path: NGINX_NAME, headers: BROTLI });
  await load({ origin: url, count: 1, connections: 1, make, seen: (answer) => (theirs = answer) });
  const unlike = Object.keys(ours.headers).filter(
    (name) => !["date", "etag"].includes(name) && ours.headers[name] !== theirs.headers[name],
  );
  if (!ours.body.equals(theirs.body)) throw new Error("nginx and the shop send different bytes");
  if (unlike.length > 0) throw new Error(`nginx and the shop send different headers: ${unlike}`);
}

export async function warm(shop) {
  const page = await popularPage(shop.origin);
  const nginx = await startNginx(page);
  await mustBeSame(page, nginx.url);
  const rates = { ours: [], nginx: [] };
  const costs = [];
  const theirCosts = [];
  // The two sides alternate, because the load of a machine varies over time.
  for (let round = 0; round < ROUNDS; round += 1) {
    costs.push(
      await cpuPerRequest(shop, async () => {
        const { count, rate } = await wrk(shop.origin + PRODUCT);
        rates.ours.push(rate);
        return count;
      }),
    );
    const before = tree(nginx.child.pid);
    const { count, rate } = await wrk(nginx.url);
    rates.nginx.push(rate);
    theirCosts.push((tree(nginx.child.pid) - before) / count);
  }
  await stop(nginx.child);
  const cpu = medians(costs);
  const bare = median(theirCosts);
  const [ours, theirs] = [median(rates.ours), median(rates.nginx)];
  return [
    {
      name: `warm page (${(page.body.length / 1000).toFixed(1)} kB br), requests/s`,
      all: ours,
      bare: theirs,
      value: ours / theirs,
      ratio: true,
      must: 0.6,
      goal: 0.8,
      atLeast: true,
    },
    { name: "warm page, CPU ms; bare: nginx", cpu, bare, value: cpu.server / bare, ratio: true },
  ];
}
