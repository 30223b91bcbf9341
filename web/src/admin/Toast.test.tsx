// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Toast } from "./CornerCards";
import { undoOf } from "./undo";

const undo = {
  action: "/ar/wp-admin/products/12/undo/",
  fields: [
    ["nonce", "n"],
    ["version", "5"],
  ] as Array<[string, string]>,
};

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = "";
});

const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));

test("a toast ends after ten seconds, and its time stands still under the pointer and with the focus", () => {
  const onEnd = vi.fn();
  render(<Toast undo={undo} renewed={null} onEnd={onEnd} />);
  const button = screen.getByRole("button", { name: "تراجع" });
  const card = button.closest("div") as HTMLElement;
  pass(9);
  fireEvent.pointerEnter(card);
  pass(60);
  act(() => button.focus());
  fireEvent.pointerLeave(card);
  pass(60);
  expect(onEnd).not.toHaveBeenCalled();
  act(() => button.blur());
  pass(0.9);
  expect(onEnd).not.toHaveBeenCalled();
  pass(0.2);
  expect(onEnd).toHaveBeenCalledOnce();
});

test("a key reaches the toast, whose form is that of the page", () => {
  render(<Toast undo={undo} renewed={12} onEnd={() => {}} />);
  fireEvent.keyDown(document, { key: "F8" });
  const button = screen.getByRole("button", { name: "تراجع" });
  expect(document.activeElement).toBe(button);
  const form = button.closest("form") as HTMLFormElement;
  expect(form.getAttribute("action")).toBe(undo.action);
  expect([...new FormData(form)]).toEqual(undo.fields);
});

/** [D20] */
test("a toast says how many pages are renewed, also of a change that cannot be taken back", () => {
  const said = (renewed: number) => {
    const { container, unmount } = render(<Toast undo={null} renewed={renewed} onEnd={() => {}} />);
    expect(container.querySelector("form")).toBeNull();
    const sentence = container
      .querySelector("p")
      ?.textContent?.replace(/[\u2068\u2069]/g, "")
      .trim();
    unmount();
    return sentence;
  };
  expect([0, 1, 2, 3, 11, 100].map(said)).toEqual([
    "لا تتجدّد أي صفحة في المتجر.",
    "تتجدّد صفحة واحدة في المتجر.",
    "تتجدّد صفحتان في المتجر.",
    "تتجدّد 3 صفحات في المتجر.",
    "تتجدّد 11 صفحة في المتجر.",
    "تتجدّد 100 صفحة في المتجر.",
  ]);
});

/** [D11] */
test("only an answer that carries an undo offers one", () => {
  const notice = { text: "حُفظ", isError: false };
  const form = { action: undo.action, nonce: "n", version: "5" };
  const component = "staff_products/StaffProductPage";
  expect(undoOf({ component, props: { notice: { ...notice, undo: form } } })).toEqual(undo);
  expect(undoOf({ component, props: { notice: { ...notice, undo: null } } })).toBeNull();
  expect(undoOf({ component: "checkout/StaffOrderPage", props: { notice: { kind: "ok" } } })).toBeNull();
  expect(undoOf({ component, props: {} })).toBeNull();
  const queue = { action: "/q/", hidden: [{ name: "_wpnonce", value: "x" }], notice: { act: "7" } };
  expect(undoOf({ component: "moderation/ModerationPage", props: queue })?.fields).toEqual([
    ["_wpnonce", "x"],
    ["do", "undo"],
    ["act", "7"],
  ]);
});
