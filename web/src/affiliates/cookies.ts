import type { TrackingSettings } from "../generated/affiliates";
import { setCookie } from "../runtime/cookies";

type Scope = Pick<TrackingSettings, "expiration" | "cookie_domain">;

const DAY_IN_SECONDS = 24 * 60 * 60;

export function readCookie(name: string): string | null {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : null;
}

/** Sets a cookie for the whole shop that lives for `expiration` days. */
export function writeCookie(name: string, value: string, { expiration, cookie_domain }: Scope): void {
  const maxAge = Math.round(expiration * DAY_IN_SECONDS);
  setCookie(name, encodeURIComponent(value), { maxAge, domain: cookie_domain });
}

export function removeCookie(name: string, scope: Scope): void {
  writeCookie(name, "", { ...scope, expiration: 0 });
}
