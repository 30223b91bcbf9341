// The table. A row has a name, CPU milliseconds of each process group, a baseline, limits and a verdict.

const GROUPS = ["server", "renderers", "postgres", "redis"];
const HEAD = ["", ...GROUPS, "all", "bare", "ratio", "must", "goal", ""];

export const figure = (value) => {
  if (value === undefined) return "";
  if (Number.isInteger(value)) return value.toLocaleString("en");
  if (value >= 1000) return Math.round(value).toLocaleString("en");
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(3);
};

export const sum = (cpu) => GROUPS.reduce((total, group) => total + (cpu[group] ?? 0), 0);

const keeps = (row, limit) => (row.atLeast ? row.value >= limit : row.value <= limit);

export const broken = (rows) => rows.filter((row) => row.must !== undefined && !keeps(row, row.must));

function verdict(row) {
  if (row.must === undefined) return row.goal === undefined ? "" : keeps(row, row.goal) ? "reached" : "missed";
  if (!keeps(row, row.must)) return "BROKEN";
  return row.goal === undefined || keeps(row, row.goal) ? "reached" : "holds";
}

/** Lines of aligned columns, the first to the left. */
export function grid(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((cells) => [...cells[column]].length)));
  const line = (cells) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join("  ");
  return lines.map(line).join("\n");
}

/** Rows with a `text` are printed below the table: what does not fit into its columns. */
export function print(all) {
  const rows = all.filter((row) => row.text === undefined);
  const sign = (row) => (row.atLeast ? "≥ " : "≤ ");
  const cells = rows.map((row) => [
    row.name,
    ...GROUPS.map((group) => (row.cpu ? figure(row.cpu[group] ?? 0) : "")),
    figure(row.all ?? (row.cpu && sum(row.cpu))),
    figure(row.bare),
    row.ratio ? row.value.toFixed(2) : figure(row.value),
    row.must === undefined ? "" : sign(row) + row.must,
    row.goal === undefined ? "" : sign(row) + row.goal,
    verdict(row),
  ]);
  if (cells.length > 0) console.log(grid([HEAD, ...cells]));
  for (const { text } of all.filter((row) => row.text !== undefined)) console.log(`\n${text}`);
}

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The median of each process group. */
export const medians = (costs) =>
  Object.fromEntries(Object.keys(costs[0]).map((group) => [group, median(costs.map((cost) => cost[group]))]));
