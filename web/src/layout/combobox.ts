/** The option that a key moves to; -1 is the field itself. */
export function optionAfter(key: string, index: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return index + 1 < count ? index + 1 : -1;
  if (key === "ArrowUp") return index < 0 ? count - 1 : index - 1;
  // Without an active option these keys move the caret.
  if (key === "Home" && index >= 0) return 0;
  return key === "End" && index >= 0 ? count - 1 : null;
}

/** The id of an option, for `aria-activedescendant`. */
export const optionId = (listId: string, index: number): string => `${listId}-${index}`;
