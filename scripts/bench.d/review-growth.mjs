// The cost of lists of reviews and of questions in a shop with 20,000 of them and in one with many. Never in CI.
// MATJAR_BENCH_REVIEWS=20000000 and MATJAR_BENCH_QUESTIONS=5000000 are the sizes that the shop is made for; the reviews take
// an hour and 30 GB of disk.
import { load } from "./load.mjs";
import { cpuPerRequest, startShop, stop } from "./processes.mjs";
import { psql, word, writeQuestions, writeReviews } from "./review-rows.mjs";
import { median, medians, sum } from "./table.mjs";
import { execFileSync } from "node:child_process";

const { env } = process;
const SMALL = 20_000;
const PRODUCTS = 1000;
const ROUNDS = 3;
const COUNT = 200;
const DATABASES = ["DATABASE_URL", "DATABASE_READ_URL", "DATABASE_STAFF_URL", "DATABASE_WORKER_URL", "DATABASE_MIGRATE_URL"];

/** A database with the demo shop and `size` rows that `write` writes. */
function fill(name, noun, size, write) {
  psql(env.DATABASE_ADMIN_URL, `create database ${name} owner shop_migrate`);
  const settings = Object.fromEntries(
    [...DATABASES, "DATABASE_MEDIA_URL", "DATABASE_ADMIN_URL"].map((key) => [key, env[key].replace("/matjar_bench?", `/${name}?`)]),
  );
  const began = Date.now();
  execFileSync(env.MATJAR_SERVER, ["migrate"], { env: { ...env, ...settings } });
  execFileSync(env.MATJAR_SERVER, ["seed", "--products", String(PRODUCTS)], { env: { ...env, ...settings } });
  const first = Number(psql(settings.DATABASE_ADMIN_URL, "select id from products where slug = 'bulk-1'"));
  write(settings.DATABASE_ADMIN_URL, size, first);
  psql(settings.DATABASE_ADMIN_URL, "vacuum analyze");
  console.error(`bench: ${size} ${noun} written in ${Math.round((Date.now() - began) / 1000)} s`);
  return { settings, first };
}

const call = (origin, fields) => ({
  method: "POST",
  path: "/ar/wp-admin/admin-ajax.php",
  headers: {
    "content-type": "application/x-www-form-urlencoded; charset=UTF-8",
    origin,
    "sec-fetch-site": "same-origin",
  },
  body: new URLSearchParams(fields).toString(),
});

/** Calls 16 and 19. The answers of calls are not stored, so they may repeat. */
function reviewRequests(first) {
  // Products that have reviews of three ratings even in the small shop.
  const product = (index) => String(first + ((index * 7) % 50));
  return {
    "first page": (index) => ({ action: "cr_sort_reviews", productID: product(index), sort: "recent" }),
    "first page by votes": (index) => ({ action: "cr_sort_reviews", productID: product(index), sort: "helpful" }),
    "filtered page": (index) => ({ action: "cr_sort_reviews", productID: product(index), sort: "recent", rating: String(3 + (index % 3)) }),
    "deep page": (index) => ({ action: "cr_show_more_all_reviews", sort: "recent", page: String(150 + (index % 50)) }),
    search: (index) => ({ action: "cr_show_more_all_reviews", sort: "recent", search: `${word((index * 13) % 5000)}` }),
  };
}

/** Call 22. A position deep in the list is where the page before ended, as the browser sends it. */
function questionRequests(first) {
  const product = (index) => String(first + ((index * 7) % 20));
  return {
    "first page": (index) => ({ action: "cr_show_more_qna", productID: product(index), page: "-1" }),
    "second page": (index) => ({ action: "cr_show_more_qna", productID: product(index), page: "0" }),
    // The first product has every text even in the small shop.
    search: (index) => ({ action: "cr_show_more_qna", productID: String(first), page: "-1", search: word(((index % 100) * 31) % 5000) }),
  };
}

async function measure(shop, make) {
  const costs = [];
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = new Map();
    const send = (index) => {
      began.set(index, performance.now());
      return call(shop.origin, make(round * COUNT + index));
    };
    const seen = ({ body }, index) => {
      times.push(performance.now() - began.get(index));
      if (JSON.parse(body).html === "") throw new Error(`a list without reviews: ${JSON.stringify(make(round * COUNT + index))}: ${body}`);
    };
    costs.push(await cpuPerRequest(shop, () => load({ origin: shop.origin, count: COUNT, connections: 1, make: send, seen })));
  }
  return { cpu: medians(costs), time: median(times) };
}

async function growth(noun, size, write, requests) {
  const rows = [];
  const smallest = {};
  for (const count of [SMALL, size]) {
    const name = `matjar_${noun}_${count}`;
    const { settings, first } = fill(name, noun, count, write);
    const shop = await startShop({ ...settings, REDIS_URL: env.REDIS_URL.replace(/\/\d+$/, "/2"), MATJAR_RENDERERS: "1" });
    const kinds = requests(first);
    for (const make of Object.values(kinds)) {
      await load({ origin: shop.origin, count: 2 * COUNT, connections: 2, make: (index) => call(shop.origin, make(index)) });
    }
    for (const [kind, make] of Object.entries(kinds)) {
      const { cpu, time } = await measure(shop, make);
      const reference = (smallest[kind] ??= sum(cpu));
      rows.push({
        name: `${kind}, ${count.toLocaleString("en")} ${noun}: ${time.toFixed(1)} ms`,
        cpu,
        bare: reference,
        value: sum(cpu) / reference,
        ratio: true,
        must: count === SMALL ? undefined : kind === "search" ? 3 : 1.5,
      });
    }
    await stop(shop.child);
    psql(env.DATABASE_ADMIN_URL, `drop database ${name} with (force)`);
  }
  return Object.keys(smallest).flatMap((kind) => rows.filter((row) => row.name.startsWith(`${kind},`)));
}

/** A few products have most of the reviews: the first one has a tenth of all. */
const writeManyReviews = (address, count, first) =>
  writeReviews(address, count, `${first} + floor(power((n * 7919::bigint % 10007) / 10007.0, 3) * ${PRODUCTS})::bigint`);

export const reviewGrowth = () => growth("reviews", Number(env.MATJAR_BENCH_REVIEWS ?? 1_000_000), writeManyReviews, reviewRequests);

export const questionGrowth = () =>
  growth(
    "questions",
    Number(env.MATJAR_BENCH_QUESTIONS ?? 1_000_000),
    (address, count, first) => writeQuestions(address, count, first, PRODUCTS),
    questionRequests,
  );
