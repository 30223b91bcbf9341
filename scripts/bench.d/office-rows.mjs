// A shop for measuring the back office: a generated catalogue, a product of 300 variations, orders with what the staff's
// lists read of them, and two members of staff. Rows that are not read there (events, reserved stock, audit lines) are not
// written.
import { execFileSync } from "node:child_process";
import { createIndexes, dropIndexes, psql } from "./review-rows.mjs";
import { addMember } from "./office-staff.mjs";

const { env } = process;
const DATABASES = ["DATABASE_URL", "DATABASE_READ_URL", "DATABASE_STAFF_URL", "DATABASE_WORKER_URL", "DATABASE_MIGRATE_URL"];

/** Things of the bulk edit. */
export const BULK = 10_000;
export const VARIATIONS = 300;
export const TAG = "هدية";
/** A saved list: no list that every member has. */
export const LIST = "state=processing&method=card";

const DAYS = 730;
const STEP = 500_000;
/** So many of the newest orders are on their way. */
const NEW = 1_500;
const SENT = 4_000;

const FIRST_NAMES =
  "أحمد سلمى خالد نورة يوسف مريم إبراهيم ليلى عبدالله هدى فاطمة عمر سعاد طارق ريم حسن زينب مصطفى أمل سامي دانة فهد لطيفة بدر";
const LAST_NAMES =
  "الحربي القحطاني العتيبي الشمري الدوسري الغامدي الزهراني المطيري السبيعي العنزي الرشيدي البلوي الجهني المالكي الأحمدي العمري الشهري القرني الحارثي الثقفي السلمي الفيفي اليامي الخالدي المري النعيمي الكعبي الهاجري السويدي المنصوري الظاهري الشامسي";
export const PEOPLE = { first: FIRST_NAMES.split(" "), last: LAST_NAMES.split(" ") };

const texts = (list) => `(array[${list.map((one) => `'${one}'`).join(", ")}])`;
const pick = (list, number) => `${texts(list)}[1 + ${number} % ${list.length}]`;

/** Unique, and in no order. */
export const orderNumber = (n) => `5000000000 + ${n}::bigint * 2654435761 % 4294967296`;

// What an order is, as SQL of its place `n` and the places behind it: the newest has none.
const PIECES = "(1 + n % 3)";
const UNIT = "(1000 + n * 37 % 9000)";
const SECOND = "(case when n % 2 = 0 then 500 + n % 1000 else 0 end)";
const SUBTOTAL = `(${UNIT} * ${PIECES} + ${SECOND})`;
const SHIPPING = 500;
const TOTAL = `(${SUBTOTAL} + ${SHIPPING})`;
const STATE = `(case when ago < ${NEW} then case when n % 5 = 0 then 'on_hold' else 'processing' end
  when ago < ${SENT} then 'shipped' when n % 50 = 0 then 'cancelled' when n % 50 = 1 then 'refunded' else 'completed' end)`;
/** As long as the hash of a session. */
const PLACED_BY = "decode(md5('bench' || n % 100000) || md5('buyer' || n % 100000), 'hex')";
const IS_PAID = `(${STATE} not in ('on_hold', 'cancelled'))`;

/** Writes orders with lines, payments and the ledger. Their ids follow the demo's. Returns the highest id before them. */
function writeOrders(address, { count, products, first, member }) {
  const [orders, journals] = ["orders", "journals"].map((table) => Number(psql(address, `select coalesce(max(id), 0) from ${table}`)));
  const tables = ["orders", "order_people", "order_lines", "order_tags", "payment_attempts", "journals", "journal_entries"];
  // Written faster without; the primary keys and unique constraints stay.
  const indexes = count > 1_000_000 ? dropIndexes(address, tables) : [];
  const now = new Date().toISOString();
  const at = `timestamptz '${now}' - ago * interval '1 second' * ${(DAYS * 86_400) / count}`;
  // Few products are bought most.
  const product = (salt) => `${first} + floor(power((n * ${salt}::bigint % 10007) / 10007.0, 3) * ${products})::bigint`;
  for (let from = 1; from <= count; from += STEP) {
    const to = Math.min(count, from + STEP - 1);
    const rows = `(select n, ${count} - n as ago from generate_series(${from}::bigint, ${to}) n) placed`;
    psql(
      address,
      // Neither events nor credits of affiliates for orders of the past; foreign keys and sums are right as written, and
      // checked below.
      "set session_replication_role = replica",
      `insert into orders (id, number, key, state, placed_by, form_key, address, email, first_name, last_name, phone,
           country, city, address_1, subtotal_minor, discount_minor, shipping_minor, tax_minor, total_minor, refunded_minor,
           attribution, created_at, changed_at, paid_at, assignee_id)
       overriding system value
       select ${orders} + n, ${orderNumber("n")}, md5('bench ' || n), ${STATE}, ${PLACED_BY}, 'bench-' || n,
           '10.0.0.1', 'buyer' || n || '@example.com', ${pick(PEOPLE.first, "n")}, ${pick(PEOPLE.last, "(n / 7)")},
           '05' || lpad((n * 48271::bigint % 100000000)::text, 8, '0'), 'SA', ${pick(["الرياض", "جدة", "أبها", "الدمام"], "n")}, 'شارع الملك',
           ${SUBTOTAL}, 0, ${SHIPPING}, 0, ${TOTAL}, case when ${STATE} = 'refunded' then ${TOTAL} else 0 end,
           '{"source_type": "typein"}', ${at}, ${at}, case when ${IS_PAID} then ${at} end,
           case when ago < ${NEW} and n % 10 = 1 then ${member} end
       from ${rows} order by n`,
      `insert into order_people (order_id, people) select id, people from orders where id > ${orders} + ${from} - 1 and id <= ${orders} + ${to}`,
      `insert into order_lines (order_id, position, key, product_id, name, slug, quantity, unit_minor, total_minor, paid_minor)
       select ${orders} + n, 0, n::text, ${product(7919)}, 'منتج', 'bench', ${PIECES} * 100000, ${UNIT}, ${UNIT} * ${PIECES}, ${UNIT} * ${PIECES}
       from ${rows}
       union all
       select ${orders} + n, 1, n || '-1', ${product(104729)}, 'منتج', 'bench', 100000, ${SECOND}, ${SECOND}, ${SECOND}
       from ${rows} where n % 2 = 0`,
      `insert into order_tags (tag, order_id) select '${TAG}', ${orders} + n from ${rows} where n % 97 = 0`,
      `insert into payment_attempts (key, order_id, amount_minor, kind, state, last4, placed_by, address, created_at, changed_at)
       select lpad(n::text, 20, '0'), ${orders} + n, ${TOTAL}, case when n % 5 = 0 then 'echeck' else 'card' end,
           case ${STATE} when 'on_hold' then case when n % 100 = 0 then 'unknown' else 'processing' end
               when 'cancelled' then 'declined' when 'refunded' then 'refunded' else 'captured' end,
           lpad((n % 10000)::text, 4, '0'), ${PLACED_BY}, '10.0.0.1', ${at}, ${at}
       from ${rows}`,
      `insert into journals (id, order_id, kind, subject, at) overriding system value
       select ${journals} + 2 * n, ${orders} + n, 'payment', 'bench-' || n, ${at} from ${rows} where ${IS_PAID}
       union all
       select ${journals} + 2 * n + 1, ${orders} + n, 'refund', 'bench-' || n, ${at} from ${rows} where ${STATE} = 'refunded'`,
      `insert into journal_entries (journal_id, account, minor)
       select ${journals} + 2 * n, entry.account, entry.minor from ${rows}
       cross join lateral (values ('provider', ${TOTAL}), ('sales', -${SUBTOTAL}), ('shipping', -${SHIPPING})) entry (account, minor)
       where ${IS_PAID}
       union all
       select ${journals} + 2 * n + 1, entry.account, entry.minor from ${rows}
       cross join lateral (values ('refunds', ${TOTAL}), ('provider', -${TOTAL})) entry (account, minor)
       where ${STATE} = 'refunded'`,
    );
  }
  createIndexes(address, indexes);
  psql(
    address,
    `select setval(pg_get_serial_sequence('orders', 'id'), ${orders + count}), setval(pg_get_serial_sequence('journals', 'id'), ${journals + 2 * count + 1})`,
  );
  const wrong = psql(
    address,
    `select (select count(*) from (select journal_id from journal_entries where journal_id > ${journals + 2 * count - 20_000} group by journal_id having sum(minor) <> 0) unbalanced)
          + (select count(*) from order_lines line where line.order_id > ${orders + count - 10_000}
             and not exists (select from products where id = line.product_id))`,
  );
  if (wrong !== "0") throw new Error(`${wrong} of the written orders are not sound`);
  return orders;
}

/** The products of the bulk edit in a category of their own, and a published product of 300 variations. */
function writeProducts(address, { products, first }) {
  // In a small shop half of the products stay in their categories, so that these still fill a page.
  const things = Math.min(BULK, products / 2);
  psql(
    address,
    "insert into categories (slug, path, name) values ('bench', 'bench', 'قياس')",
    `update products set category_id = (select id from categories where path = 'bench') where id >= ${first} and id < ${first + things}`,
    `insert into products (kind, sku, slug, name, category_id)
     select 'variable', 'SHEET', 'bench-sheet', 'قماش للقياس', min(category_id) from products where sku not like 'BULK-%'`,
    "insert into attributes (name, label) values ('bench-colour', 'اللون'), ('bench-size', 'المقاس')",
    `insert into attribute_values (attribute_id, value, position)
     select id, 'لون ' || n, n from attributes, generate_series(1, 20) n where name = 'bench-colour'
     union all
     select id, 'مقاس ' || n, n from attributes, generate_series(1, ${VARIATIONS / 20}) n where name = 'bench-size'`,
    `insert into product_attributes (product_id, attribute_id, position, for_variations, value_ids)
     select product.id, attribute.id, attribute.id, true, array(select id from attribute_values where attribute_id = attribute.id order by id)
     from products product, attributes attribute where product.slug = 'bench-sheet' and attribute.name in ('bench-colour', 'bench-size')`,
    `insert into variations (product_id, sku, label, position, regular_minor, choices)
     select product.id, 'SHEET-' || n, 'لون ' || 1 + n % 20 || '، مقاس ' || 1 + n / 20, n, 1000 + n,
         jsonb_build_object('bench-colour', 'لون ' || 1 + n % 20, 'bench-size', 'مقاس ' || 1 + n / 20)
     from products product, generate_series(0, ${VARIATIONS - 1}) n where product.slug = 'bench-sheet'`,
    `with filled as (
         insert into stock_levels (sku, on_hand) select sku, 1000000 from variations where sku like 'SHEET-%' returning sku, store, on_hand)
     insert into stock_movements (sku, store, seq, delta, balance_after, reason)
     select sku, store, 1, on_hand, on_hand, 'opening balance' from filled`,
    `select reindex_listings(array(select id from products where slug = 'bench-sheet' or category_id = (select id from categories where path = 'bench')), now())`,
    "select refresh_facet_counts()",
    // Sold almost out in the last days: what the home page calls for.
    `select count(move_stock(sku, store, 100000 - on_hand, 'order bench')) from (
         select sku, store, on_hand from stock_levels where sku like 'BULK-%' and store = 1 and on_hand >= 300000 order by sku limit 2000) level`,
    // Each generated product was made by somebody in the last two months.
    `insert into changes (thing, thing_id, version, actor, at, before, after)
     select 'product', id, 1, 'staff 1', now() - id % 60 * interval '1 day', '{}', jsonb_build_object('name', name)
     from products where sku like 'BULK-%'`,
  );
}

/** Makes a shop of this size in a database of its own. */
export function makeShop({ products, orders }) {
  const name = `matjar_office_${products}_${orders}`;
  psql(env.DATABASE_ADMIN_URL, `create database ${name} owner shop_migrate`);
  const settings = Object.fromEntries(
    [...DATABASES, "DATABASE_MEDIA_URL", "DATABASE_ADMIN_URL"].map((key) => [key, env[key].replace("/matjar_bench?", `/${name}?`)]),
  );
  const address = settings.DATABASE_ADMIN_URL;
  const began = Date.now();
  execFileSync(env.MATJAR_SERVER, ["migrate"], { env: { ...env, ...settings } });
  execFileSync(env.MATJAR_SERVER, ["seed", "--products", String(products)], { env: { ...env, ...settings }, stdio: ["ignore", "ignore", "inherit"] });
  const members = ["asker", "second"].map((who) => addMember(settings, `${who}@example.com`));
  const member = Number(psql(address, `select id from staff where email_key = 'asker@example.com'`));
  const first = Number(psql(address, "select min(id) from products where sku like 'BULK-%'"));
  writeProducts(address, { products, first });
  const before = writeOrders(address, { count: orders, products, first, member });
  psql(
    address,
    `insert into order_lists (staff_id, title, query, is_shared) values (${member}, 'بطاقات تنتظر', '${LIST}', false)`,
    "vacuum analyze",
  );
  console.error(`bench: ${products} products and ${orders} orders written in ${Math.round((Date.now() - began) / 1000)} s`);
  return { name, settings, address, members, first, before, products, orders };
}

export const dropShop = ({ name }) => psql(env.DATABASE_ADMIN_URL, `drop database ${name} with (force)`);
