import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";

/** What somebody of the shop does in its database, until there is an office to do it in. */
function write(sql: string): void {
  const { MATJAR_PG_BIN: folder, DATABASE_STAFF_URL: url } = process.env;
  if (!folder || !url)
    throw new Error("MATJAR_PG_BIN and DATABASE_STAFF_URL lead to the database; `make e2e` sets them");
  execFileSync(join(folder, "psql"), [url, "-X", "-q", "-v", "ON_ERROR_STOP=1", "-1", "-c", sql]);
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Adds wishes to those that are kept under a name. Every server hears of it within a second or two. */
export function wish(name: "discounts" | "gallery", wishes: Record<string, unknown>): void {
  write(`insert into settings (name, value) values (${quoted(name)}, ${quoted(JSON.stringify(wishes))}::jsonb)
    on conflict (name) do update set value = settings.value || excluded.value;
    insert into cache_purges (tag) values ('settings')`);
}

/** Lets somebody in, and gives the value of their cookie. */
export function staffToken(): string {
  const token = randomBytes(32).toString("hex");
  const hash = createHash("sha256").update(token).digest("hex");
  write(`insert into staff_sessions (token_hash, name, expires_at)
    values ('\\x${hash}', 'مدير', now() + interval '1 hour')`);
  return token;
}
