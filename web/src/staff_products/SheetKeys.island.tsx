import { type MouseEvent, useEffect, useEffectEvent, useState } from "react";
import * as text from "../generated/messages/staff_products";
import { notify } from "../runtime/announce";
import controls from "../ui/controls.module.css";
import styles from "./SheetKeys.module.css";
import {
  fillDown,
  goTo,
  gridOf,
  isAsLeft,
  markUnsaved,
  paste,
  placeOf,
  type Step,
  takeBack,
  UNSAVED_ID,
} from "./sheet";
import { readCells } from "./sheet-text";

type Props = { formId: string };

/** A cell, and where it is. */
function locate(target: EventTarget | null) {
  if (!(target instanceof HTMLInputElement) || !target.form) return null;
  const grid = gridOf(target.form);
  const place = placeOf(grid, target);
  return place && { cell: target, form: target.form, grid, place };
}

type Located = NonNullable<ReturnType<typeof locate>>;

/** The page keeps what was typed, and marks it: to both, a step is typing. */
const sayTyped = (cell: HTMLInputElement) => cell.dispatchEvent(new Event("input", { bubbles: true }));

/** The cell stays focused, on a phone with its keyboard. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

const KEYS: Array<[key: string, label: () => string]> = [
  ["Enter", text.keyBelow],
  ["Ctrl V", text.keyPaste],
  ["Ctrl D", text.fillDown],
  ["Ctrl Z", text.undo],
  ["Ctrl Enter", text.saveTable],
];

/**
 * Makes a table of inputs answer like a spreadsheet: Enter and arrows go along a column, a paste spreads, Ctrl D fills down,
 * Ctrl Z takes the last paste or fill back. Without script the table is a plain form.
 */
export function SheetKeys({ formId }: Props) {
  const [current, setCurrent] = useState<HTMLInputElement | null>(null);
  const [steps, setSteps] = useState<ReadonlyArray<Step>>([]);
  const [unsaved, setUnsaved] = useState(0);
  const last = steps.at(-1);

  const add = (cell: HTMLInputElement, step: Step) => {
    if (step.changes.length > 0) setSteps([...steps, step]);
    sayTyped(cell);
    const done =
      step.kind === "paste"
        ? text.cellsPasted({ count: step.count })
        : text.cellsFilled({ count: step.count });
    notify(step.left > 0 ? `${done} ${text.cellsLeft({ count: step.left })}` : done);
  };
  const fill = ({ cell, grid, place }: Located) => add(cell, fillDown(grid, place));
  const undo = (cell: HTMLInputElement, step: Step) => {
    setSteps(steps.slice(0, -1));
    const count = takeBack(step);
    sayTyped(cell);
    notify(text.cellsRestored({ count }));
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const at = event.isComposing || event.altKey ? null : locate(event.target);
    if (!at) return;
    const { cell, form, grid, place } = at;
    const isCtrl = event.ctrlKey || event.metaKey;
    if (isCtrl && event.shiftKey) return;
    // Letters by the place of the key, whatever the keyboard's language.
    if (isCtrl && event.key === "Enter") form.requestSubmit();
    else if (isCtrl && event.code === "KeyD") fill(at);
    else if (isCtrl && event.code === "KeyZ" && last && isAsLeft(last, cell)) undo(cell, last);
    else if (!isCtrl && event.key === "Enter") goTo(grid, place, event.shiftKey ? -1 : 1);
    else if (!isCtrl && !event.shiftKey && event.key === "ArrowDown") goTo(grid, place, 1);
    else if (!isCtrl && !event.shiftKey && event.key === "ArrowUp") goTo(grid, place, -1);
    else return;
    event.preventDefault();
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const at = locate(event.target);
    const rows = readCells(event.clipboardData?.getData("text/plain") ?? "");
    // One value goes where the caret is.
    if (!at || rows.flat().length < 2) return;
    event.preventDefault();
    add(at.cell, paste(at.grid, at.place, rows));
  });

  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const follow = (target: EventTarget | null) => setCurrent((now) => locate(target)?.cell ?? now);
    const onFocus = ({ target }: FocusEvent) => follow(target);
    const onInput = () => setUnsaved(markUnsaved(form));
    const onKey = (event: KeyboardEvent) => onKeyDown(event);
    const onClipboard = (event: ClipboardEvent) => onPaste(event);
    form.addEventListener("focusin", onFocus);
    form.addEventListener("input", onInput);
    form.addEventListener("keydown", onKey);
    form.addEventListener("paste", onClipboard);
    // What came before the script.
    follow(document.activeElement);
    onInput();
    return () => {
      form.removeEventListener("focusin", onFocus);
      form.removeEventListener("input", onInput);
      form.removeEventListener("keydown", onKey);
      form.removeEventListener("paste", onClipboard);
    };
  }, [formId]);

  const onFill = () => {
    const at = locate(current);
    if (at) fill(at);
  };
  const onUndo = () => {
    if (!current || !last) return;
    undo(current, last);
    // The button goes with the last step.
    if (steps.length === 1) current.focus();
  };
  const name = current?.getAttribute("aria-label");
  return (
    <div className={styles.bar}>
      <p>{name ? text.sheetCell({ name }) : text.sheetChoose()}</p>
      <button
        type="button"
        className={`${controls.btn} ${controls.btnSm}`}
        disabled={!current}
        aria-keyshortcuts="Control+D"
        onMouseDown={keepFocus}
        onClick={onFill}
      >
        {text.fillDown()}
      </button>
      {last && (
        <button
          type="button"
          className={`${controls.btn} ${controls.btnSm}`}
          aria-keyshortcuts="Control+Z"
          onMouseDown={keepFocus}
          onClick={onUndo}
        >
          {last.kind === "paste" ? text.undoPaste() : text.undoFill()}
        </button>
      )}
      {unsaved > 0 && <p className={styles.unsaved}>{text.cellsUnsaved({ count: unsaved })}</p>}
      <span id={UNSAVED_ID} hidden>
        {text.cellUnsaved()}
      </span>
      <p className={styles.keys}>
        {KEYS.map(([key, label]) => (
          <span key={key}>
            <kbd dir="ltr">{key}</kbd> {label()}
          </span>
        ))}
      </p>
    </div>
  );
}
