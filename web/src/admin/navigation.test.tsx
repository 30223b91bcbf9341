// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { adminLayout, findPage } from "../testing/admin-samples";
import { startNavigation } from "./navigation";
import { UNSENT } from "./unsent";

const HOME = "https://shop.example/ar/wp-admin/";
const entries = [...adminLayout.menu.flatMap(({ links }) => links), ...adminLayout.bar];

const find = (selector: string) => document.querySelector(selector) as HTMLElement;
const settle = () => new Promise((done) => setTimeout(done, 80));

/** The answer of an address with a view. */
function view(url: string, query: string, status = 200): Response {
  const page = {
    component: "admin/FindPage",
    title: `بحث ${query}`,
    layout: adminLayout,
    props: { ...findPage, query, understood: null },
  };
  const headers = { "content-type": "application/json; charset=utf-8" };
  const response = new Response(JSON.stringify(page), { status, headers });
  Object.defineProperty(response, "url", { value: new URL(url, HOME).href });
  return response;
}

const answers = vi.fn<(url: URL, options: RequestInit) => Promise<Response>>();
let isStarted = false;

beforeEach(() => {
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(HOME);
  document.title = "الرئيسية";
  document.body.innerHTML = `<div><aside>${entries
    .map(({ url, label }) => `<a href="${url}" data-entry="${url}">${label}</a>`)
    .join("")}</aside><main tabindex="-1"><h1>الرئيسية</h1></main><p data-announce></p></div>
    <script type="application/json" data-sheets>{"admin/FindPage":""}</script>`;
  vi.stubGlobal("fetch", answers);
  vi.stubGlobal("scrollTo", () => {});
  if (!isStarted) startNavigation();
  isStarted = true;
});

afterEach(() => {
  answers.mockReset();
});

test("an answer that is no view is left to the browser, and so is a link out of the admin", async () => {
  const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
  answers.mockResolvedValue(new Response("<html></html>", { headers: { "content-type": "text/html" } }));
  find("aside a").insertAdjacentHTML("afterend", '<a id="out" href="/ar/shop/">المتجر</a>');
  const out = new MouseEvent("click", { bubbles: true, cancelable: true });
  find("#out").addEventListener("click", (event) => setTimeout(() => event.preventDefault()));
  find("#out").dispatchEvent(out);
  expect(out.defaultPrevented).toBe(false);
  expect(answers).not.toHaveBeenCalled();

  find('a[data-entry="/ar/wp-admin/orders/"]').click();
  await settle();
  expect(answers).toHaveBeenCalledOnce();
  expect(answers.mock.calls[0]?.[1].headers).toEqual({ Accept: "application/json" });
  expect(assign).toHaveBeenCalledWith(new URL("/ar/wp-admin/orders/", HOME));
});

test("a form that gets no answer, or one of the shop, is sent once, says so and keeps what was typed [D12]", async () => {
  find("main").innerHTML =
    '<form method="post" action="/ar/wp-admin/orders/1/note/"><input name="note" value="أ"><button>حفظ</button></form>';
  const unsent: Array<EventTarget | null> = [];
  document.addEventListener(UNSENT, ({ target }) => unsent.push(target));
  (find("input") as HTMLInputElement).value = "نص طويل";
  // Whose session has ended gets the answer of a stranger.
  const stranger = "<main><h1>لم نجد هذه الصفحة</h1><p>ربما تغيّر عنوانها.</p></main>";
  const lost: Array<[() => void, string]> = [
    [() => answers.mockRejectedValueOnce(new TypeError("offline")), "لم يصل جواب"],
    [
      () =>
        answers.mockResolvedValueOnce(
          new Response(stranger, { status: 404, headers: { "content-type": "text/html" } }),
        ),
      "لم نجد هذه الصفحة",
    ],
  ];
  for (const [lose, said] of lost) {
    answers.mockClear();
    lose();
    find("form button").click();
    await settle();
    expect(answers).toHaveBeenCalledOnce();
    expect((find("input") as HTMLInputElement).value).toBe("نص طويل");
    expect(find("[data-announce]").textContent).toContain(said);
  }
  expect(unsent).toEqual([find("form"), find("form")]);
});

test("a link shows the next page in the standing layout, with its title, its address and the focus on its heading", async () => {
  const aside = find("aside");
  answers.mockResolvedValue(view("/ar/wp-admin/orders/", "حراز"));
  find('a[data-entry="/ar/wp-admin/orders/"]').click();
  await vi.waitFor(() => expect(document.title).toBe("بحث حراز"), 5000);
  await settle();
  expect(find("aside")).toBe(aside);
  expect(location.pathname).toBe("/ar/wp-admin/orders/");
  expect(document.activeElement?.tagName).toBe("H1");
  expect(find("[data-announce]").textContent).toBe("بحث حراز");
  expect(document.body.dataset.shown).toMatch(/^\d/);
  // An older answer never replaces a newer one.
  let late = (_: Response) => {};
  answers.mockReturnValueOnce(new Promise((done) => (late = done)));
  answers.mockResolvedValueOnce(view("/ar/wp-admin/find/?q=b", "الأحدث"));
  find('a[data-entry="/ar/wp-admin/"]').click();
  find('a[data-entry="/ar/wp-admin/orders/"]').click();
  await vi.waitFor(() => expect(document.title).toBe("بحث الأحدث"), 5000);
  late(view("/ar/wp-admin/", "الأقدم"));
  await settle();
  expect(document.title).toBe("بحث الأحدث");
});

test("a refusal is the view that stands, and the address stays the one of the page", async () => {
  answers.mockResolvedValue(view("/ar/wp-admin/find/", "بداية"));
  find('a[data-entry="/ar/wp-admin/"]').click();
  await vi.waitFor(() => expect(document.title).toBe("بحث بداية"), 5000);
  const before = location.href;
  find("main").insertAdjacentHTML(
    "beforeend",
    '<form id="f" method="post" action="/ar/wp-admin/orders/1/refund/"><input name="amount" value="900"><button>ردّ</button></form>',
  );
  answers.mockResolvedValue(view("/ar/wp-admin/orders/1/refund/", "مرفوض", 422));
  find("#f button").click();
  await vi.waitFor(() => expect(document.title).toBe("بحث مرفوض"), 5000);
  expect(location.href).toBe(before);
  expect(answers.mock.lastCall?.[1].method).toBe("POST");
  expect(String(answers.mock.lastCall?.[1].body)).toBe("amount=900");
});

test("another menu is another layout, so the address is loaded", async () => {
  const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
  find("aside a").remove();
  answers.mockResolvedValue(view("/ar/wp-admin/orders/", "حراز"));
  find('a[data-entry="/ar/wp-admin/orders/"]').click();
  await settle();
  expect(assign).toHaveBeenCalledWith(new URL("/ar/wp-admin/orders/", HOME));
});
