import { expect, test, vi } from "vitest";
import { MarkupCache } from "./markup-cache";

test("markup is rendered once for the same key, and again for another", () => {
  const cache = new MarkupCache(1000);
  const render = vi.fn(() => "<p>مراجعة</p>");
  expect(cache.get("a", render)).toBe("<p>مراجعة</p>");
  expect(cache.get("a", render)).toBe("<p>مراجعة</p>");
  expect(render).toHaveBeenCalledTimes(1);
  cache.get("b", render);
  expect(render).toHaveBeenCalledTimes(2);
});

test("the entry that was not used for longest goes first when the cache is full", () => {
  const cache = new MarkupCache(30);
  const render = vi.fn(() => "123456789");
  cache.get("a", render);
  cache.get("b", render);
  cache.get("c", render);
  cache.get("a", render);
  cache.get("d", render);
  expect(cache.size).toBe(3);
  render.mockClear();
  for (const key of ["a", "c", "d"]) cache.get(key, render);
  expect(render).not.toHaveBeenCalled();
  cache.get("b", render);
  expect(render).toHaveBeenCalledTimes(1);
});

test("markup larger than the cache is returned and not held", () => {
  const cache = new MarkupCache(10);
  expect(cache.get("a", () => "0123456789")).toBe("0123456789");
  expect(cache.size).toBe(0);
});
