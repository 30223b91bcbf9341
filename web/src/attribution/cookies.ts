import { setCookie } from "../runtime/cookies";

/** The platform's source cookies. All of them are deleted when tracking is not allowed. */
export const COOKIE_NAMES = [
  "sbjs_current",
  "sbjs_current_add",
  "sbjs_first",
  "sbjs_first_add",
  "sbjs_session",
  "sbjs_udata",
] as const;

export type CookieName = (typeof COOKIE_NAMES)[number];
export type Pairs = Record<string, string>;

/** The lifetime setting of the platform, in months. */
const LIFETIME_MONTHS = 0.00001;

/** Minutes, rounded down: 0, so the cookies have no expiry and end with the browser. */
export const LIFETIME_MINUTES = Math.floor(LIFETIME_MONTHS * 30 * 24 * 60);

const escaped = (text: string) =>
  encodeURIComponent(text).replace(
    /[!~*'()]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Joined by `|||` and percent-encoded, not base64. */
export function formatCookie(pairs: Pairs): string {
  return escaped(
    Object.entries(pairs)
      .map(([name, value]) => `${name}=${value}`)
      .join("|||"),
  );
}

export function parseCookie(value: string): Pairs {
  let text = value;
  try {
    text = decodeURIComponent(value);
  } catch {
    // Written by another script.
  }
  const pairs = text.split("|||").filter((pair) => pair.includes("="));
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
}

export function readText(name: string): string | null {
  const start = `${name}=`;
  const found = document.cookie.split("; ").find((cookie) => cookie.startsWith(start));
  return found === undefined ? null : found.slice(start.length);
}

export function readCookie(name: CookieName): Pairs | null {
  const text = readText(name);
  return text ? parseCookie(text) : null;
}

export function writeText(name: string, value: string, maxAge: number | null): void {
  setCookie(name, value, { maxAge });
}

export function writeCookie(name: CookieName, pairs: Pairs): void {
  writeText(name, formatCookie(pairs), LIFETIME_MINUTES ? LIFETIME_MINUTES * 60 : null);
}

export function deleteSourceCookies(): void {
  for (const name of COOKIE_NAMES) writeText(name, "", -1);
}
