/** The platform's name of the entry in the session's storage. */
const ENTRY = "wpEmojiSettingsSupports";
const SIZE = 32;

/** Whether the browser has a coloured glyph for a character: a missing one is painted in the text's own colour. */
function isColoured(emoji: string): boolean {
  const context = new OffscreenCanvas(SIZE, SIZE).getContext("2d", { willReadFrequently: true });
  if (!context) return true;
  context.textBaseline = "top";
  context.font = `${SIZE * 0.75}px sans-serif`;
  context.fillStyle = "#000";
  context.fillText(emoji, 0, 0);
  const { data } = context.getImageData(0, 0, SIZE, SIZE);
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] !== data[at + 1] || data[at + 1] !== data[at + 2]) return true;
  }
  return false;
}

/**
 * Finds out once a session whether the browser shows emoji. A browser that does not is marked on the page, so that styles
 * can hide them; nothing is loaded from elsewhere.
 */
export function checkEmoji(): void {
  let supports = sessionStorage.getItem(ENTRY);
  if (supports === null) {
    supports = String(typeof OffscreenCanvas === "undefined" || isColoured("\u{1F33F}"));
    sessionStorage.setItem(ENTRY, supports);
  }
  if (supports === "false") document.documentElement.classList.add("no-emoji");
}
