// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SearchBox } from "./SearchBox";
import { optionAfter, type Suggestions, suggest } from "./suggest";

const found: Suggestions = {
  query: "قهو",
  corrected: null,
  products: [
    { name: "قهوة سعودية", url: "/ar/product/1/", price: "14.50\u00a0$", image: "/media/1.webp" },
    { name: "<b>بنّ</b>", url: "/ar/product/2/", price: "18.00\u00a0$", image: null },
  ],
  categories: [{ name: "القهوة", url: "/ar/product-category/coffee/" }],
  allUrl: "/ar/?s=قهو&post_type=product",
  total: 11,
};
const plain = (text: string | null | undefined) => (text ?? "").replace(/[\u2066-\u2069]/g, "");
const field = () => document.querySelector("[name=s]") as HTMLInputElement;
const box = () => document.querySelector(".suggest") as HTMLElement;
const status = () => plain(document.querySelector("[role=status]")?.textContent);
const marked = () => document.querySelector("[aria-selected=true]")?.textContent;

async function type(text: string) {
  field().value = text;
  field().dispatchEvent(new Event("input", { bubbles: true }));
  await vi.advanceTimersByTimeAsync(150);
}
const press = (key: string) => {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  field().dispatchEvent(event);
  return event;
};
function answering(answer: object) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(answer));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = renderToStaticMarkup(<SearchBox id="search" action="/ar/" />);
  suggest(field());
});
afterEach(() => vi.useRealTimers());

test("as a plain form it searches for products [SITE-36]", () => {
  const form = field().form as HTMLFormElement;
  field().value = "قهوة";
  expect(form.method).toBe("get");
  expect([...new FormData(form)]).toEqual([
    ["s", "قهوة"],
    ["post_type", "product"],
  ]);
});

test("from two letters on, and a moment after the last, it is asked once", async () => {
  const fetch = answering(found);
  await type("ق");
  expect(fetch).not.toHaveBeenCalled();
  field().value = "قه";
  field().dispatchEvent(new Event("input"));
  await vi.advanceTimersByTimeAsync(100);
  await type("قهو");
  expect(fetch).toHaveBeenCalledOnce();
  expect(decodeURIComponent(String(fetch.mock.calls[0]?.[0]))).toBe("/ar/search/suggest/?s=قهو");
});

test("products and sections are offered, as text, and their number is said", async () => {
  answering(found);
  expect(field().getAttribute("aria-expanded")).toBe("false");
  await type("قهو");
  expect(field().getAttribute("aria-expanded")).toBe("true");
  expect(document.querySelectorAll("#suggestions [role=group]")).toHaveLength(2);
  expect(document.querySelectorAll("[role=option]")).toHaveLength(3);
  expect(box().textContent).toContain("<b>بنّ</b>");
  expect(status()).toBe("11 نتيجة.");
  expect(box().querySelector(".suggest__all a")?.getAttribute("href")).toBe(found.allUrl);
});

test("a word that was put right is shown and said", async () => {
  answering({ ...found, corrected: "قهوة", total: 2 });
  await type("قهوا");
  expect(plain(box().querySelector(".suggest__note")?.textContent)).toBe("نعرض نتائج «قهوة».");
  expect(status()).toBe("نعرض نتائج «قهوة». نتيجتان.");
});

test("nothing found is said, and there is no list to open", async () => {
  answering({ ...found, products: [], categories: [], total: 0 });
  await type("قهو");
  expect(plain(box().textContent)).toBe("لا توجد نتائج للبحث عن «قهو»");
  expect(field().getAttribute("aria-expanded")).toBe("false");
  expect(status()).toBe("لا نتائج.");
});

test("arrows mark, Enter follows and Escape closes", async () => {
  answering(found);
  await type("قهو");
  press("ArrowDown");
  expect(field().getAttribute("aria-activedescendant")).toBe("suggestions-0");
  press("End");
  expect(marked()).toBe("القهوة");
  const follow = vi.spyOn(location, "assign").mockImplementation(() => {});
  expect(press("Enter").defaultPrevented).toBe(true);
  expect(follow).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("/ar/product-category/coffee/"));
  press("ArrowDown");
  expect(marked()).toBeUndefined();
  expect(press("Enter").defaultPrevented).toBe(false);

  press("Escape");
  expect(box().hidden).toBe(true);
  expect(field().getAttribute("aria-expanded")).toBe("false");
  press("ArrowDown");
  expect(box().hidden).toBe(false);
});

test("an answer to what is no longer typed is not shown", async () => {
  const replies: Array<(response: Response) => void> = [];
  vi.stubGlobal("fetch", () => new Promise((done) => replies.push(done)));
  await type("قهو");
  await type("تمر");
  replies[1]?.(Response.json({ ...found, total: 3 }));
  await vi.advanceTimersByTimeAsync(0);
  replies[0]?.(Response.json({ ...found, total: 100 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(status()).toBe("3 نتائج.");
});

test("a shop that cannot answer leaves the form alone", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 500 }));
  const log = vi.spyOn(console, "info").mockImplementation(() => {});
  await type("قهو");
  expect(box().hidden).toBe(true);
  expect(log).toHaveBeenCalledOnce();
});

test("keys go around through the field itself", () => {
  expect(optionAfter("ArrowDown", -1, 3)).toBe(0);
  expect(optionAfter("ArrowDown", 2, 3)).toBe(-1);
  expect(optionAfter("ArrowUp", -1, 3)).toBe(2);
  expect(optionAfter("ArrowUp", 0, 3)).toBe(-1);
  expect(optionAfter("Home", -1, 3)).toBeNull();
  expect(optionAfter("Home", 2, 3)).toBe(0);
  expect(optionAfter("ArrowDown", -1, 0)).toBeNull();
});
