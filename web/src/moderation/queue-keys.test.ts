// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { handleQueueKey, selectAll } from "./queue-keys";

const item = (key: string) => document.querySelector<HTMLElement>(`[data-queue-item="${key}"]`);
const box = (key: string) => item(key)?.querySelector<HTMLInputElement>("input[type=checkbox]");
const press = (code: string, target: Element = document.activeElement ?? document.body, more = {}) => {
  const event = new KeyboardEvent("keydown", { code, bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  return event.defaultPrevented;
};

beforeEach(() => {
  const article = (key: string) => `<article tabindex="-1" data-queue-item="${key}"><input type="checkbox">
    <button type="button" value="publish"></button><button type="button" value="spam"></button>
    <select></select><textarea></textarea></article>`;
  document.body.innerHTML = article("review:1") + article("review:2");
  document.addEventListener("keydown", handleQueueKey);
  return () => document.removeEventListener("keydown", handleQueueKey);
});

test("J and K move between items and stop at the ends", () => {
  press("KeyJ");
  expect(document.activeElement).toBe(item("review:1"));
  press("KeyJ");
  press("KeyJ");
  expect(document.activeElement).toBe(item("review:2"));
  press("KeyK");
  press("KeyK");
  expect(document.activeElement).toBe(item("review:1"));
});

test("X selects the item, P publishes it", () => {
  const publish = vi.fn();
  item("review:2")?.querySelector("button")?.addEventListener("click", publish);
  press("KeyX");
  press("KeyP");
  expect(publish).not.toHaveBeenCalled();
  item("review:2")?.focus();
  press("KeyX");
  expect([box("review:1")?.checked, box("review:2")?.checked]).toEqual([false, true]);
  press("KeyP");
  expect(publish).toHaveBeenCalledOnce();
});

test("R replies, D refuses, S marks as spam, Ctrl Z takes back", () => {
  const [spam, undo] = [vi.fn(), vi.fn()];
  item("review:1")?.querySelector("button[value=spam]")?.addEventListener("click", spam);
  item("review:1")?.focus();
  press("KeyS");
  expect(spam).toHaveBeenCalledOnce();
  press("KeyR");
  expect(document.activeElement).toBe(item("review:1")?.querySelector("textarea"));
  expect(press("KeyD")).toBe(false);
  item("review:1")?.focus();
  press("KeyD");
  expect(document.activeElement).toBe(item("review:1")?.querySelector("select"));

  item("review:1")?.focus();
  expect(press("KeyZ", document.body, { ctrlKey: true }), "nothing to take back").toBe(false);
  document.body.insertAdjacentHTML("beforeend", "<div data-undo><button type='button'></button></div>");
  document.querySelector("[data-undo] button")?.addEventListener("click", undo);
  press("KeyZ", document.body, { ctrlKey: true });
  expect(undo).toHaveBeenCalledOnce();
});

test("keys that are typed into a field, or belong to the browser, stay theirs", () => {
  const field = item("review:1")?.querySelector("textarea");
  if (!field) throw new Error("no field");
  field.focus();
  expect(press("KeyX", field)).toBe(false);
  expect(press("KeyP", document.body, { ctrlKey: true })).toBe(false);
  expect(press("KeyA")).toBe(false);
  expect(box("review:1")?.checked).toBe(false);
});

test("all items are selected and released at once", () => {
  selectAll(true);
  expect([box("review:1")?.checked, box("review:2")?.checked]).toEqual([true, true]);
  selectAll(false);
  expect([box("review:1")?.checked, box("review:2")?.checked]).toEqual([false, false]);
});
