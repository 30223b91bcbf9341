// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";
import { PropsSource } from "../runtime/islands";
import { mount } from "../runtime/mount";
import { hydrate } from "../testing/hydrate";
import { PasswordInput } from "./PasswordInput.island";

const props = { id: "password", name: "password", showLabel: "إظهار", hideLabel: "إخفاء", required: true };
const field = () => document.querySelector("input") as HTMLInputElement;
const eye = () => screen.getByRole("button", { name: /إظهار|إخفاء/ });
const says = () => [field().type, eye().getAttribute("aria-label"), eye().getAttribute("aria-pressed")];

let user = userEvent.setup();
beforeEach(() => {
  user = userEvent.setup();
});

const open = () =>
  hydrate(
    <form>
      <PasswordInput {...props} />
      <button type="submit">حفظ</button>
    </form>,
  );

test("the button shows the typed text, and hides it again [SITE-25]", async () => {
  open();
  await user.type(field(), "nakhla-2026");
  expect(says()).toEqual(["password", "إظهار", "false"]);
  await user.click(eye());
  expect(says()).toEqual(["text", "إخفاء", "true"]);
  expect(field().value).toBe("nakhla-2026");
  await user.click(eye());
  expect(says()).toEqual(["password", "إظهار", "false"]);
});

test("the caret stays in its position", () => {
  open();
  field().value = "nakhla-2026";
  field().focus();
  field().setSelectionRange(3, 5);
  expect(fireEvent.mouseDown(eye()), "the press keeps the focus").toBe(false);
  fireEvent.click(eye());
  expect(document.activeElement).toBe(field());
  expect([field().selectionStart, field().selectionEnd]).toEqual([3, 5]);
});

test("by keyboard the focus stays on the button", async () => {
  open();
  await user.tab();
  await user.tab();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(eye());
  expect(field().type).toBe("text");
});

test("a form is submitted with its passwords hidden", async () => {
  open();
  const sent: Array<string> = [];
  document.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    queueMicrotask(() => sent.push(field().type));
    sent.push(field().type);
  });
  await user.type(field(), "nakhla-2026");
  await user.click(eye());
  expect(field().type).toBe("text");
  await user.click(screen.getByRole("button", { name: "حفظ" }));
  expect(sent).toEqual(["password", "password"]);
  expect(says()).toEqual(["password", "إظهار", "false"]);
});

test("text typed before hydration stays, and the caret with it", async () => {
  document.body.innerHTML = `<form><div>${renderToString(<PasswordInput {...props} />)}</div></form>`;
  field().focus();
  field().value = "nakhla";
  const root = document.querySelector("form > div") as Element;
  await mount(root, PasswordInput as never, new PropsSource(props), "password-", () => {});
  expect(field().value).toBe("nakhla");
  expect(document.activeElement).toBe(field());
});
