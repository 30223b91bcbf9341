import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import type { OwnShop } from "./closed-shop";
import type { Product } from "./products";

/** Runs SQL as staff, for actions without a staff page. */
function write(sql: string, url = process.env.DATABASE_STAFF_URL): string {
  const { MATJAR_PG_BIN: folder } = process.env;
  if (!folder || !url)
    throw new Error("MATJAR_PG_BIN and DATABASE_STAFF_URL lead to the database; `make e2e` sets them");
  const options = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-1"];
  return execFileSync(join(folder, "psql"), [url, ...options, "-c", sql], { encoding: "utf8" });
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * Merges settings into those stored under a name. Every server reloads them within two seconds and all tests share
 * them, so this is only for a separate shop.
 */
export function saveSettings(
  { staffDatabase }: OwnShop,
  name: "discounts" | "gallery" | "payment_methods" | "reviews",
  settings: Record<string, unknown>,
): void {
  write(
    `insert into settings (name, value) values (${quoted(name)}, ${quoted(JSON.stringify(settings))}::jsonb)
      on conflict (name) do update set value = settings.value || excluded.value;
    insert into cache_purges (tag) values ('settings')`,
    staffDatabase,
  );
}

/** A review as the shop stores it. */
export type StoredReview = { id: number; state: string; reason: string; signals: Array<string> };

/** The review of an address. */
export const reviewOf = (email: string, url = process.env.DATABASE_STAFF_URL): StoredReview =>
  JSON.parse(
    write(
      `select json_build_object('id', id, 'state', state, 'reason', reason, 'signals', signals) from reviews
      where email = ${quoted(email)}`,
      url,
    ),
  );

/** Shows a notice from now on; an empty one ends it. Only for a separate shop: every page shows it. */
export function setNotice({ staffDatabase }: OwnShop, kind: "store" | "coming-soon", text: string): void {
  write(
    `insert into notices (kind, text, valid_from) values (${quoted(kind)}, ${quoted(text)}, now());
    insert into cache_purges (tag) values (${quoted(`notice:${kind}`)})`,
    staffDatabase,
  );
}

/** The number of the last purge of a tag; 0 without one. */
export const lastPurge = (tag: string): number =>
  Number(write(`select coalesce(max(id), 0) from cache_purges where tag = ${quoted(tag)}`));

/** A payment attempt as the shop stores it. */
export type Attempt = {
  key: string;
  state: string;
  kind: string;
  provider_ref: string | null;
  last4: string;
};

/** All payment attempts of an order, oldest first. */
export const attemptsOf = (number: string): Array<Attempt> =>
  JSON.parse(
    write(`select coalesce(json_agg(a order by a.created_at), '[]') from payment_attempts a
      join orders o on o.id = a.order_id where o.number = ${Number(number)}`),
  );

/** The numbers of all orders of an email address. */
export const ordersOf = (email: string): Array<string> =>
  JSON.parse(
    write(
      `select coalesce(json_agg(number::text order by id), '[]') from orders where email = ${quoted(email)}`,
    ),
  );

/** The attribution of an order, as the buyer's browser reported it. */
export const attributionOf = (number: string): Record<string, string> =>
  JSON.parse(write(`select attribution from orders where number = ${Number(number)}`));

/** Creates a staff session and returns the value of its cookie. */
export function staffToken({ staffDatabase }: OwnShop): string {
  const token = randomBytes(32).toString("hex");
  const hash = createHash("sha256").update(token).digest("hex");
  write(
    `with member as (
      insert into staff (email_key, name, role, password_hash, totp_secret)
      values ('${token}@example.com', 'مدير', 'owner', '', '') returning id, name)
    insert into staff_sessions (token_hash, staff_id, name, expires_at)
      select '\\x${hash}', id, name, now() + interval '1 hour' from member`,
    staffDatabase,
  );
  return token;
}

export type NewCustomer = { email: string; firstName: string; passwordHash: string };

/**
 * Creates an account in the state after a confirmed registration, and returns the value of its session cookie. The
 * guest's cart becomes the customer's.
 */
export function addCustomer(
  { email, firstName, passwordHash }: NewCustomer,
  guest?: string,
  database = process.env.DATABASE_URL,
): string {
  const token = randomBytes(32).toString("hex");
  const hashOf = (text: string) => `'\\x${createHash("sha256").update(text).digest("hex")}'::bytea`;
  const name = email.split("@")[0] ?? "";
  write(
    `with guest as (delete from sessions where token_hash = ${hashOf(guest ?? "")} returning cart_id),
      new_cart as (
        insert into carts (created_at, updated_at)
        select now(), now() where not exists (select from guest where cart_id is not null) returning id),
      cart as (select cart_id as id from guest where cart_id is not null union all select id from new_cart),
      customer as (
        insert into customers (email, email_key, user_name, user_name_key, password_hash, first_name, cart_id, created_at)
        select ${quoted(email)}, lower(${quoted(email)}), ${quoted(name)}, ${quoted(name)}, ${quoted(passwordHash)},
          ${quoted(firstName)}, cart.id, now()
        from cart returning id, cart_id)
    insert into sessions (token_hash, customer_id, cart_id, created_at, expires_at)
    select ${hashOf(token)}, id, cart_id, now(), now() + interval '30 days' from customer`,
    database,
  );
  return token;
}

/** Gives a customer an active affiliate account and returns its number. */
export const makeAffiliate = (email: string, slug: string): string =>
  write(
    `insert into affiliates (id, customer_id, slug, state, created_at)
    select 900000000 + id, id, ${quoted(slug)}, 'active', now() from customers where email_key = lower(${quoted(email)})
    returning id`,
  ).trim();

/** A cart that its owner left: the path of the link that restores a piece of the product. */
export function leftCart(product: Product): string {
  const key = randomBytes(16).toString("hex");
  const hash = createHash("sha256").update(key).digest("hex");
  write(
    `insert into followups (cause, person, occasion, happened_at, state, planned_at, finished_at, stop_hash, restore_hash,
        restore_expires_at, lines)
      select 'abandoned-cart', ${quoted(`${key}@example.com`)}, 0, now(), 'sent', now(), now(), '\\x${hash}', '\\x${hash}',
        now() + interval '1 day', jsonb_build_array(jsonb_build_object('product', id, 'variation', null, 'quantity', 100000))
      from products where name = ${quoted(product.name)}`,
    process.env.DATABASE_WORKER_URL,
  );
  return `/ar/follow-ups/cart/${key}/`;
}

/** A new product without stock that no list shows, for a test that lets pieces arrive. */
export function addSoldOutProduct(): Product & { sku: string } {
  const word = randomBytes(4).toString("hex");
  const [sku, slug, name] = [`E2E-${word}`, `e2e-${word}`, `عطر ${word}`];
  write(
    `insert into products (kind, status, sku, slug, name, description, category_id, regular_minor)
     select 'simple', 'hidden', ${quoted(sku)}, ${quoted(slug)}, ${quoted(name)}, '{}', min(id), 6400 from categories`,
  );
  return { sku, path: `/ar/product/${slug}/`, name, price: "64.00\u00a0$" };
}

/** Pieces arrive in the online store. */
export function addStock(sku: string, pieces: number): void {
  write(`select move_stock(${quoted(sku)}, 1::smallint, ${pieces * 100_000}, 'delivery')`);
}
