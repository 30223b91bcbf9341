import { type Pairs, readCookie, writeCookie } from "./cookies";
import { NONE, type Source, sourceOf } from "./source";

/** A visit that pauses for longer is a new one. */
const SESSION_SECONDS = 30 * 60;
const MAX_ADDRESS_CHARS = 500;
const MAX_AGENT_CHARS = 300;

export type Here = { url: string; referrer: string; userAgent: string; now: Date };

/** The current source with the page and time at which its visit began, the session and the visitor. */
export type Visit = { source: Source; entry: Pairs; session: Pairs; visitor: Pairs; isNew: boolean };

const limited = (text: string, max: number) => text.slice(0, max);

/** `2026-11-17 10:00:00`, in UTC. */
const dateTime = (time: Date) => time.toISOString().slice(0, 19).replace("T", " ");

const isSame = (one: Pairs, other: Source) =>
  Object.entries(other).every(([name, value]) => one[name] === value);

/**
 * Which source the page belongs to. A campaign or a search engine begins a new one at any time; another site only at the
 * beginning of a visit, because shoppers come back from payment pages; a typed address never replaces a source.
 */
function isNewSource(found: Source, saved: Pairs | null, isLive: boolean): boolean {
  if (!saved) return true;
  if (found.typ === "utm" || found.typ === "organic") return !isLive || !isSame(saved, found);
  return found.typ === "referral" && !isLive;
}

/** Counts the page and saves the source in the platform's cookies. */
export function recordVisit({ url, referrer, userAgent, now }: Here): Visit {
  const before = readCookie("sbjs_session");
  const seconds = Math.floor(now.getTime() / 1000);
  const isLive = before !== null && seconds - Number(before.lst ?? 0) < SESSION_SECONDS;
  const saved = readCookie("sbjs_current");
  const found = sourceOf(url, referrer);

  let source = saved as Source | null;
  let entry = readCookie("sbjs_current_add");
  if (!source || !entry || isNewSource(found, saved, isLive)) {
    source = found;
    entry = {
      fd: dateTime(now),
      ep: limited(url, MAX_ADDRESS_CHARS),
      rf: limited(referrer, MAX_ADDRESS_CHARS) || NONE,
    };
    writeCookie("sbjs_current", source);
    writeCookie("sbjs_current_add", entry);
  }
  if (!readCookie("sbjs_first")) {
    writeCookie("sbjs_first", source);
    writeCookie("sbjs_first_add", entry);
  }

  const visits = Number(readCookie("sbjs_udata")?.vst ?? 0) || 0;
  const visitor = {
    vst: String(isLive ? visits || 1 : visits + 1),
    uip: NONE,
    uag: limited(userAgent, MAX_AGENT_CHARS),
  };
  const pages = isLive ? (Number(before.pgs) || 0) + 1 : 1;
  // The cookie has no expiry, so it has the time of the last page.
  const session = { pgs: String(pages), cpg: limited(url, MAX_ADDRESS_CHARS), lst: String(seconds) };
  writeCookie("sbjs_udata", visitor);
  writeCookie("sbjs_session", session);
  return { source, entry, session, visitor, isNew: !isLive };
}
