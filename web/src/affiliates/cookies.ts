import type { TrackingSettings } from "../generated/affiliates";

type Scope = Pick<TrackingSettings, "expiration" | "cookie_domain">;

const DAY_IN_SECONDS = 24 * 60 * 60;

export function readCookie(name: string): string | null {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : null;
}

/** Sets a cookie for the whole shop that lives for `expiration` days. */
export function writeCookie(name: string, value: string, { expiration, cookie_domain }: Scope): void {
  const domain = cookie_domain ? `; domain=${cookie_domain}` : "";
  const secure = location.protocol === "https:" ? "; secure" : "";
  const age = Math.round(expiration * DAY_IN_SECONDS);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${age}${domain}; samesite=lax${secure}`;
}

export function removeCookie(name: string, scope: Scope): void {
  writeCookie(name, "", { ...scope, expiration: 0 });
}
