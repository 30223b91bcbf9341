// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BarcodeToolView } from "../generated/barcodes";
import * as barcodesText from "../generated/messages/barcodes";
import {
  barcodeAnswer,
  barcodeTool,
  countedRow,
  countingTool,
  foundResults,
  foundRow,
  lowRow,
  noResults,
  orderResults,
} from "../testing/barcode-samples";
import { endHydrated, hydrated, pass, shopper } from "../testing/hydrated";
import { BarcodeTool } from "./BarcodeTool.island";

let sent: Array<Record<string, string>> = [];
let keys: Array<string> = [];
let answers: Array<unknown> = [];

beforeEach(() => {
  sent = [];
  keys = [];
  answers = [];
  vi.useFakeTimers();
  vi.spyOn(console, "info").mockImplementation(() => {});
  vi.stubGlobal("open", vi.fn());
  vi.stubGlobal(
    "fetch",
    async (_url: string, { body, headers }: { body: URLSearchParams; headers: Record<string, string> }) => {
      keys.push(headers["Idempotency-Key"] ?? "");
      sent.push(Object.fromEntries(body));
      const answer = answers.shift() ?? barcodeAnswer();
      if (answer instanceof Error) throw answer;
      return answer instanceof Response ? answer : Response.json(answer);
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  cleanup();
  endHydrated();
});

const open = (view: Partial<BarcodeToolView> = {}) => hydrated(<BarcodeTool {...barcodeTool} {...view} />);
const field = () => screen.getByRole("textbox", { name: barcodesText.label() });
const rows = () => screen.queryAllByRole("listitem");
const button = (name: string) => screen.getByRole("button", { name });

test("the form has the code, the hidden store and rows with action buttons, without script too [BAR-01]", () => {
  document.body.innerHTML = renderToStaticMarkup(<BarcodeTool {...barcodeTool} results={foundResults} />);
  const form = field().closest("form");
  expect([form?.method, form?.getAttribute("action")]).toEqual(["get", "/ar/wp-admin/barcodes/"]);
  expect(field().getAttribute("name")).toBe("text");
  expect(form?.querySelector("input[type=hidden][name=store_id]")?.getAttribute("value")).toBe("2");
  const [row] = rows() as [HTMLElement];
  for (const name of [barcodesText.stockUp(), barcodesText.stockDown()]) {
    const action = within(row).getByRole("button", { name });
    expect(action.closest("form")?.method).toBe("post");
    expect(action.getAttribute("name")).toBe("status");
  }
});

test("the search is sent 1000 ms after the last keystroke [BAR-02] [API-33]", async () => {
  await open();
  const user = shopper();
  await user.type(field(), "62910");
  await pass(999);
  expect(sent).toEqual([]);
  await user.type(field(), "4");
  await pass(999);
  expect(sent).toEqual([]);
  await pass(1);
  expect(sent).toEqual([
    {
      action: "barcode_actions_search_product",
      text: "629104",
      "barcode-actions": "increase-stock,decrease-stock,set-stock",
      store_id: "2",
    },
  ]);
});

test("Enter, with which scanners end, does not submit the form and sends nothing itself [BAR-03]", async () => {
  await open();
  const submitted = vi.fn();
  document.addEventListener("submit", submitted);
  const user = shopper();
  await user.type(field(), "6291041500213{Enter}");
  document.removeEventListener("submit", submitted);
  expect(submitted).not.toHaveBeenCalled();
  expect(sent).toEqual([]);
  await pass(1000);
  expect(sent.map(({ text }) => text)).toEqual(["6291041500213"]);
  expect(fireEvent.keyDown(field(), { key: "Enter" })).toBe(false);
});

test("results of code 1 are shown; a page to open opens in a new tab [BAR-05]", async () => {
  await open();
  await shopper().type(field(), "6291041500213");
  await pass(1000);
  expect(rows()[0]?.textContent).toContain(foundRow.name);
  expect(window.open).not.toHaveBeenCalled();

  answers = [barcodeAnswer(orderResults, { redirect_page: "/ar/wp-admin/orders/10482/" })];
  await shopper().type(field(), "1");
  await pass(1000);
  expect(window.open).toHaveBeenCalledExactlyOnceWith("/ar/wp-admin/orders/10482/", "_blank", "noopener");
  expect(screen.getByRole("heading", { name: barcodesText.order({ number: "10482" }) })).toBeTruthy();
});

test("results of code -1 are shown as an error and logged [BAR-06]", async () => {
  await open();
  answers = [barcodeAnswer(noResults)];
  await shopper().type(field(), "6291041509999");
  await pass(1000);
  expect(screen.getByRole("alert").textContent).toContain(barcodesText.notFound());
  expect(rows()).toEqual([]);
  expect(console.info).toHaveBeenCalledWith(expect.stringContaining("6291041509999"));
});

test("an action sends the row's data and the store, and its answer replaces the row [BAR-07] [BAR-08] [API-34]", async () => {
  await open({ results: { ...foundResults, rows: [foundRow, lowRow] } });
  const user = shopper();
  const [first] = rows() as [HTMLElement];
  const amount = within(first).getByRole("textbox", { name: barcodesText.amountOf({ name: foundRow.name }) });
  await user.clear(amount);
  await user.type(amount, "٦");
  answers = [
    barcodeAnswer(
      { ...foundResults, rows: [{ ...foundRow, stock: "38", canUndo: true }] },
      { message: "38 now" },
    ),
  ];
  await user.click(within(first).getByRole("button", { name: barcodesText.stockUp() }));
  await pass();
  expect(sent).toEqual([
    {
      action: "apply_barcode_action",
      status: "increase-stock",
      type: "product",
      "barcode-actions": "increase-stock,decrease-stock,set-stock",
      id: "17",
      stock_unit: "6",
      store_id: "2",
    },
  ]);
  expect(rows()[0]?.textContent).toContain("38");
  expect(rows()).toHaveLength(2);
  expect(screen.getByText("38 now").closest("[role=status]")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: barcodesText.undo() })).toHaveLength(1);
});

test("a refused action leaves the row and says why [BAR-11]", async () => {
  await open({ results: foundResults });
  answers = [
    barcodeAnswer({ ...noResults, error: "refused" }, { code: -1, message: barcodesText.stockRefused() }),
  ];
  await shopper().click(button(barcodesText.stockDown()));
  await pass();
  expect(screen.getByRole("alert").textContent).toContain(barcodesText.stockRefused());
  expect(rows()[0]?.textContent).toContain("32");
});

test("a quantity is replaced only where it is the one that was seen, and the row shows the other one", async () => {
  await open({ results: { ...foundResults, rows: [foundRow, { ...lowRow, canUndo: true }] } });
  const set = () => within(rows()[0] as HTMLElement).getByRole("button", { name: barcodesText.stockSet() });
  answers = [
    barcodeAnswer(
      { ...foundResults, rows: [{ ...foundRow, stock: "30" }], error: "changed" },
      { message: "changed meanwhile" },
    ),
  ];
  await shopper().click(set());
  await pass();
  expect(sent.map(({ status, stock_seen }) => [status, stock_seen])).toEqual([["set-stock", "32"]]);
  expect(screen.getByRole("alert").textContent).toContain("changed meanwhile");
  expect(rows()[0]?.textContent).toContain("30");
  expect(screen.getAllByRole("button", { name: barcodesText.undo() })).toHaveLength(1);

  await shopper().click(set());
  await pass();
  expect(sent[1]?.stock_seen).toBe("30");
  expect(keys[1]).not.toBe(keys[0]);
});

test("an action without an answer is repeated with its key, and the next one has a new key", async () => {
  await open({ results: foundResults });
  answers = [new Response("", { status: 503 })];
  for (let click = 0; click < 3; click++) {
    await shopper().click(button(barcodesText.stockUp()));
    await pass();
  }
  expect(keys[0]).not.toBe("");
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test("Enter in the quantity is no action", async () => {
  await open({ results: foundResults });
  await shopper().type(
    screen.getByRole("textbox", { name: barcodesText.amountOf({ name: foundRow.name }) }),
    "{Enter}",
  );
  await pass();
  expect(sent).toEqual([]);
});

test("a scan goes into the field wherever the focus is, and its Enter presses nothing", async () => {
  await open({ results: foundResults, text: "111" });
  const user = shopper();
  button(barcodesText.stockUp()).focus();
  await user.keyboard("6291041500213{Enter}");
  expect((field() as HTMLInputElement).value).toBe("6291041500213");
  await pass(1000);
  expect(sent.map(({ action }) => action)).toEqual(["barcode_actions_search_product"]);
});

test("only the answer to the latest search is shown, and a failure can be repeated", async () => {
  await open();
  answers = [new Error("offline"), new Error("offline")];
  await shopper().type(field(), "1");
  await pass(1000);
  expect(screen.getByRole("alert").textContent).toContain(barcodesText.failed());
  await shopper().click(button(barcodesText.search()));
  await pass();
  expect(rows()).toEqual([]);
  await shopper().click(button(barcodesText.search()));
  await pass();
  expect(rows()).toHaveLength(1);
});

test("while counting, scans that follow each other at once all count [D29]", async () => {
  await hydrated(<BarcodeTool {...countingTool} />);
  const counted = (count: string) =>
    barcodeAnswer({ ...foundResults, rows: [{ ...countedRow, counted: count }] }, { message: count });
  const found = barcodeAnswer({ ...foundResults, rows: [{ ...countedRow, counted: null }] });
  answers = [found, counted("1"), found, counted("2")];
  await shopper().type(field(), "6291041500213{Enter}6291041500213{Enter}");
  expect(screen.getByText(barcodesText.waiting({ count: "2" }), { exact: false })).toBeTruthy();
  expect(sent).toEqual([]);
  await pass(1000);
  await pass();
  expect(sent.map(({ action, status }) => status ?? action)).toEqual([
    "barcode_actions_search_product",
    "count-add",
    "barcode_actions_search_product",
    "count-add",
  ]);
  expect(rows()[0]?.textContent).toContain("2");
});

test("while counting, an unknown code stops the line and the others go on waiting", async () => {
  await hydrated(<BarcodeTool {...countingTool} />);
  answers = [barcodeAnswer(noResults)];
  await shopper().type(field(), "999{Enter}6291041500213{Enter}");
  await pass(1000);
  expect(screen.getByRole("alert").textContent).toContain(barcodesText.notFound());
  expect(screen.getByText(barcodesText.waiting({ count: "1" }), { exact: false })).toBeTruthy();
  expect(sent).toHaveLength(1);
});

test("of twenty scans without a connection each counts once, although answers are lost [D29]", async () => {
  const counted: Array<string> = [];
  let calls = 0;
  vi.stubGlobal(
    "fetch",
    async (_url: string, { body, headers }: { body: URLSearchParams; headers: Record<string, string> }) => {
      if (body.get("action") !== "apply_barcode_action")
        return Response.json(barcodeAnswer({ ...foundResults, rows: [{ ...countedRow, counted: null }] }));
      const key = headers["Idempotency-Key"] ?? "";
      if (!counted.includes(key)) counted.push(key);
      // The server acted, and its answer never arrived. A call without an answer repeats itself once: the first three times
      // the answer of the repetition is lost as well, and the scan waits; the last time it arrives.
      if ([4, 5, 10, 11, 12, 13, 20].includes(calls++)) throw new Error("offline");
      const rows = [{ ...countedRow, counted: String(counted.length) }];
      return Response.json(barcodeAnswer({ ...foundResults, rows }));
    },
  );
  const settled = async () => {
    for (let turn = 0; turn < 100; turn++) await pass(1);
  };
  await hydrated(<BarcodeTool {...countingTool} />);
  await shopper().type(field(), "6291041500213{Enter}".repeat(20));
  await pass(1000);
  await settled();
  expect(counted).toHaveLength(5);
  // The page is left before everything was answered, and opened again.
  endHydrated();
  await hydrated(<BarcodeTool {...countingTool} />);
  await settled();
  for (let cut = 0; cut < 2; cut++) {
    window.dispatchEvent(new Event("online"));
    await settled();
  }
  expect(counted).toHaveLength(20);
  expect(rows()[0]?.textContent).toContain("20");
  expect(screen.queryByText(barcodesText.waiting({ count: "1" }), { exact: false })).toBeNull();
});

test("the camera is offered only where the browser reads codes, and a refusal is in words", async () => {
  await open();
  expect(screen.queryByRole("button", { name: barcodesText.camera() })).toBeNull();
  endHydrated();

  vi.useRealTimers();
  vi.stubGlobal("BarcodeDetector", class {});
  const refused = Promise.reject(new DOMException("no", "NotAllowedError"));
  refused.catch(() => {});
  vi.stubGlobal(
    "navigator",
    Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia: () => refused } }),
  );
  await open();
  await act(async () => button(barcodesText.camera()).click());
  expect(await screen.findByText(barcodesText.cameraRefused())).toBeTruthy();
  await act(async () => button(barcodesText.cameraStop()).click());
  expect(button(barcodesText.camera())).toBeTruthy();
});
