import type { Page, Request } from "@playwright/test";
import { makeAffiliate } from "./database";

export const AFFILIATE = "/ar/my-account/affiliate/";
export const STAFF_AFFILIATES = "/ar/wp-admin/affiliates/";
export const STAFF_PAYOUTS = "/ar/wp-admin/affiliate-payouts/";

export type Affiliate = { id: string; slug: string };

/** Gives the customer of an address an active affiliate account. */
export function newAffiliate(email: string): Affiliate {
  const slug = `e2e-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 6)}`;
  return { id: makeAffiliate(email, slug), slug };
}

const fieldsOf = (request: Request) => new URLSearchParams(request.postData() ?? "");

/** The calls of affiliates that the page sends from now on. */
export function affiliateCalls(page: Page): Array<URLSearchParams> {
  const found: Array<URLSearchParams> = [];
  page.on("request", (request) => {
    if (fieldsOf(request).get("action")?.startsWith("affwp_")) found.push(fieldsOf(request));
  });
  return found;
}

/** The cookies of affiliates, by name. */
export async function affiliateCookies(page: Page) {
  const cookies = await page.context().cookies();
  return Object.fromEntries(
    cookies.filter(({ name }) => name.startsWith("affwp_")).map((cookie) => [cookie.name, cookie]),
  );
}
