// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { changeSaved, MAX_ITEMS, parseSaved, readSaved, writeSaved } from "./cookie";

test("a list is read from any text: ids once, without what is no id [VIS-13]", () => {
  expect(parseSaved("")).toEqual({ ids: [], isCopy: false });
  expect(parseSaved("12.7.12.x.0.-3")).toEqual({ ids: ["12", "7"], isCopy: false });
  expect(parseSaved("c.9")).toEqual({ ids: ["9"], isCopy: true });
  expect(parseSaved(Array.from({ length: 80 }, (_, at) => at + 1).join(".")).ids).toHaveLength(MAX_ITEMS);
});

test("the newest is first, and a full list takes no more", () => {
  const full = parseSaved(Array.from({ length: MAX_ITEMS }, (_, at) => at + 1).join("."));
  expect(changeSaved(full, "99", true)).toBeNull();
  expect(changeSaved(full, "5", true)?.ids[0]).toBe("5");
  expect(changeSaved(full, "5", false)?.ids).toHaveLength(MAX_ITEMS - 1);
});

test("the cookie survives a round trip, and an empty guest list deletes it", () => {
  writeSaved({ ids: ["3", "8"], isCopy: false });
  expect(readSaved()).toEqual({ ids: ["3", "8"], isCopy: false });
  writeSaved({ ids: [], isCopy: false });
  expect(readSaved().ids).toEqual([]);
});
