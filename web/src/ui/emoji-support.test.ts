// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkEmoji } from "./emoji-support";

/** A canvas whose glyphs have these colours. */
function stubCanvas(colours: Array<number>): void {
  const context = { fillText: () => {}, getImageData: () => ({ data: colours }) };
  vi.stubGlobal(
    "OffscreenCanvas",
    class {
      getContext = () => context;
    },
  );
}

beforeEach(() => {
  sessionStorage.clear();
  document.documentElement.className = "";
});
afterEach(() => vi.unstubAllGlobals());

test("a browser that paints emoji in one colour is marked, once a session [SITE-37]", () => {
  stubCanvas([0, 0, 0, 255]);
  checkEmoji();
  expect(document.documentElement.classList.contains("no-emoji")).toBe(true);
  expect(sessionStorage.getItem("wpEmojiSettingsSupports")).toBe("false");
});

test("a browser with emoji is not marked, and the next page does not check again [SITE-37]", () => {
  stubCanvas([30, 160, 60, 255]);
  checkEmoji();
  expect(document.documentElement.classList.contains("no-emoji")).toBe(false);
  stubCanvas([0, 0, 0, 255]);
  checkEmoji();
  expect(document.documentElement.classList.contains("no-emoji")).toBe(false);
});
