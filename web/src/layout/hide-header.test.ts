// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { hideHeaderOnScroll } from "./hide-header";

const isAway = () => document.documentElement.dataset.header === "away";
function scrollTo(y: number): void {
  vi.stubGlobal("scrollY", y);
  dispatchEvent(new Event("scroll"));
}

beforeEach(() => {
  vi.spyOn(document.documentElement, "scrollHeight", "get").mockReturnValue(5000);
  vi.stubGlobal("innerHeight", 800);
});

hideHeaderOnScroll();

test("the header leaves after 96 px on the way down and returns on the way up [VIS-14]", () => {
  scrollTo(90);
  expect(isAway()).toBe(false);
  scrollTo(98);
  expect(isAway()).toBe(true);
  scrollTo(400);
  scrollTo(394);
  expect(isAway(), "a trembling finger").toBe(true);
  scrollTo(391);
  expect(isAway()).toBe(false);
  scrollTo(397);
  expect(isAway()).toBe(false);
  scrollTo(400);
  expect(isAway()).toBe(true);
  scrollTo(40);
  expect(isAway()).toBe(false);
});

test("beyond the end of the page the header does not move [VIS-14]", () => {
  scrollTo(4195);
  scrollTo(4200);
  expect(isAway()).toBe(true);
  // The page springs back.
  scrollTo(4230);
  scrollTo(4203);
  expect(isAway()).toBe(true);
});
