// Compares pages that show much of something with pages of the same kind that show none of it, warm and cold.
import { load } from "./load.mjs";
import { awake, cpuPerRequest } from "./processes.mjs";
import { psql } from "./review-rows.mjs";
import { median, sum } from "./table.mjs";
import { wrk } from "./warm.mjs";

const { env } = process;
const ROUNDS = 60;
const WARM_ROUNDS = 7;
/** Requests after which the renderers' code is compiled. */
const WARMING = 1500;
const MUST = 1.1;
const headers = { "accept-encoding": "gzip, deflate, br, zstd" };

const get = (origin, paths, connections = 1) =>
  load({ origin, count: paths.length, connections, make: (index) => ({ path: paths[index], headers }) });

async function purge(tag) {
  psql(env.DATABASE_ADMIN_URL, `insert into cache_purges (tag) values ('${tag}')`);
  await new Promise((done) => setTimeout(done, 1500));
}

/** The kernel books CPU time in steps of 10 ms, half a millisecond for each of 20 pages: medians of rounds would be such steps. */
const averages = (costs) =>
  Object.fromEntries(Object.keys(costs[0]).map((group) => [group, costs.reduce((total, cost) => total + cost[group], 0) / costs.length]));

async function cold(shop, name, full, empty, tag) {
  // All of PostgreSQL's processes are measured, and the rows are new.
  psql(env.DATABASE_ADMIN_URL, "alter system set autovacuum = off", "select pg_reload_conf()");
  for (let done = 0; done < WARMING; done += full.length + empty.length) {
    await purge(tag);
    await get(shop.origin, [...full, ...empty], 4);
  }
  const costs = { full: [], empty: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    await purge(tag);
    // The first pages after a purge also render what all of them share.
    const order = round % 2 === 0 ? { full, empty } : { empty, full };
    for (const [kind, paths] of Object.entries(order)) {
      costs[kind].push(await cpuPerRequest(shop, () => get(shop.origin, paths)));
    }
  }
  const [cpu, cpuOfEmpty] = [averages(costs.full), averages(costs.empty)];
  const bare = sum(cpuOfEmpty);
  return [
    { name: `cold ${name}, CPU ms; bare: with none`, cpu, bare, value: sum(cpu) / bare, ratio: true, must: MUST },
    { name: "  with none", cpu: cpuOfEmpty },
  ];
}

async function warm(shop, name, [full], [empty]) {
  // Enough hits for the high-quality compression.
  for (let hit = 0; hit < 100; hit += 1) await get(shop.origin, [full, empty]);
  await new Promise((done) => setTimeout(done, 1000));
  const rates = { full: [], empty: [] };
  for (let round = 0; round < WARM_ROUNDS; round += 1) {
    // What goes on beside it, such as a vacuum of the new rows, ends in the course of the rounds.
    const order = round % 2 === 0 ? { full, empty } : { empty, full };
    for (const [kind, path] of Object.entries(order)) rates[kind].push((await wrk(shop.origin + path)).rate);
  }
  const [all, bare] = [median(rates.full), median(rates.empty)];
  // The cost of one request, as a multiple.
  return { name: `warm ${name}, requests/s; bare: with none`, all, bare, value: bare / all, ratio: true, must: MUST };
}

/** `full` and `empty`: paths of pages that differ in nothing else. `tag`: whose purge makes them cold. */
export const comparePages = async (shop, name, full, empty, tag) => [
  await warm(shop, name, full, empty),
  ...(await awake(() => cold(shop, name, full, empty, tag))),
];
