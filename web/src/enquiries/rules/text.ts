/** Control characters and marks that reorder the text after them; a line break is not one of them. */
const REMOVED = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

const trimmed = (text: string, maxChars: number): string =>
  [
    ...text
      .replace(REMOVED, (mark) => (mark === "\n" ? mark : ""))
      .normalize("NFC")
      .replace(/^[ \n]+/, ""),
  ]
    .slice(0, maxChars)
    .join("")
    .replace(/[ \n]+$/, "");

/** One line as the server reads it: `kernel::text::clean`. */
export const cleanLine = (text: string, maxChars: number): string =>
  trimmed(text.replace(/\p{White_Space}/gu, " "), maxChars);

/** The same with its line breaks: `kernel::text::clean_lines`. */
export const cleanLines = (text: string, maxChars: number): string =>
  trimmed(
    text
      .replace(/\r\n?|[\u2028\u2029]/g, "\n")
      .replace(/\p{White_Space}/gu, (character) => (character === "\n" ? "\n" : " ")),
    maxChars,
  );

export const countChars = (text: string): number => [...text].length;

export const isBlank = (text: string): boolean => /^\p{White_Space}*$/u.test(text);
