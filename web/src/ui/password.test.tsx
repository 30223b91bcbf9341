// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";
import { PasswordField } from "./PasswordField";
import { start } from "./password";

const drawn = (id = "password") =>
  renderToStaticMarkup(
    <PasswordField id={id} name={id} label="كلمة المرور" showLabel="إظهار" hideLabel="إخفاء" required />,
  );
const field = () => document.querySelector("input") as HTMLInputElement;
const eye = () => document.querySelector("[data-eye]") as HTMLButtonElement;
const says = () => [field().type, eye().getAttribute("aria-label"), eye().getAttribute("aria-pressed")];
const isDone = (name: string) => {
  const event = new Event(name, { bubbles: true, cancelable: true });
  eye().dispatchEvent(event);
  return !event.defaultPrevented;
};

start();
beforeEach(() => {
  document.body.innerHTML = `<form>${drawn()}<button>حفظ</button></form>`;
  document.dispatchEvent(new Event("focusin"));
});

test("the eye shows what was typed, and hides it again [SITE-25]", () => {
  expect(says()).toEqual(["password", "إظهار", "false"]);
  eye().click();
  expect(says()).toEqual(["text", "إخفاء", "true"]);
  eye().click();
  expect(says()).toEqual(["password", "إظهار", "false"]);
});

test("whoever types goes on typing where they were", () => {
  field().value = "nakhla-2026";
  field().focus();
  field().setSelectionRange(3, 5);
  expect(isDone("mousedown")).toBe(false);
  eye().click();
  expect(document.activeElement).toBe(field());
  expect([field().selectionStart, field().selectionEnd]).toEqual([3, 5]);
});

test("by keyboard the focus stays on the eye", () => {
  eye().focus();
  eye().click();
  expect(document.activeElement).toBe(eye());
});

test("a form is sent with its passwords hidden", () => {
  eye().click();
  document.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true }));
  expect(says()).toEqual(["password", "إظهار", "false"]);
});

test("without script there is no eye; in a field that comes later it is there once somebody enters", () => {
  document.body.innerHTML = drawn("late");
  expect(eye().hidden).toBe(true);
  field().dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
  expect(eye().hidden).toBe(false);
});
