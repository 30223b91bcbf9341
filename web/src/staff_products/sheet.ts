/** Describes a cell that is not saved. */
export const UNSAVED_ID = "sheet-unsaved";

/** The cells of each row in the order of the document; null where nothing can be typed. */
export type Grid = Array<Array<HTMLInputElement | null>>;

type Place = { row: number; column: number };

/** What a paste or a fill has done. */
export type Step = {
  kind: "paste" | "fill";
  /** The cells that were written, also those that had the value already. */
  count: number;
  /** Values that found no cell. */
  left: number;
  changes: Array<{ cell: HTMLInputElement; before: string; after: string }>;
  /** What every cell had afterwards. */
  seen: Map<HTMLInputElement, string>;
};

function cellIn(place: Element): HTMLInputElement | null {
  const input = place.querySelector("input");
  return input && !input.readOnly && !input.disabled ? input : null;
}

export function gridOf(form: HTMLFormElement): Grid {
  const rows = [...form.querySelectorAll("tbody tr")];
  return rows.map((row) => [...row.querySelectorAll("td")].map(cellIn));
}

const cellsOf = (grid: Grid) => grid.flat().filter((cell) => cell !== null);

export function placeOf(grid: Grid, cell: EventTarget | null): Place | null {
  for (const [row, cells] of grid.entries()) {
    const column = cells.findIndex((one) => one !== null && one === cell);
    if (column >= 0) return { row, column };
  }
  return null;
}

/** Goes to the next cell of the column in which something can be typed. */
export function goTo(grid: Grid, { row, column }: Place, by: 1 | -1): void {
  for (let at = row + by; grid[at]; at += by) {
    const cell = grid[at]?.[column];
    if (!cell) continue;
    cell.focus();
    // What is typed replaces the value, as after Tab.
    cell.select();
    return;
  }
}

function write(grid: Grid, kind: Step["kind"], values: Map<HTMLInputElement, string>, left: number): Step {
  const changes = [...values]
    .map(([cell, after]) => ({ cell, before: cell.value, after }))
    .filter(({ before, after }) => before !== after);
  for (const { cell, after } of changes) cell.value = after;
  const seen = new Map(cellsOf(grid).map((cell) => [cell, cell.value]));
  return { kind, count: values.size, left, changes, seen };
}

/** Spreads rows of values over the cells from this one on. What finds no cell is left. */
export function paste(grid: Grid, { row, column }: Place, rows: Array<Array<string>>): Step {
  const values = new Map<HTMLInputElement, string>();
  let left = 0;
  for (const [down, texts] of rows.entries()) {
    for (const [along, text] of texts.entries()) {
      const cell = grid[row + down]?.[column + along];
      if (cell) values.set(cell, text);
      else left += 1;
    }
  }
  return write(grid, "paste", values, left);
}

/** Copies the value of this cell to all rows below. */
export function fillDown(grid: Grid, { row, column }: Place): Step {
  const value = grid[row]?.[column]?.value ?? "";
  const below = grid.slice(row + 1).map((cells) => cells[column] ?? null);
  return write(grid, "fill", new Map(cellsOf([below]).map((cell) => [cell, value])), 0);
}

/** Whether nothing was typed into a cell since the step: otherwise the browser's own undo comes first. */
export const isAsLeft = (step: Step, cell: HTMLInputElement): boolean => step.seen.get(cell) === cell.value;

/** Takes a step back, and returns the number of cells. One that was typed into since keeps what is newer. */
export function takeBack(step: Step): number {
  const cells = step.changes.filter(({ cell, after }) => cell.value === after);
  for (const { cell, before } of cells) cell.value = before;
  return cells.length;
}

/** Marks the cells that differ from what is stored, and returns their number. */
export function markUnsaved(form: HTMLFormElement): number {
  let count = 0;
  for (const cell of cellsOf(gridOf(form))) {
    const isUnsaved = cell.value !== cell.defaultValue;
    if (isUnsaved) count += 1;
    const place = cell.closest("td");
    if (!place || place.hasAttribute("data-unsaved") === isUnsaved) continue;
    place.toggleAttribute("data-unsaved", isUnsaved);
    const notes = (cell.getAttribute("aria-describedby") ?? "").split(" ");
    const others = notes.filter((id) => id !== "" && id !== UNSAVED_ID);
    if (isUnsaved) others.push(UNSAVED_ID);
    if (others.length > 0) cell.setAttribute("aria-describedby", others.join(" "));
    else cell.removeAttribute("aria-describedby");
  }
  return count;
}
