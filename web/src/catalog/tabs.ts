export const QUESTIONS_PANEL = "tab-cr_qna";

/** The panel that an address selects; null: the first one. */
export function panelOf(address: string): string | null {
  const at = address.indexOf("#");
  const hash = at < 0 ? "" : address.slice(at);
  if (/comment-|^#(tab-)?reviews$/.test(hash) || /comment-page-|cpage=/.test(address)) return "tab-reviews";
  // Links from other pages and from emails.
  if (/^#(tab-cr_qna|question-\d+)$/.test(hash)) return QUESTIONS_PANEL;
  return hash === "#tab-additional_information" ? hash.slice(1) : null;
}

/** The tab that a key leads to. Tabs run from right to left, so the next one is on the left. */
export function tabAfter(key: string, index: number, count: number): number | null {
  if (key === "ArrowLeft") return (index + 1) % count;
  if (key === "ArrowRight") return (index + count - 1) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}
