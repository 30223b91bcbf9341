// What the texts of visitors cost: a product page with 1,000 questions and a post with 1,000 comments, each against one that
// has none, warm and cold.
import { comparePages } from "./compare-pages.mjs";
import { psql } from "./review-rows.mjs";

const COUNT = 1000;
/** Pages with that many, and as many without. */
const PAGES = 20;

const sql = (...commands) => psql(process.env.DATABASE_ADMIN_URL, ...commands);
const paths = (make, from) => Array.from({ length: PAGES }, (_, index) => make(from + index));

/** Two of three questions are answered. */
function writeQuestions() {
  const first = Number(sql("select id from products where slug = 'bulk-1'"));
  sql(
    `with written as (
       insert into questions (product_id, text, name, state, created_at, published_at)
       select ${first} + n % ${PAGES}, 'هل يصلح هذا المنتج للهدايا في المناسبات؟', 'عميل ' || n % 1000, 'published',
              now() - n * interval '1 minute', now()
       from generate_series(1, ${COUNT * PAGES}) n returning id, product_id),
     answered as (
       insert into question_answers (question_id, product_id, text, name, state, created_at, published_at)
       select id, product_id, 'نعم، ويصل في علبة مناسبة.', 'عميل', 'published', now(), now() from written where id % 3 > 0)
     insert into question_scores (question_id, answers) select id, (id % 3 > 0)::integer from written`,
    `insert into question_counts (product_id, count)
     select product_id, count(*) from questions where state = 'published' group by product_id
     on conflict (product_id) do update set count = excluded.count`,
    "vacuum analyze questions",
    "vacuum analyze question_answers",
  );
}

/** Copies of one post of the demo shop. Every second comment answers the one before it. */
function writeComments() {
  sql(
    `with copies as (
       insert into content_items (kind, slug, published_at, created_at, comment_count)
       select 'post', 'bench-' || n, now() - interval '1 year', now(), case when n <= ${PAGES} then ${COUNT} else 0 end
       from generate_series(1, ${2 * PAGES}) n returning id),
     post as (
       select version.* from content_versions version join content_items item on item.id = version.item_id
       where item.kind = 'post' and version.valid_from is not null order by version.id limit 1)
     insert into content_versions (item_id, valid_from, title, lead, author, picture, blocks, categories, saved_at)
     select copies.id, now() - interval '1 year', title, lead, author, picture, blocks, categories, saved_at from copies, post`,
    `insert into comments (post_id, text, name, state, created_at, published_at)
     select id, 'شكرًا على الشرح، جرّبتها ونجحت من أول مرة.', 'قارئ ' || n, 'published', now() - n * interval '1 minute', now()
     from content_items, generate_series(1, ${COUNT / 2}) n where slug like 'bench-%' and comment_count > 0`,
    `insert into comments (post_id, parent_id, ancestors, text, name, state, created_at, published_at)
     select post_id, id, array[id], 'صحيح، وأنا كذلك.', 'قارئ', 'published', now(), now()
     from comments where post_id in (select id from content_items where slug like 'bench-%')`,
    "vacuum analyze comments",
  );
}

export async function texts(shop) {
  writeQuestions();
  writeComments();
  const product = (number) => `/ar/product/bulk-${number}/`;
  const post = (number) => `/ar/bench-${number}/`;
  const count = COUNT.toLocaleString("en");
  return [
    ...(await comparePages(shop, `product page with ${count} questions`, paths(product, 1), paths(product, 1 + PAGES), "prices")),
    ...(await comparePages(shop, `post with ${count} comments`, paths(post, 1), paths(post, 1 + PAGES), "settings")),
  ];
}
