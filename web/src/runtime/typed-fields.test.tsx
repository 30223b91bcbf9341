// @vitest-environment happy-dom
import { useState } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PropsSource } from "./islands";
import { mount } from "./mount";

function Controlled() {
  const [values, setValues] = useState({ text: "", long: "", choice: "a", isTicked: false, radio: "x" });
  const set = (change: Partial<typeof values>) => setValues((old) => ({ ...old, ...change }));
  return (
    <form>
      <input aria-label="text" value={values.text} onChange={(e) => set({ text: e.target.value })} />
      <textarea aria-label="long" value={values.long} onChange={(e) => set({ long: e.target.value })} />
      <select aria-label="choice" value={values.choice} onChange={(e) => set({ choice: e.target.value })}>
        <option value="a">a</option>
        <option value="b">b</option>
      </select>
      <input
        aria-label="tick"
        type="checkbox"
        checked={values.isTicked}
        onChange={(e) => set({ isTicked: e.target.checked })}
      />
      {["x", "y"].map((name) => (
        <input
          key={name}
          aria-label={name}
          type="radio"
          name="radio"
          checked={values.radio === name}
          onChange={() => set({ radio: name })}
        />
      ))}
      <output>{JSON.stringify(values)}</output>
    </form>
  );
}

function Uncontrolled() {
  return (
    <form>
      <input aria-label="text" defaultValue="" />
      <textarea aria-label="long" defaultValue="" />
      <select aria-label="choice" defaultValue="a">
        <option value="a">a</option>
        <option value="b">b</option>
      </select>
      <input aria-label="tick" type="checkbox" />
      <input aria-label="x" type="radio" name="radio" defaultChecked />
      <input aria-label="y" type="radio" name="radio" />
    </form>
  );
}

function Throws(): never {
  throw new Error("broken");
}

const field = <T extends Element = HTMLInputElement>(name: string) =>
  document.querySelector(`[aria-label=${name}]`) as unknown as T;

/** Input before the script has loaded. */
function typeEverything() {
  field("text").value = "typed";
  field<HTMLTextAreaElement>("long").value = "two\nlines";
  field<HTMLSelectElement>("choice").value = "b";
  field("tick").checked = true;
  field("y").checked = true;
}

const entered = () => [
  field("text").value,
  field<HTMLTextAreaElement>("long").value,
  field<HTMLSelectElement>("choice").value,
  field("tick").checked,
  field("x").checked,
  field("y").checked,
];
const TYPED = ["typed", "two\nlines", "b", true, false, true];

function serve(html: string): Element {
  document.body.innerHTML = `<div data-root="">${html}</div>`;
  return document.body.firstElementChild as Element;
}

beforeEach(() => {
  vi.spyOn(console, "error");
});
afterEach(() => {
  document.body.innerHTML = "";
});

test("what was typed into every kind of field before hydration reaches the component's state", async () => {
  const root = serve(renderToString(<Controlled />));
  typeEverything();
  await mount(root, Controlled, new PropsSource({}), "p-", () => {});
  await new Promise((done) => setTimeout(done, 20));
  expect(entered()).toEqual(TYPED);
  expect(JSON.parse(document.querySelector("output")?.textContent ?? "")).toEqual({
    text: "typed",
    long: "two\nlines",
    choice: "b",
    isTicked: true,
    radio: "y",
  });
  expect(console.error).not.toHaveBeenCalled();
});

test("uncontrolled fields of every kind retain what was typed before hydration", async () => {
  const root = serve(renderToString(<Uncontrolled />));
  typeEverything();
  await mount(root, Uncontrolled, new PropsSource({}), "p-", () => {});
  expect(entered()).toEqual(TYPED);
});

test("what is typed while the island is being hydrated stays as well, and the caret where it was", async () => {
  const root = serve(renderToString(<Uncontrolled />));
  field("text").focus();
  field("text").value = "typ";
  const mounted = mount(root, Uncontrolled, new PropsSource({}), "p-", () => {});
  field("text").value = "typed";
  field("text").setSelectionRange(2, 2);
  await mounted;
  expect(field("text").value).toBe("typed");
  expect([field("text").selectionStart, field("text").selectionEnd]).toEqual([2, 2]);
});

test("an island that throws while hydrating leaves the server's markup with what was typed into it", async () => {
  const root = serve(renderToString(<Uncontrolled />));
  typeEverything();
  const onFailure = vi.fn();
  await expect(mount(root, Throws, new PropsSource({}), "p-", onFailure)).rejects.toThrow("broken");
  expect(onFailure).toHaveBeenCalledOnce();
  expect(entered()).toEqual(TYPED);
});

test("a part of the page whose island threw is marked as without script", async () => {
  const root = serve("<form><noscript>&lt;input name=pay_later value=1&gt;</noscript></form>");
  await expect(mount(root, Throws, new PropsSource({}), "p-", () => {})).rejects.toThrow("broken");
  expect(document.querySelector("[data-failed] form [name=pay_later]")).not.toBeNull();
  expect(document.querySelector("noscript")).toBeNull();
});
