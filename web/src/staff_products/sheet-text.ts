/** A cell, in quotes if it contains a separator or quotes, and the separator after it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/g;

/** The cells of a text as spreadsheets copy them: tabs between columns, newlines between rows, often one at the end. */
export function readCells(text: string): Array<Array<string>> {
  let row: Array<string> = [];
  const rows = [row];
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  for (const [, quoted, plain, separator] of lines.matchAll(CELL)) {
    // A field of the form has one line.
    row.push((quoted?.replaceAll('""', '"') ?? plain ?? "").replace(/\s*\n\s*/g, " ").trim());
    if (separator === "") break;
    if (separator === "\t") continue;
    row = [];
    rows.push(row);
  }
  return rows;
}
