import { HISTORY_KEY } from "../runtime/viewed-products";

/** One more than is shown: the product of the page itself is left out. */
const MAX = 13;

/** Ids of the products whose pages were opened in this browser, newest first. They never leave it but for their cards. */
export function readRecent(): Array<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(HISTORY_KEY) ?? "[]");
    const ids = Array.isArray(stored)
      ? stored.filter((id) => typeof id === "string" && /^\d+$/.test(id))
      : [];
    return ids.slice(0, MAX);
  } catch {
    return [];
  }
}

export function rememberViewed(id: string): void {
  try {
    const ids = [id, ...readRecent().filter((one) => one !== id)].slice(0, MAX);
    localStorage.setItem(HISTORY_KEY, JSON.stringify(ids));
  } catch {
    // A browser that stores nothing shows nothing.
  }
}

export function clearRecent(): void {
  try {
    localStorage.removeItem(HISTORY_KEY);
  } catch {
    // There is nothing to clear.
  }
}
