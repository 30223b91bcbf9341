import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import type { OwnShop } from "./closed-shop";

/** What somebody of the shop does in its database, until there is an office to do it in. */
function write(sql: string, url = process.env.DATABASE_STAFF_URL): string {
  const { MATJAR_PG_BIN: folder } = process.env;
  if (!folder || !url)
    throw new Error("MATJAR_PG_BIN and DATABASE_STAFF_URL lead to the database; `make e2e` sets them");
  const options = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-1"];
  return execFileSync(join(folder, "psql"), [url, ...options, "-c", sql], { encoding: "utf8" });
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * Adds wishes to those that are kept under a name. Every server hears of it within a second or two, and so would every
 * other test: only for a shop of one's own.
 */
export function wish(
  { staffDatabase }: OwnShop,
  name: "discounts" | "gallery",
  wishes: Record<string, unknown>,
): void {
  write(
    `insert into settings (name, value) values (${quoted(name)}, ${quoted(JSON.stringify(wishes))}::jsonb)
      on conflict (name) do update set value = settings.value || excluded.value;
    insert into cache_purges (tag) values ('settings')`,
    staffDatabase,
  );
}

/** One try to pay, as the shop's books have it. */
export type Attempt = {
  key: string;
  state: string;
  kind: string;
  provider_ref: string | null;
  last4: string;
};

/** Every try to pay an order, in their order. */
export const attemptsOf = (number: string): Array<Attempt> =>
  JSON.parse(
    write(`select coalesce(json_agg(a order by a.created_at), '[]') from payment_attempts a
      join orders o on o.id = a.order_id where o.number = ${Number(number)}`),
  );

/** The numbers of all orders of an address. */
export const ordersOf = (email: string): Array<string> =>
  JSON.parse(
    write(
      `select coalesce(json_agg(number::text order by id), '[]') from orders where email = ${quoted(email)}`,
    ),
  );

/** Where an order came from, as its buyer's browser said. */
export const attributionOf = (number: string): Record<string, string> =>
  JSON.parse(write(`select attribution from orders where number = ${Number(number)}`));

/** Lets somebody in, and gives the value of their cookie. */
export function staffToken({ staffDatabase }: OwnShop): string {
  const token = randomBytes(32).toString("hex");
  const hash = createHash("sha256").update(token).digest("hex");
  write(
    `insert into staff_sessions (token_hash, name, expires_at)
      values ('\\x${hash}', 'مدير', now() + interval '1 hour')`,
    staffDatabase,
  );
  return token;
}

export type NewCustomer = { email: string; firstName: string; passwordHash: string };

/**
 * Makes an account as a confirmed registration leaves it, and gives the value of the cookie that it is signed in with.
 * What the browser had in its cart as a guest becomes the customer's.
 */
export function addCustomer({ email, firstName, passwordHash }: NewCustomer, guest?: string): string {
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
    process.env.DATABASE_URL,
  );
  return token;
}
