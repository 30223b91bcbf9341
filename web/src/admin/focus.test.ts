// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { findAgain, focusPage } from "./focus";

const page = (extra: string) =>
  `<main tabindex="-1">${extra}<h1>الطلبات</h1>
   <form><input name="number"><button name="do" value="a">أ</button><button name="do" value="b">ب</button></form></main>`;

const focused = () => document.activeElement as HTMLElement;

beforeEach(() => {
  document.body.innerHTML = page("");
});

test("a page that was opened has the focus on its heading", () => {
  focusPage(null);
  expect(focused().tagName).toBe("H1");
});

test("after a form the same control has the focus, and a refusal comes before it", () => {
  const button = document.querySelectorAll("button")[1] as HTMLElement;
  button.focus();
  const again = findAgain(document.activeElement);
  document.body.innerHTML = page("");
  focusPage(again());
  expect(focused().getAttribute("value")).toBe("b");
  document.body.innerHTML = page('<div role="alert">لم يُحفظ</div>');
  focusPage(again());
  expect(focused().getAttribute("role")).toBe("alert");
});

test("a notice of success has the focus", () => {
  document.body.innerHTML = page('<div role="status" tabindex="-1">حُفظ</div>');
  focusPage(document.querySelector("button"));
  expect(focused().getAttribute("role")).toBe("status");
});

test("a control that is not in the new page is not guessed", () => {
  (document.querySelector("input") as HTMLElement).focus();
  const again = findAgain(document.activeElement);
  document.body.innerHTML = '<main tabindex="-1"><h1>أخرى</h1><form><select name="x"></select></form></main>';
  expect(again()).toBeNull();
});
