import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";

/** What somebody of the shop does in its database, until there is an office to do it in. */
function write(sql: string): string {
  const { MATJAR_PG_BIN: folder, DATABASE_STAFF_URL: url } = process.env;
  if (!folder || !url)
    throw new Error("MATJAR_PG_BIN and DATABASE_STAFF_URL lead to the database; `make e2e` sets them");
  const options = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-1"];
  return execFileSync(join(folder, "psql"), [url, ...options, "-c", sql], { encoding: "utf8" });
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Adds wishes to those that are kept under a name. Every server hears of it within a second or two. */
export function wish(name: "discounts" | "gallery", wishes: Record<string, unknown>): void {
  write(`insert into settings (name, value) values (${quoted(name)}, ${quoted(JSON.stringify(wishes))}::jsonb)
    on conflict (name) do update set value = settings.value || excluded.value;
    insert into cache_purges (tag) values ('settings')`);
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
export function staffToken(): string {
  const token = randomBytes(32).toString("hex");
  const hash = createHash("sha256").update(token).digest("hex");
  write(`insert into staff_sessions (token_hash, name, expires_at)
    values ('\\x${hash}', 'مدير', now() + interval '1 hour')`);
  return token;
}
