/** Ids of the products whose pages were opened in this browser are stored under this key. */
export const HISTORY_KEY = "matjar_recent";

export function hasHistory(): boolean {
  try {
    return localStorage.getItem(HISTORY_KEY) !== null;
  } catch {
    return false;
  }
}
