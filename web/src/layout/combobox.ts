/** Where a key moves the mark among some options; -1 is the field itself. */
export function optionAfter(key: string, index: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return index + 1 < count ? index + 1 : -1;
  if (key === "ArrowUp") return index < 0 ? count - 1 : index - 1;
  // Until an option is marked these keys belong to the text.
  if (key === "Home" && index >= 0) return 0;
  return key === "End" && index >= 0 ? count - 1 : null;
}

/** The id by which the field names the option that is marked. */
export const optionId = (listId: string, index: number): string => `${listId}-${index}`;
