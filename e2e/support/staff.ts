import { execFileSync } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { newEmail } from "./accounts";

export const STAFF_LOGIN = "/ar/wp-login.php";
export const STAFF_ORDERS = "/ar/wp-admin/orders/";
export const STAFF_REVIEWS = "/ar/wp-admin/reviews/";
export const STAFF_BARCODES = "/ar/wp-admin/barcodes/";
export const STAFF_STOCK = "/ar/wp-admin/stock/";

export const PASSWORD = "بوابة الدكان 2026";

export type Member = { email: string; secret: Buffer };

/** A staff account, created with the server's command. */
export function newMember(): Member {
  const program = process.env.MATJAR_SERVER;
  if (!program) throw new Error("MATJAR_SERVER names the server's program; `make e2e` sets it");
  const member = { email: newEmail(), secret: randomBytes(20) };
  const options = [
    "--email",
    member.email,
    "--name",
    "هدى",
    "--admin",
    "--secret",
    member.secret.toString("hex"),
  ];
  execFileSync(program, ["staff", "add", ...options], { input: PASSWORD });
  return member;
}

/** The current one-time code. */
export function codeOf(secret: Buffer, now = Date.now()): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const mac = createHmac("sha1", secret).update(step).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Signs a staff member in with the same request as the page. */
export async function signInStaff(page: Page): Promise<Member> {
  const member = newMember();
  const html = await (await page.request.get(STAFF_LOGIN)).text();
  const nonce = /name="_wpnonce" value="([0-9a-f]{32})"/.exec(html.slice(html.indexOf("<main")))?.[1] ?? "";
  const form = { log: member.email, pwd: PASSWORD, code: codeOf(member.secret), _wpnonce: nonce };
  const answer = await page.request.post(STAFF_LOGIN, { form });
  if (!answer.url().endsWith("/ar/wp-admin/"))
    throw new Error(`no way in: ${answer.status()} ${answer.url()}`);
  return member;
}
