/** Hides a notice on all pages until the browser is closed. `store-notice.js` reads the cookie. */
export function rememberHiddenNotice(id: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support
  document.cookie = `store_notice${id}=hidden; path=/; samesite=lax`;
}
