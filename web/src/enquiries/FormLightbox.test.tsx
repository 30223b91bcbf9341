// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as enquiriesText from "../generated/messages/enquiries";
import { enquiryForm } from "../testing/enquiry-samples";
import { endHydrated, hydrated, shopper } from "../testing/hydrated";
import { EnquiryForm } from "./EnquiryForm.island";

let resized: () => void = () => {};
let height = 400;
let animations: Array<{ from: unknown; duration: number }> = [];

beforeEach(() => {
  animations = [];
  height = 400;
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  HTMLElement.prototype.animate = (frames, options) => {
    const { duration } = options as { duration: number };
    animations.push({ from: (frames as Array<Keyframe>)[0]?.translate, duration });
    return {} as Animation;
  };
});
afterEach(endHydrated);

const label = "اطلب عرض سعر";
const lightbox = { ...enquiryForm, lightbox: { label }, centerFancybox: true, centerFancyboxSpeed: 350 };
const dialog = () => {
  const found = document.querySelector("dialog") as HTMLDialogElement;
  Object.defineProperty(found, "offsetHeight", { configurable: true, get: () => height });
  return found;
};
const resize = (to: number) =>
  act(async () => {
    height = to;
    resized();
  });
const open = () => shopper().click(screen.getByRole("button", { name: label }));

test("a button opens the form over the page, and it can be closed [FORM-13]", async () => {
  await hydrated(<EnquiryForm {...lightbox} />);
  expect(dialog().open).toBe(false);
  await open();
  expect(dialog().open).toBe(true);
  expect(dialog().querySelector("form")).not.toBeNull();
  await shopper().click(screen.getByRole("button", { name: enquiriesText.close() }));
  expect(dialog().open).toBe(false);
});

test("it moves back to the middle over its time after its size changed [FORM-13]", async () => {
  await hydrated(<EnquiryForm {...lightbox} />);
  dialog();
  await open();
  await resize(400);
  expect(animations).toEqual([]);
  await resize(500);
  // The browser has moved its top up by 50 pixels: it starts from where it was.
  expect(animations).toEqual([{ from: "0 50px", duration: 350 }]);
  await resize(420);
  expect(animations.at(-1)).toEqual({ from: "0 -40px", duration: 350 });
});

test("without centerFancybox it stays where it was opened [FORM-13]", async () => {
  await hydrated(<EnquiryForm {...lightbox} centerFancybox={false} />);
  vi.spyOn(dialog(), "getBoundingClientRect").mockReturnValue({ top: 120 } as DOMRect);
  await open();
  await resize(400);
  await resize(500);
  expect(animations).toEqual([]);
  expect(dialog().style.marginBlockStart).toBe("120px");
});

test("a page that shows errors or a result opens it [FORM-13]", async () => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  await hydrated(<EnquiryForm {...lightbox} success="<p>وصلتنا رسالتك.</p>" />);
  expect(dialog().open).toBe(true);
});
