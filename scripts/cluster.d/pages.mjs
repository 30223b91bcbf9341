// Public pages through Varnish and from replicas: a change is visible soon, and at once to the client that has made it, although the
// replicas are behind. `scripts/cluster pages`.
import { spawnSync } from "node:child_process";
import { makeProducts } from "./goods.mjs";
import { send, sleep } from "./http.mjs";

const sql = (text, url = process.env.DATABASE_ADMIN_URL) => {
  const done = spawnSync("psql", ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", url, "-c", text], { encoding: "utf8" });
  if (done.status !== 0) throw new Error(done.stderr);
  return done.stdout.split("\n").filter(Boolean);
};
const fronts = process.env.MATJAR_CLUSTER_FRONTS.split(",");
const host = new URL(process.env.MATJAR_PUBLIC_ORIGIN).host;
const failures = [];
const [goods] = makeProducts(sql, [100]);
const get = (front, headers = {}) => send(front, { path: goods.path, host, headers: { "accept-encoding": "identity", ...headers } });

/** As the shop does it: the change and its purge in one transaction. */
const rename = (name) =>
  sql(`begin; update products set name = '${name}' where id = ${goods.id};
       insert into cache_purges (tag) values ('product:${goods.id}'); commit`);

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const visible = [];
for (let round = 0; round < 10; round += 1) {
  for (const front of fronts) await get(front);
  const cached = await get(fronts[0]);
  if (cached.headers["x-cache"] !== "hit") failures.push(`round ${round}: Varnish does not keep the page`);
  const name = `اسم ${round}`;
  rename(name);
  const since = Date.now();
  for (const front of fronts) while (!(await get(front)).text.includes(name) && Date.now() - since < 10_000) await sleep(20);
  visible.push(Date.now() - since);
}
console.log(`a change is visible through both balancers after ${median(visible)} ms in the median, ${Math.max(...visible)} ms at most`);
if (Math.max(...visible) > 2_000) failures.push(`a change was visible after ${Math.max(...visible)} ms only`);

// One replica stops replaying: it answers, with old data, and the balancer goes on asking it and the other in turn.
const replica = spawnSync("scripts/cluster", ["who", "replica"], { encoding: "utf8" }).stdout.trim();
const at = (machine) => process.env.DATABASE_ADMIN_URL.replace(/@[^/]*\//, `@${process.env.MATJAR_CLUSTER_HOST.replace(/254$/, `1${machine.slice(2)}`)}:5432/`);
sql("select pg_wal_replay_pause()", at(replica));
try {
  let old = 0;
  let requests = 0;
  for (let round = 0; round < 20; round += 1) {
    const name = `جديد ${round}`;
    rename(name);
    for (const front of [...fronts, ...fronts]) {
      requests += 1;
      const page = await get(front, { cookie: "__Host-wrote=1" });
      if (!page?.text.includes(name)) old += 1;
    }
    // Others see it soon, and then never the old one again.
    await sleep(2_000);
    for (const front of fronts) {
      const page = await get(front);
      if (!page?.text.includes(name)) failures.push(`round ${round}: ${front} shows old data two seconds after a change (${page?.status})`);
    }
  }
  console.log(`while a replica was up to 45 s behind, ${requests - old} of ${requests} pages of the one who had written were new`);
  if (old) failures.push(`${old} pages were old for the one who had written`);
} finally {
  sql("select pg_wal_replay_resume()", at(replica));
}
for (const failure of failures.slice(0, 10)) console.log(`  FAILED: ${failure}`);
console.log(failures.length ? `${failures.length} failures` : "no page showed old data to the one who had written");
process.exit(failures.length ? 1 : 0);
