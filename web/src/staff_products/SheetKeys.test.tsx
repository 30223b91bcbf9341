// @vitest-environment happy-dom
import { act } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hydrateIsland, leavePage } from "../testing/hydrate-island";
import { variationsTable } from "../testing/staff-product-samples";
import { SheetKeys } from "./SheetKeys.island";
import { readCells } from "./sheet-text";
import { VariationSheet } from "./VariationSheet";

const plain = (text = "") => text.replace(/[\u2066-\u2069]/g, "");
const cell = (row: number, field: string) =>
  document.querySelector<HTMLInputElement>(`[name=v${row}_${field}]`) as HTMLInputElement;
const prices = (field = "regular_minor") => [1, 2, 3, 4, 5].map((row) => cell(row, field).value);
const bar = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>("[data-island=''] button")].find(
    (button) => button.textContent === name,
  );

const enter = (row: number, field: string) => act(async () => cell(row, field).focus());

async function press(key: string, more: KeyboardEventInit = {}): Promise<boolean> {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  await act(async () => void document.activeElement?.dispatchEvent(event));
  return event.defaultPrevented;
}
/** The letter is what an Arabic keyboard gives. */
const control = (code: string) => press("ي", { code, ctrlKey: true });

async function paste(text: string): Promise<boolean> {
  const event = new Event("paste", { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { getData: () => text } });
  await act(async () => void document.activeElement?.dispatchEvent(event));
  return event.defaultPrevented;
}

async function type(value: string): Promise<void> {
  const field = document.activeElement as HTMLInputElement;
  field.value = value;
  await act(async () => void field.dispatchEvent(new Event("input", { bubbles: true })));
}

function announced(): string {
  vi.advanceTimersByTime(60);
  return plain(document.querySelector("[data-announce]")?.textContent ?? "");
}

beforeEach(async () => {
  vi.useFakeTimers();
  const rows = [1, 2, 3, 4, 5].map((id) => ({
    ...variationsTable.rows[0],
    id: String(id),
    label: `${id}00 غ`,
    values: { sku: `BN-${id}`, gtin: "", mpn: "", regular_minor: `${id}0.00`, sale_minor: "" },
    errors: id === 5 ? [{ field: "sale_minor", label: "", text: "مرتفع" }] : [],
  })) as typeof variationsTable.rows;
  const form = { ...variationsTable, rows };
  document.body.innerHTML = `${renderToStaticMarkup(<VariationSheet form={form} nonce="n0nce" />)}<p data-announce></p>`;
  // The island of this test stands for the one in the markup.
  document.querySelector("[data-id=sheet-keys]")?.remove();
  await hydrateIsland(SheetKeys, { formId: "sheet" });
});
afterEach(async () => {
  await leavePage();
  vi.useRealTimers();
});

test("Enter and the arrows go along the column and stop at its ends; left and right stay with the text [D24]", async () => {
  await enter(1, "regular_minor");
  expect(await press("Enter")).toBe(true);
  expect(document.activeElement).toBe(cell(2, "regular_minor"));
  await press("ArrowDown");
  expect(document.activeElement).toBe(cell(3, "regular_minor"));
  await press("Enter", { shiftKey: true });
  await press("ArrowUp");
  await press("ArrowUp");
  expect(document.activeElement).toBe(cell(1, "regular_minor"));
  for (const key of ["ArrowLeft", "ArrowRight", "Tab", "7"]) expect(await press(key), key).toBe(false);
  expect(await press("Enter", { isComposing: true })).toBe(false);
});

test("a block of 3 × 4 cells is spread from the focused one on, and is one step to take back [D26]", async () => {
  await enter(2, "gtin");
  expect(await paste("1\tأ\t١٨٫٥٠\t16\r\n2\tب\t19\t17\r\n3\tج\t20\t18\r\n")).toBe(true);
  expect(announced()).toBe("لُصقت 12 خلية.");
  expect(prices()).toEqual(["10.00", "١٨٫٥٠", "19", "20", "50.00"]);
  expect(prices("mpn")).toEqual(["", "أ", "ب", "ج", ""]);
  expect(prices("sale_minor")).toEqual(["", "16", "17", "18", ""]);
  expect(await control("KeyZ")).toBe(true);
  expect(announced()).toBe("عادت 12 خلية إلى قيمها السابقة.");
  expect(prices()).toEqual(["10.00", "20.00", "30.00", "40.00", "50.00"]);
  expect(prices("gtin")).toEqual(["", "", "", "", ""]);
  // There is no step any more: the browser's own undo.
  expect(await control("KeyZ")).toBe(false);
});

test("values beyond the edge or in a column that is not edited are left and counted", async () => {
  await enter(5, "sale_minor");
  await paste("1\t99\n2\t98\n");
  expect(announced()).toBe("لُصقت خلية واحدة. بقيت 3 قيم لا مكان لها في الجدول.");
  expect(cell(5, "sale_minor").value).toBe("1");
});

test("a single value is the browser's own paste", async () => {
  await enter(1, "sku");
  expect(await paste("BN-9\n")).toBe(false);
  expect(cell(1, "sku").value).toBe("BN-1");
});

test("a value fills the rows below by key and by button, and what was typed since stays when that is taken back [D26]", async () => {
  await enter(3, "regular_minor");
  await control("KeyD");
  expect(announced()).toBe("عُبّئت خليتان.");
  expect(prices()).toEqual(["10.00", "20.00", "30.00", "30.00", "30.00"]);
  await enter(5, "regular_minor");
  await type("31");
  // Typing comes back first, by the browser.
  expect(await control("KeyZ")).toBe(false);
  await act(async () => bar("تراجع عن التعبئة")?.click());
  expect(announced()).toBe("عادت خلية واحدة إلى قيمتها السابقة.");
  expect(prices()).toEqual(["10.00", "20.00", "30.00", "40.00", "31"]);
  expect(bar("تراجع عن التعبئة")).toBeUndefined();

  await enter(1, "mpn");
  await type("M");
  await act(async () => bar("تعبئة إلى الأسفل")?.click());
  expect(prices("mpn")).toEqual(["M", "M", "M", "M", "M"]);
  expect(announced()).toBe("عُبّئت 4 خلايا.");
  await enter(5, "mpn");
  await control("KeyD");
  expect(announced()).toBe("لا خلايا تحت هذه الخلية.");
});

test("cells that are not saved are marked, described and counted; a cell with a refusal keeps its note", async () => {
  const marked = () =>
    [...document.querySelectorAll("[data-unsaved] input")].map((one) => one.getAttribute("name"));
  const count = () => plain(document.querySelector("[data-island='']")?.textContent ?? "");
  expect(marked()).toEqual([]);
  await enter(5, "sale_minor");
  await type("4");
  expect(marked()).toEqual(["v5_sale_minor"]);
  expect(cell(5, "sale_minor").getAttribute("aria-describedby")).toBe("v5_sale_minor-note sheet-unsaved");
  expect(document.getElementById("sheet-unsaved")?.textContent).toBe("لم تُحفظ بعد");
  expect(count()).toContain("خلية واحدة لم تُحفظ بعد.");
  expect(count()).toContain("الخلية المحددة: السعر بعد التخفيض: 500 غ");
  await type("");
  expect(marked()).toEqual([]);
  expect(cell(5, "sale_minor").getAttribute("aria-describedby")).toBe("v5_sale_minor-note");
});

test("Ctrl Enter saves the table", async () => {
  const form = document.getElementById("sheet") as HTMLFormElement;
  const sent = vi.fn((event: Event) => event.preventDefault());
  form.addEventListener("submit", sent);
  await enter(1, "sku");
  await press("Enter");
  expect(sent).not.toHaveBeenCalled();
  await press("Enter", { ctrlKey: true });
  expect(sent).toHaveBeenCalledOnce();
});

test("cells of a text: quotes, separators in quotes, line ends and empty cells", () => {
  expect(readCells("a\tb\r\nc\td\r\n")).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
  expect(readCells('"سطر\nثانٍ"\t"قال ""نعم"""\n5" أنبوب\t"مفتوح')).toEqual([
    ["سطر ثانٍ", 'قال "نعم"'],
    ['5" أنبوب', '"مفتوح'],
  ]);
  expect(readCells("\t1\n\t\n")).toEqual([
    ["", "1"],
    ["", ""],
  ]);
  expect(readCells("")).toEqual([[""]]);
  expect(readCells("15.00\n")).toEqual([["15.00"]]);
});
