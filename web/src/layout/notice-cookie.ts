import { setCookie } from "../runtime/cookies";
import script from "./store-notice.js?url";

/**
 * Hides a notice that was dismissed before. The layout puts it right after the notice, where it blocks the parser: the
 * rest of the page is rendered when it is known whether there is a notice above, and does not move.
 */
export const HIDE_DISMISSED = script;

/** Hides a notice on all pages until the browser is closed. `store-notice.js` reads the cookie. */
export function rememberHiddenNotice(id: string): void {
  setCookie(`store_notice${id}`, "hidden");
}
