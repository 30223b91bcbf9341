const KEY = "recent_searches";
const MOST = 5;

/** What was searched for in this browser, newest first. It never leaves the browser. */
export function readRecent(): Array<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((word) => typeof word === "string").slice(0, MOST) : [];
  } catch {
    // Storage may be blocked.
    return [];
  }
}

function write(words: Array<string>): Array<string> {
  try {
    if (words.length > 0) localStorage.setItem(KEY, JSON.stringify(words));
    else localStorage.removeItem(KEY);
  } catch {
    // Nothing is remembered then.
  }
  return words;
}

export function rememberSearch(text: string): void {
  const word = text.trim().slice(0, 60);
  if (word) write([word, ...readRecent().filter((other) => other !== word)].slice(0, MOST));
}

export const forgetSearch = (word: string) => write(readRecent().filter((other) => other !== word));
export const forgetSearches = () => write([]);
