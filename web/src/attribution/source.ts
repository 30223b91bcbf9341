/** The values of the cookie `sbjs_current`, by the platform's short names. */
export type Source = {
  typ: "utm" | "organic" | "referral" | "typein";
  src: string;
  mdm: string;
  cmp: string;
  cnt: string;
  trm: string;
  id: string;
  plt: string;
  fmt: string;
  tct: string;
};

export const NONE = "(none)";
export const DIRECT = "(direct)";

const MAX_VALUE_CHARS = 200;

const REST = { cmp: NONE, cnt: NONE, trm: NONE, id: NONE, plt: NONE, fmt: NONE, tct: NONE };

const PARAMETERS = {
  src: "utm_source",
  mdm: "utm_medium",
  cmp: "utm_campaign",
  cnt: "utm_content",
  trm: "utm_term",
  id: "utm_id",
  plt: "utm_source_platform",
  fmt: "utm_creative_format",
  tct: "utm_marketing_tactic",
} as const;

/** Name of a search engine, the domain of its results, and the parameter with the query. */
const ENGINES: Array<[name: string, domain: string, query: string]> = [
  ["bing", "bing.com", "q"],
  ["yahoo", "yahoo.com", "p"],
  ["yandex", "yandex.ru", "text"],
  ["yandex", "yandex.com", "text"],
  ["duckduckgo", "duckduckgo.com", "q"],
  ["baidu", "baidu.com", "wd"],
  ["ecosia", "ecosia.org", "q"],
  ["qwant", "qwant.com", "q"],
  ["startpage", "startpage.com", "query"],
  ["brave", "search.brave.com", "q"],
  ["naver", "search.naver.com", "query"],
  ["aol", "search.aol.com", "q"],
  ["ask", "ask.com", "q"],
];

/** Google has a domain in each country: google.com, google.ae, google.com.sa, google.co.uk. */
const GOOGLE = /(^|\.)google\.([^.]+|com?\.[^.]{2})$/;

function engineOf(host: string): { name: string; query: string } | null {
  if (GOOGLE.test(host)) return { name: "google", query: "q" };
  const found = ENGINES.find(([, domain]) => host === domain || host.endsWith(`.${domain}`));
  return found ? { name: found[0], query: found[2] } : null;
}

function parse(text: string): URL | null {
  return /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : null;
}

const hostOf = (url: URL) => url.hostname.replace(/^www\./, "");

function limited(value: string | null): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
  const clean = (value ?? "").trim().replace(/[\u0000-\u001f\u007f-\u009f]/g, "");
  return [...clean].slice(0, MAX_VALUE_CHARS).join("") || NONE;
}

/**
 * The source of a visit, from its first page and the page before it. The server computes the same: both run
 * `vectors/attribution/sources.json`.
 */
export function sourceOf(entry: string, referrer: string): Source {
  const page = parse(entry);
  const value = (name: string) => limited(page?.searchParams.get(name) ?? null);
  if (Object.values(PARAMETERS).some((name) => value(name) !== NONE)) {
    const values = Object.entries(PARAMETERS).map(([key, name]) => [key, value(name)]);
    return { typ: "utm", ...Object.fromEntries(values) };
  }
  const direct: Source = { typ: "typein", src: DIRECT, mdm: NONE, ...REST };
  const before = parse(referrer);
  if (!before) return direct;
  const host = hostOf(before);
  const engine = engineOf(host);
  if (engine) {
    const trm = limited(before.searchParams.get(engine.query));
    return { typ: "organic", src: engine.name, mdm: "organic", ...REST, trm };
  }
  if (page && hostOf(page) === host) return direct;
  return { typ: "referral", src: host, mdm: "referral", ...REST, cnt: limited(before.pathname) };
}
