// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { start } from "./search.browser";

const sent: Array<string> = [];

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal("fetch", (url: string, { body }: { body: URLSearchParams }) => {
    sent.push(`${url} ${decodeURIComponent(body.toString())}`);
    return Promise.resolve({ text: () => Promise.resolve("") });
  });
});
afterEach(() => vi.unstubAllGlobals());

function show(attributes: string): void {
  document.body.innerHTML = `<div data-search-report="/report" data-search-query="عسل" ${attributes}>
    <ul><li data-product="18"><a id="product" href="#p">عسل سدر</a><button type="button">أضف</button></li></ul>
    <a id="filter" href="#f">متوفر</a>
  </div>`;
  start();
}

test("a query without a result is reported once", () => {
  show("data-search-unanswered");
  document.querySelector<HTMLElement>("#product")?.click();
  expect(sent).toEqual(["/report query=عسل"]);
});

test("products that are opened are reported, and nothing else that is clicked", () => {
  show("data-search-choices");
  for (const element of document.querySelectorAll<HTMLElement>("a, button")) element.click();
  expect(sent).toEqual(["/report query=عسل&product=18"]);
});

test("other pages report nothing", () => {
  document.body.innerHTML = '<ul><li data-product="18"><a href="#p">عسل</a></li></ul>';
  start();
  document.querySelector("a")?.click();
  expect(sent).toEqual([]);
});
