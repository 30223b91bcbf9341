// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { isPaletteKey } from "./palette-key";

const press = (target: Element, init: KeyboardEventInit): boolean => {
  let found = false;
  const listen = (event: Event) => {
    found = isPaletteKey(event as KeyboardEvent);
  };
  document.addEventListener("keydown", listen);
  target.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...init }));
  document.removeEventListener("keydown", listen);
  return found;
};

beforeEach(() => {
  document.body.innerHTML = "<main></main><input><textarea></textarea><div contenteditable></div>";
});

const main = () => document.querySelector("main") as Element;

test("the key of the palette is a place on the keyboard, whatever letter it types [D22]", () => {
  for (const key of ["k", "K", "ن"]) expect(press(main(), { code: "KeyK", key, ctrlKey: true })).toBe(true);
  expect(press(main(), { code: "KeyK", key: "k", metaKey: true })).toBe(true);
  expect(press(main(), { code: "KeyN", key: "k", ctrlKey: true })).toBe(false);
  expect(press(main(), { code: "KeyK", key: "k" })).toBe(false);
  expect(press(main(), { code: "KeyK", key: "k", ctrlKey: true, shiftKey: true })).toBe(false);
});

test("shortcuts are silent where a member types [D22]", () => {
  for (const field of document.querySelectorAll("input, textarea, [contenteditable]"))
    expect(press(field, { code: "KeyK", key: "ن", ctrlKey: true })).toBe(false);
});
