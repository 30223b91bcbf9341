type Options = { maxAge?: number | null; domain?: string };

/**
 * Sets a cookie of the whole shop that scripts read; without `maxAge` until the browser is closed. It is Secure, but for a
 * development shop without TLS.
 */
export function setCookie(name: string, value: string, { maxAge = null, domain = "" }: Options = {}): void {
  const age = maxAge === null ? "" : `; max-age=${maxAge}`;
  const scope = domain ? `; domain=${domain}` : "";
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support
  document.cookie = `${name}=${value}; path=/${age}${scope}; samesite=lax${secure}`;
}
