// Reviews for measurements, written by SQL: their words, ratings and dates are spread as in a shop, their texts are not.
import { execFileSync } from "node:child_process";

const { env } = process;

/** Runs statements, each in a transaction of its own. By standard input: they may be long. */
export const psql = (address, ...commands) =>
  execFileSync(`${env.MATJAR_PG_BIN}/psql`, ["-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", address], {
    encoding: "utf8",
    input: commands.map((one) => `${one};\n`).join(""),
    maxBuffer: 1 << 26,
  }).trim();

const WORDS = 5000;
const TEXTS = 10_000;
const WORDS_OF_A_TEXT = 14;

/** Words of Latin letters: no article or ending is taken from them. */
export function word(number) {
  const char = (digit) => String.fromCharCode(97 + digit);
  return `q${char(number % 26)}${char(Math.floor(number / 26) % 26)}${char(Math.floor(number / 676) % 26)}`;
}

/** `hash` of crates/reviews/src/rules/words.rs, for a word together with a product, or alone. */
function key(text, product = 0) {
  let mixed = 0xcbf29ce484222325n;
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(product));
  for (const byte of [...bytes, ...Buffer.from(text)]) {
    mixed = BigInt.asUintN(64, (mixed ^ BigInt(byte)) * 0x100000001b3n);
  }
  return Number(BigInt.asIntN(32, (mixed >> 32n) ^ mixed));
}

function words(text) {
  const numbers = Array.from({ length: WORDS_OF_A_TEXT }, (_, at) => (text * 31 + at * at * 97 + at * 7) % WORDS);
  return [...new Set(numbers)].map(word);
}

const array = (keys) => `'{${keys.sort((a, b) => a - b).join(",")}}'`;

/** Stores the texts from which reviews take theirs. */
function makeTexts(address) {
  const rows = Array.from({ length: TEXTS }, (_, text) => `(${text}, '${words(text).join(" ")}', ${array(words(text).map((one) => key(one)))})`);
  psql(address, "create unlogged table if not exists bench_texts (number integer primary key, text text, keys integer[])", "truncate bench_texts");
  for (let from = 0; from < rows.length; from += 1000) {
    psql(address, `insert into bench_texts values ${rows.slice(from, from + 1000).join(",")}`);
  }
}

/** Drops the indexes that no constraint needs, and returns their definitions: rows are written faster without them. */
export function dropIndexes(address, tables) {
  const definitions = psql(
    address,
    `select json_agg(json_build_object('name', one.indexrelid::regclass, 'sql', pg_get_indexdef(one.indexrelid)))
     from pg_index one where one.indrelid = any (array[${tables.map((table) => `'${table}'::regclass`).join(", ")}])
       and not exists (select from pg_constraint where conindid = one.indexrelid)`,
  );
  const indexes = JSON.parse(definitions);
  psql(address, ...indexes.map(({ name }) => `drop index ${name}`));
  return indexes.map(({ sql }) => sql);
}

export function createIndexes(address, definitions) {
  psql(address, "set maintenance_work_mem = '2GB'", ...definitions);
}

/**
 * Writes `count` published reviews. `product` is an SQL expression of the number `n` of the review. The figures are
 * counted afterwards, as the shop does it.
 */
export function writeReviews(address, count, product) {
  makeTexts(address);
  const indexes = count > 1_000_000 ? dropIndexes(address, ["reviews", "review_scores"]) : [];
  const step = 500_000;
  for (let from = 0; from < count; from += step) {
    const to = Math.min(count, from + step);
    psql(
      address,
      "set session_replication_role = replica",
      `with written as (
         insert into reviews (product_id, rating, text, keys, name, email, state, created_at, published_at)
         select ${product}, 5 - (abs(hashint8(n)::bigint) % 13 / 3)::integer, text.text, text.keys, 'عميل ' || n % 1000, null, 'published',
                now() - (${count} - n) * interval '1 second', now()
         from generate_series(${from}, ${to - 1}) n join bench_texts text on text.number = n * 7919::bigint % ${TEXTS}
         order by n
         returning id, product_id, rating)
       insert into review_scores (review_id, product_id, rating, upvotes)
       select id, product_id, rating, id % 13 from written`,
    );
  }
  createIndexes(address, indexes);
  const sums = `count(*), sum(rating), ${[1, 2, 3, 4, 5].map((stars) => `count(*) filter (where rating = ${stars})`).join(", ")}, 0`;
  psql(
    address,
    "delete from review_summaries",
    `insert into review_summaries (scope, count, sum, rated_1, rated_2, rated_3, rated_4, rated_5, media)
     select product_id, ${sums} from reviews where state = 'published' and product_id is not null group by product_id`,
    `insert into review_summaries (scope, count, sum, rated_1, rated_2, rated_3, rated_4, rated_5, media)
     select 0, ${sums} from reviews where state = 'published'`,
    "vacuum analyze reviews",
    "vacuum analyze review_scores",
  );
}

const QUESTION_TEXTS = 100;

/**
 * Writes `count` published questions about `products` products from the number `first` on, two of three answered. A search
 * is always within one product, so the keys of a text differ from product to product.
 */
export function writeQuestions(address, count, first, products) {
  psql(
    address,
    "create unlogged table bench_questions (product bigint, number integer, text text, keys integer[], primary key (product, number))",
  );
  for (let product = first; product < first + products; product += 1) {
    const rows = Array.from({ length: QUESTION_TEXTS }, (_, text) => {
      const own = words(text);
      return `(${product}, ${text}, '${own.join(" ")}', ${array(own.flatMap((one) => [key(one), key(one, product)]))})`;
    });
    psql(address, `insert into bench_questions values ${rows.join(",")}`);
  }
  const indexes = count > 1_000_000 ? dropIndexes(address, ["questions", "question_answers", "question_scores"]) : [];
  const step = 500_000;
  for (let from = 0; from < count; from += step) {
    psql(
      address,
      "set session_replication_role = replica",
      `with written as (
         insert into questions (product_id, text, keys, name, state, created_at, published_at)
         select source.product, source.text, source.keys, 'عميل ' || n % 1000, 'published', now() - (${count} - n) * interval '1 second', now()
         from generate_series(${from}, ${Math.min(count, from + step) - 1}) n
         join bench_questions source on source.number = n * 7919::bigint % ${QUESTION_TEXTS}
           and source.product = ${first} + floor(power((n * 7919::bigint % 10007) / 10007.0, 3) * ${products})::bigint
         order by n
         returning id, product_id),
       answered as (
         insert into question_answers (question_id, product_id, text, name, state, created_at, published_at)
         select id, product_id, 'نعم، ويصل في علبة مناسبة.', 'عميل', 'published', now(), now() from written where id % 3 > 0)
       insert into question_scores (question_id, answers, upvotes) select id, (id % 3 > 0)::integer, id % 7 from written`,
    );
  }
  createIndexes(address, indexes);
  psql(
    address,
    `insert into question_counts (product_id, count)
     select product_id, count(*) from questions where state = 'published' group by product_id
     on conflict (product_id) do update set count = excluded.count`,
  );
}
