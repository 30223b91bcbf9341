// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { forgetSearch, forgetSearches, readRecent, rememberSearch } from "./recent-searches";

beforeEach(() => localStorage.clear());

test("the newest five searches are remembered, each once [VIS-10]", () => {
  for (const word of ["عسل", "تمر", " عسل ", "بنّ", "عود", "هيل", "دلّة", ""]) rememberSearch(word);
  expect(readRecent()).toEqual(["دلّة", "هيل", "عود", "بنّ", "عسل"]);
  expect(forgetSearch("عود")).toEqual(["دلّة", "هيل", "بنّ", "عسل"]);
  expect(forgetSearches()).toEqual([]);
  expect(localStorage.length).toBe(0);
});

test("what cannot be read or written is no error [VIS-10]", () => {
  localStorage.setItem("recent_searches", '{"no": "list"}');
  expect(readRecent()).toEqual([]);
  localStorage.setItem("recent_searches", "[1, ");
  expect(readRecent()).toEqual([]);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("blocked");
  });
  rememberSearch("عسل");
});
