// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { PropsSource } from "../runtime/islands";
import { mount } from "../runtime/mount";
import { hydrate } from "../testing/hydrate";
import { suggestions as found } from "../testing/samples";
import { optionAfter } from "./combobox";
import { SearchBox } from "./SearchBox.island";

const props = { inputId: "search", action: "/ar/", homeUrl: "/ar/" };
const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: "بحث في المتجر" });
const list = () => screen.findByRole("listbox", { name: "اقتراحات البحث" });
const options = () => screen.queryAllByRole("option");
const marked = () => screen.queryByRole("option", { selected: true })?.textContent;
const plain = (text: string | null) => (text ?? "").replace(/[\u2066-\u2069]/g, "");
const status = () => plain(screen.getByRole("status").textContent);
/** The hidden prefix for screen readers. */
const box = () => screen.getByRole("status").previousElementSibling as HTMLElement;
const isExpanded = () => field().getAttribute("aria-expanded");

function answering(answer: object) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(answer));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

let user = userEvent.setup();
const type = (text: string) => user.type(field(), text);

beforeEach(() => {
  user = userEvent.setup();
  history.replaceState(null, "", "/ar/");
});

test("as a plain form it searches for products [SITE-36]", () => {
  document.body.innerHTML = renderToString(<SearchBox {...props} />);
  const form = document.querySelector("form") as HTMLFormElement;
  const search = screen.getByRole<HTMLInputElement>("searchbox", { name: "بحث في المتجر" });
  search.value = "قهوة";
  expect([form.method, form.getAttribute("action")]).toEqual(["get", "/ar/"]);
  expect([...new FormData(form)]).toEqual([
    ["s", "قهوة"],
    ["post_type", "product"],
  ]);
});

test("text typed before hydration is retained and requested", async () => {
  const fetch = answering(found);
  document.body.innerHTML = `<div>${renderToString(<SearchBox {...props} />)}</div>`;
  const input = document.querySelector("[name=s]") as HTMLInputElement;
  input.focus();
  input.value = "قهو";
  const root = document.body.firstElementChild as Element;
  await mount(root, SearchBox as never, new PropsSource(props), "search-", () => {});
  expect(await list()).toBeDefined();
  expect(field().value).toBe("قهو");
  expect(field()).toBe(document.activeElement);
  expect(fetch).toHaveBeenCalledOnce();
});

test("the query of this page is not requested until the shopper types", async () => {
  const fetch = answering(found);
  history.replaceState(null, "", `/ar/?s=${encodeURIComponent("قهوة")}`);
  document.body.innerHTML = `<div>${renderToString(<SearchBox {...props} />)}</div>`;
  (document.querySelector("[name=s]") as HTMLInputElement).value = "قهوة";
  const root = document.body.firstElementChild as Element;
  await mount(root, SearchBox as never, new PropsSource(props), "search-", () => {});
  await new Promise((done) => setTimeout(done, 250));
  expect(field().value).toBe("قهوة");
  expect(fetch).not.toHaveBeenCalled();
  await user.type(field(), "{Backspace}ة");
  await list();
  expect(fetch.mock.calls.map(([url]) => decodeURIComponent(String(url)))).toEqual([
    "/ar/search/suggest/?s=قهوة",
  ]);
});

test("from two letters on, and a moment after the last, one request is sent", async () => {
  const fetch = answering(found);
  hydrate(<SearchBox {...props} />);
  await type("ق");
  await new Promise((done) => setTimeout(done, 200));
  expect(fetch).not.toHaveBeenCalled();
  await type("هو");
  await list();
  expect(fetch).toHaveBeenCalledOnce();
  expect(decodeURIComponent(String(fetch.mock.calls[0]?.[0]))).toBe("/ar/search/suggest/?s=قهو");
});

test("products and sections are offered, as text, and their number is announced", async () => {
  answering(found);
  hydrate(<SearchBox {...props} />);
  expect(isExpanded()).toBe("false");
  await type("قهو");
  const groups = within(await list()).getAllByRole("group");
  expect(isExpanded()).toBe("true");
  expect(groups.map((group) => group.getAttribute("aria-label"))).toEqual(["منتجات", "أقسام"]);
  expect(options().map(({ textContent }) => textContent)).toEqual([
    "قهوة سعوديةابتداءً من 14.50\u00a0$",
    "<b>بنّ</b>18.00\u00a0$",
    "القهوة",
  ]);
  expect(status()).toBe("11 نتيجة.");
  expect(screen.getByRole("link", { name: "عرض كل النتائج" }).getAttribute("href")).toBe(found.allUrl);
});

test("a corrected query is shown and announced", async () => {
  answering({ ...found, corrected: "قهوة", total: 2 });
  hydrate(<SearchBox {...props} />);
  await type("قهوا");
  await list();
  expect(plain(box().querySelector("p")?.textContent ?? "")).toBe("عرضنا نتائج «قهوة».");
  expect(status()).toBe("عرضنا نتائج «قهوة». نتيجتان.");
});

test("an empty result is announced, and there is no list to open", async () => {
  answering({ ...found, products: [], categories: [], total: 0 });
  hydrate(<SearchBox {...props} />);
  await type("قهو");
  await waitFor(() => expect(status()).toBe("لا نتائج."));
  expect(plain(box().textContent)).toBe("لا توجد نتائج للبحث عن «قهو»");
  expect(isExpanded()).toBe("false");
  expect(options()).toEqual([]);
});

test("arrows select, Enter follows and Escape closes", async () => {
  answering(found);
  hydrate(<SearchBox {...props} />);
  const form = document.querySelector("form") as HTMLFormElement;
  const searched = vi.fn((event: Event) => event.preventDefault());
  form.addEventListener("submit", searched);
  await type("قهو");
  await list();
  await user.keyboard("{ArrowDown}");
  expect(field().getAttribute("aria-activedescendant")).toBe(options()[0]?.id);
  await user.keyboard("{End}");
  expect(marked()).toBe("القهوة");
  const follow = vi.spyOn(location, "assign").mockImplementation(() => {});
  await user.keyboard("{Enter}");
  expect(follow).toHaveBeenCalledExactlyOnceWith("/ar/product-category/coffee/");
  expect(searched).not.toHaveBeenCalled();
  expect(box().hidden).toBe(true);

  await user.keyboard("{ArrowDown}{ArrowUp}");
  expect(box().hidden).toBe(false);
  expect(marked()).toBeUndefined();
  await user.keyboard("{Escape}");
  expect(box().hidden).toBe(true);
  expect(isExpanded()).toBe("false");
  expect(field().value).toBe("قهو");
  await user.keyboard("{Enter}");
  expect(searched).toHaveBeenCalledOnce();
  expect(follow).toHaveBeenCalledOnce();
});

test("a click outside, or leaving it by keyboard or for another page, closes it", async () => {
  answering(found);
  hydrate(<SearchBox {...props} />);
  await type("قهو");
  await list();
  fireEvent.pointerDown(document.body);
  expect(box().hidden).toBe(true);
  await user.keyboard("{ArrowDown}");
  expect(box().hidden).toBe(false);
  window.dispatchEvent(new Event("pagehide"));
  await waitFor(() => expect(box().hidden).toBe(true));
  await user.keyboard("{ArrowDown}");
  expect(box().hidden).toBe(false);
  fireEvent.blur(field());
  await waitFor(() => expect(box().hidden).toBe(true));
});

test("a response to outdated text is not shown", async () => {
  const replies: Array<(response: Response) => void> = [];
  vi.stubGlobal("fetch", () => new Promise((done) => replies.push(done)));
  hydrate(<SearchBox {...props} />);
  await type("قهو");
  await waitFor(() => expect(replies).toHaveLength(1));
  await type("ة");
  await waitFor(() => expect(replies).toHaveLength(2));
  replies[1]?.(Response.json({ ...found, total: 3 }));
  await waitFor(() => expect(status()).toBe("3 نتائج."));
  replies[0]?.(Response.json({ ...found, total: 100 }));
  await new Promise((done) => setTimeout(done, 20));
  expect(status()).toBe("3 نتائج.");
});

test("a failed request leaves the form usable", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 500 }));
  const log = vi.spyOn(console, "info").mockImplementation(() => {});
  hydrate(<SearchBox {...props} />);
  await type("قهو");
  await waitFor(() => expect(log).toHaveBeenCalledOnce());
  expect(box().hidden).toBe(true);
  expect(field().value).toBe("قهو");
});

test("arrow keys wrap around through the field itself", () => {
  expect(optionAfter("ArrowDown", -1, 3)).toBe(0);
  expect(optionAfter("ArrowDown", 2, 3)).toBe(-1);
  expect(optionAfter("ArrowUp", -1, 3)).toBe(2);
  expect(optionAfter("ArrowUp", 0, 3)).toBe(-1);
  expect(optionAfter("Home", -1, 3)).toBeNull();
  expect(optionAfter("Home", 2, 3)).toBe(0);
  expect(optionAfter("ArrowDown", -1, 0)).toBeNull();
});

test("articles follow the categories and are reached by the arrow keys", async () => {
  const article = { name: "كيف تُحضّر قهوة سعودية متوازنة", url: "/ar/coffee/" };
  answering({ ...found, articles: [article] });
  hydrate(<SearchBox {...props} />);
  await type("قهوة");
  const group = within(await list()).getByRole("group", { name: "من المدوّنة" });
  expect(within(group).getByRole("option").getAttribute("href")).toBe(article.url);
  await user.keyboard("{ArrowUp}");
  expect(marked()).toBe(article.name);
});
