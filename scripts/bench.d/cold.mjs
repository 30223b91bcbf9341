// Uncached pages: queries, view, rendering, compression; compared with React rendering the same pages.
import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { promisify } from "node:util";
import { buildBareReact } from "./bare-react-build.mjs";
import { load } from "./load.mjs";
import { cpuPerRequest, freePort, start, startShop, stop, tree, untilAnswers } from "./processes.mjs";
import { median, medians, sum } from "./table.mjs";

const run = promisify(execFile);
const folder = process.env.MATJAR_BENCH;

/** Warm-up: Node needs some thousand calls to optimize its code. On both sides, and not counted. */
const WARMING = 3000;
/** The two sides alternate, because the load of a machine varies over time. */
const ROUNDS = 3;
const COUNT = 800;
const ALL = WARMING + ROUNDS * COUNT;
const path = (number) => `/ar/product/bulk-${number}/`;
// As Chromium sends it.
const headers = { "accept-encoding": "gzip, deflate, br, zstd" };
const pages = (origin, from, count) =>
  load({ origin, count, connections: 4, make: (index) => ({ path: path(from + index), headers }) });

/** Records the render requests of the shop, with a stub renderer that returns empty pages. */
async function record(origin) {
  const socket = `${folder}/recorder.sock`;
  const recorded = [];
  let layout;
  const recorder = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (chunk) => (text += chunk));
    request.on("end", () => {
      if (request.url === "/page") recorded.push(text);
      if (request.url === "/layout") layout = JSON.parse(text);
      response.end(request.url === "/page" ? "<body-slot></body-slot>".repeat(2) : "<page-slot></page-slot>");
    });
  });
  await new Promise((done) => recorder.listen(socket, done));
  const shop = await startShop({
    MATJAR_RENDERER_ADDRS: `unix:${socket}`,
    // The same links in its pages, but a separate Redis, because its pages are empty.
    MATJAR_PUBLIC_ORIGIN: origin,
    REDIS_URL: process.env.REDIS_URL.replace(/\/\d+$/, "/1"),
  });
  await pages(shop.origin, 1, ALL);
  await stop(shop.child);
  recorder.close();
  rmSync(socket, { force: true });
  if (recorded.length !== ALL) throw new Error(`recorded ${recorded.length} pages instead of ${ALL}`);
  return recorded.map((text) => JSON.stringify({ ...JSON.parse(text), layout }));
}

export async function cold(shop) {
  const file = `${folder}/pages.ndjson`;
  const recorded = await record(shop.origin);
  writeFileSync(file, recorded.join("\n"));
  const bareReact = await buildBareReact(`${folder}/bare-react`);

  await pages(shop.origin, 1, WARMING);
  const costs = [];
  const bareCosts = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    costs.push(await cpuPerRequest(shop, () => pages(shop.origin, 1 + WARMING + round * COUNT, COUNT)));
    const { stdout } = await run(process.execPath, [bareReact, file, String(WARMING)]);
    const { milliseconds, first } = JSON.parse(stdout);
    await mustBeSame(shop.origin, recorded[0], first);
    bareCosts.push(milliseconds);
  }
  const cpu = medians(costs);
  const bare = median(bareCosts);
  const http = await behindHttp(bareReact, file);
  const all = sum(cpu);
  return [
    {
      name: "cold page, CPU ms; bare: React, whole document",
      cpu,
      bare,
      value: all / bare,
      ratio: true,
      must: 3,
      goal: 2,
    },
    { name: "  for orientation: React behind node:http", bare: http, value: all / http, ratio: true },
  ];
}

/** The time of a form, signed: the two sides make their pages some seconds after each other. */
const SIGNED_TIME = /\d{10}-[0-9a-f]{32}/g;

/** Both sides must render the same document. */
async function mustBeSame(origin, recorded, rendered) {
  const { props } = JSON.parse(recorded);
  const html = await (await fetch(origin + props.url)).text();
  const [theirs, ours] = [html, rendered].map((text) => text.replace(SIGNED_TIME, ""));
  if (theirs !== ours) throw new Error(`bare React renders ${props.url} differently from the shop`);
}

async function behindHttp(bareReact, file) {
  const port = await freePort();
  const child = start("bare-react", process.execPath, [bareReact, file, "--listen", String(port)]);
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswers(origin, child);
  const get = (count) => load({ origin, count, connections: 4, make: () => ({ path: "/" }) });
  await get(WARMING);
  const before = tree(child.pid);
  await get(ROUNDS * COUNT);
  const cost = (tree(child.pid) - before) / (ROUNDS * COUNT);
  await stop(child);
  return cost;
}
