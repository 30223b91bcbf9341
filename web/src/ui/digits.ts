/** The same rule as Rust's `kernel::digits`; both run vectors/digits.json. */
const MARKS: Record<string, string> = { "٫": ".", "٬": ",", "٪": "%" };
const ZEROS = [0x0660, 0x06f0, 0xff10];

/** Converts Arabic, Persian and full-width digits to 0–9, and Arabic number separators to . , %. */
export function foldDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹０-９٫٬٪]/g, (character) => {
    const mark = MARKS[character];
    if (mark !== undefined) return mark;
    const code = character.charCodeAt(0);
    const zero = ZEROS.findLast((candidate) => code >= candidate) ?? code;
    return String(code - zero);
  });
}
