// What reviews cost: the page of a product that has 10,000 against one that has none, warm and cold; and one vote (call 25)
// against pgbench running the same transaction.
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bombs } from "./bombs.mjs";
import { comparePages } from "./compare-pages.mjs";
import { load } from "./load.mjs";
import { awake, cpuPerRequest, postgresCpu } from "./processes.mjs";
import { psql, writeReviews } from "./review-rows.mjs";
import { median, medians, sum } from "./table.mjs";

const run = promisify(execFile);
const { env } = process;

const REVIEWS = 10_000;
/** Products with that many reviews, and as many without. */
const PRODUCTS = 20;
const VISITORS = 200;
const CONNECTIONS = 8;
const VOTES = 1500;
const SECONDS = 4;

const sql = (text) => psql(env.DATABASE_ADMIN_URL, text);
const page = (number) => `/ar/product/bulk-${number}/`;
/** The first twenty have reviews. Products of one kind, so that the pages differ in nothing else. */
const reviewed = Array.from({ length: PRODUCTS }, (_, index) => page(1 + index));
const bare = Array.from({ length: PRODUCTS }, (_, index) => page(1 + PRODUCTS + index));

function call(origin, review, { cookie, number }) {
  return {
    method: "POST",
    path: "/ar/wp-admin/admin-ajax.php",
    headers: {
      "content-type": "application/x-www-form-urlencoded; charset=UTF-8",
      origin,
      "sec-fetch-site": "same-origin",
      "x-forwarded-for": `10.7.${number >> 8}.${number & 255}`,
      "idempotency-key": randomUUID(),
      ...(cookie && { cookie }),
    },
    body: `action=cr_vote_review&reviewID=${review}&upvote=${number % 2}`,
  };
}

async function pgbench(firstReview, seconds) {
  const script = fileURLToPath(new URL("vote.sql", import.meta.url));
  const flags = [
    ...["-n", "-M", "prepared", "-c", String(CONNECTIONS), "-j", "1", "-T", String(seconds), "-f", script],
    ...["-D", `visitors=${VISITORS}`, "-D", `first_review=${firstReview}`, "-D", `reviews=${REVIEWS}`, env.DATABASE_URL],
  ];
  // A visitor of the shop tries again when a row is locked for too long; pgbench ends.
  const { stdout } = await run(`${env.MATJAR_PG_BIN}/pgbench`, flags, { env: { ...env, PGOPTIONS: "-c lock_timeout=20s" } });
  if (!/number of failed transactions: 0 /.test(stdout)) throw new Error(stdout);
  const count = Number(/transactions actually processed: (\d+)/.exec(stdout)[1]);
  // Its backends exit after pgbench, and only then is their CPU time added to PostgreSQL's total.
  await new Promise((done) => setTimeout(done, 700));
  return count;
}

async function vote(shop) {
  const firstReview = Number(sql("select min(id) from reviews where state = 'published' and name like 'عميل %'"));
  // Each visitor has a session from the first vote on.
  const visitors = Array.from({ length: VISITORS }, (_, number) => ({ number }));
  const seen = ({ headers }, index) => {
    visitors[index].cookie = headers["set-cookie"][0].split(";")[0];
  };
  await load({ origin: shop.origin, count: VISITORS, connections: 4, make: (index) => call(shop.origin, firstReview, visitors[index]), seen });
  let done = 0;
  const mustCount = ({ body }) => {
    if (JSON.parse(body).code !== 0) throw new Error(`a vote was not counted: ${body}`);
  };
  const give = (count) => {
    const make = () => call(shop.origin, firstReview + ((done * 37) % REVIEWS), visitors[done++ % VISITORS]);
    return load({ origin: shop.origin, count, connections: CONNECTIONS, make, seen: mustCount });
  };
  await give(3000);
  await pgbench(firstReview, 1);
  const costs = [];
  const bareCosts = [];
  for (let round = 0; round < 3; round += 1) {
    costs.push(await cpuPerRequest(shop, () => give(VOTES)));
    const before = postgresCpu();
    const count = await pgbench(firstReview, SECONDS);
    bareCosts.push((postgresCpu() - before) / count);
  }
  const cpu = medians(costs);
  const alone = median(bareCosts);
  return { name: "a vote, CPU ms; bare: PostgreSQL under pgbench", cpu, bare: alone, value: sum(cpu) / alone, ratio: true, must: 3 };
}

export async function reviews(shop) {
  const first = Number(sql("select id from products where slug = 'bulk-1'"));
  writeReviews(env.DATABASE_ADMIN_URL, REVIEWS * PRODUCTS, `${first} + n % ${PRODUCTS}`);
  const name = `product page with ${REVIEWS.toLocaleString("en")} reviews`;
  return [...(await comparePages(shop, name, reviewed, bare, "prices")), await awake(() => vote(shop)), ...(await bombs())];
}
