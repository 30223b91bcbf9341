/** What an affiliate's link says. */
export type Referral = { affiliate: string; campaign: string };

/** Reads `?ref={affiliate}` or `/ref/{affiliate}/` at the end of the path, and `campaign`. */
export function readReferral({ pathname, search }: Pick<Location, "pathname" | "search">): Referral | null {
  const query = new URLSearchParams(search);
  const inPath = /\/ref\/([^/]+)\/?$/.exec(pathname)?.[1];
  const affiliate = (query.get("ref") ?? (inPath ? decode(inPath) : "")).trim();
  return affiliate ? { affiliate, campaign: query.get("campaign") ?? "" } : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

export const isNumber = (affiliate: string) => /^\d+$/.test(affiliate);

/** Whether a visit counts: the first affiliate does, or with `creditLast` the last one. */
export function isCounted(affiliate: string, current: string | null, creditLast: boolean): boolean {
  return !current || (creditLast && current !== affiliate);
}
