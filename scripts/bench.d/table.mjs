// The table. A row has a name, CPU milliseconds of each process group, a baseline, limits and a verdict.

const GROUPS = ["server", "renderers", "postgres", "redis"];
const HEAD = ["", ...GROUPS, "all", "bare", "ratio", "must", "goal", ""];

const figure = (value) => {
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

export function print(rows) {
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
  const widths = HEAD.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => [...row[column]].length)),
  );
  const line = (row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join("  ");
  console.log([line(HEAD), ...cells.map(line)].join("\n"));
}

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The median of each process group. */
export const medians = (costs) =>
  Object.fromEntries(Object.keys(costs[0]).map((group) => [group, median(costs.map((cost) => cost[group]))]));
