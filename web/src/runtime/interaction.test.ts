// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { heldEvents, startInteraction } from "./interaction";

let status = "server-html";
let settle: { resolve: () => void; reject: (error: Error) => void };
const hydrate = vi.fn();
vi.mock("./islands", () => ({ hydrate: (island: HTMLElement) => hydrate(island), statusOf: () => status }));

const MARKUP = `<div data-island="x/Y" data-on="interaction"><div data-root="">
  <form><input name="a"><button name="add-to-cart" value="7">add</button></form><a href="#there">link</a></div></div>`;

const root = () => document.querySelector("[data-root]") as HTMLElement;
const button = () => document.querySelector("button") as HTMLButtonElement;
const settled = () => new Promise((done) => setTimeout(done, 0));

/** Events that reach handlers below the document, where React's are. */
let clicks: Array<string> = [];
let submits: Array<string | null> = [];
/** Submits that were not prevented. */
let plain = 0;

function listen(element: HTMLElement, prevents: boolean): void {
  element.addEventListener("click", ({ target }) => clicks.push((target as Element).tagName));
  element.addEventListener("submit", (event) => {
    submits.push((event as SubmitEvent).submitter?.getAttribute("value") ?? null);
    if (prevents) event.preventDefault();
  });
}

beforeAll(() => {
  startInteraction();
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    plain += 1;
    event.preventDefault();
  });
});

beforeEach(() => {
  vi.useRealTimers();
  status = "server-html";
  clicks = [];
  submits = [];
  plain = 0;
  hydrate.mockReset().mockImplementation(
    () =>
      new Promise<void>((resolve, reject) => {
        settle = { resolve, reject };
      }),
  );
  document.body.innerHTML = MARKUP;
});

test("an island below a pointer that rests is not hydrated until the pointer moves", () => {
  button().dispatchEvent(new Event("pointerover", { bubbles: true }));
  // As a browser reports a pointer whose place it does not know.
  button().dispatchEvent(new MouseEvent("pointermove", { bubbles: true, clientX: 0, clientY: 0 }));
  button().dispatchEvent(new Event("pointerover", { bubbles: true }));
  expect(hydrate).not.toHaveBeenCalled();
  button().dispatchEvent(new MouseEvent("pointermove", { bubbles: true, clientX: 3, clientY: 0 }));
  expect(hydrate).toHaveBeenCalledOnce();
});

test("pointing at an island that waits for interaction hydrates it", () => {
  button().dispatchEvent(new Event("pointerover", { bubbles: true }));
  expect(hydrate).toHaveBeenCalledOnce();
});

test("focus and touch hydrate an island that waits for interaction", () => {
  for (const event of ["focusin", "touchstart"]) {
    button().dispatchEvent(new Event(event, { bubbles: true }));
    expect(hydrate, event).toHaveBeenCalledOnce();
    hydrate.mockClear();
  }
});

test("a click before hydration is held, and replayed once when the island is hydrated", async () => {
  listen(root(), true);
  button().click();
  expect([clicks, submits, plain]).toEqual([[], [], 0]);

  status = "hydrated";
  settle.resolve();
  await settled();

  expect([clicks, submits, plain]).toEqual([["BUTTON"], ["7"], 0]);
});

test("an island that cannot be hydrated submits natively, from the restored markup", async () => {
  button().click();
  const copy = root().cloneNode(true) as HTMLElement;
  root().replaceWith(copy);
  listen(copy, false);

  status = "failed";
  settle.reject(new Error("broken"));
  await settled();

  expect([submits, plain]).toEqual([["7"], 1]);
});

test("a script that does not load releases the native submit after four seconds", async () => {
  vi.useFakeTimers();
  listen(root(), false);
  button().click();
  await vi.advanceTimersByTimeAsync(3900);
  expect(plain).toBe(0);
  await vi.advanceTimersByTimeAsync(200);
  expect([submits, plain]).toEqual([["7"], 1]);
});

test("Enter in a field submits once the island is hydrated", async () => {
  listen(root(), true);
  (document.querySelector("form") as HTMLFormElement).requestSubmit();
  expect(submits).toEqual([]);
  status = "hydrated";
  settle.resolve();
  await settled();
  expect(submits).toEqual([null]);
});

test("a click with a modifier and clicks in a hydrated island are left alone", () => {
  listen(root(), true);
  const link = document.querySelector("a") as HTMLElement;
  link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true }));
  status = "hydrated";
  link.click();
  expect(clicks).toEqual(["A", "A"]);
});

test("a form that hydration does not change is submitted at once", () => {
  document.querySelector("form")?.setAttribute("data-plain", "");
  button().click();
  expect([plain, hydrate.mock.calls.length]).toEqual([1, 0]);
});

test("held clicks are replayed in the order of the clicks, and what follows them can wait for them", async () => {
  document.body.innerHTML = MARKUP + MARKUP.replace('value="7"', 'value="8"');
  const settles: Array<() => void> = [];
  hydrate.mockImplementation(() => new Promise<void>((resolve) => settles.push(resolve)));
  const order: Array<string | null> = [];
  const insideReplay: Array<unknown> = [];
  for (const part of document.querySelectorAll<HTMLElement>("[data-root]")) {
    part.addEventListener("submit", (event) => {
      event.preventDefault();
      insideReplay.push(heldEvents());
      order.push((event as SubmitEvent).submitter?.getAttribute("value") ?? null);
    });
  }

  expect(heldEvents()).toBeNull();
  for (const each of document.querySelectorAll("button")) each.click();
  void heldEvents()?.then(() => order.push("later"));
  status = "hydrated";
  settles[1]?.();
  await settled();
  expect(order).toEqual([]);
  settles[0]?.();
  await settled();

  expect(order).toEqual(["7", "8", "later"]);
  expect(insideReplay).toEqual([null, null]);
  expect(heldEvents()).toBeNull();
});
