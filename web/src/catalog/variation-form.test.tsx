// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startAddButtons } from "../cart/add-buttons";
import { renderRegion } from "../renderer/render";
import { gallery, galleryImage, product } from "../testing/samples";
import { showVariationPictures, variationPictures } from "./gallery-store";
import { ProductPage } from "./ProductPage";
import { enhance } from "./variation-form";

vi.mock("../runtime/islands", async (original) => ({
  ...(await original<object>()),
  updateIsland: (_: Element, props: object) => quantities.push(props),
  hydrate: async () => {},
}));

let quantities: Array<object> = [];
const form = () => document.querySelector("form.variations_form") as HTMLFormElement;
const field = (name: string) => form().elements.namedItem(name) as HTMLInputElement;
const buttons = () =>
  [...document.querySelectorAll<HTMLButtonElement>("[name=add-to-cart]")].filter((b) => b.type === "submit");
const option = (name: string, value: string) =>
  form().querySelector(
    `[name="${name}"][value="${value}"], [name="${name}"] option[value="${value}"]`,
  ) as HTMLInputElement;
const fact = (name: string) => document.querySelector(`.idents [data-fact=${name}]`)?.textContent;
const price = () => document.querySelector(".buy__price")?.textContent?.replace("\u00a0", " ");
const answer = (html: string) => Response.json({ data: { variation_images: html } });
const drawn = renderRegion({
  key: "gallery",
  component: "catalog/Gallery",
  props: {
    ...gallery,
    images: [{ ...galleryImage, picture: { ...galleryImage.picture, alt: "تحميص داكن" } }],
  },
});
const showsOwn = () => variationPictures.get()?.[0]?.alt === "تحميص داكن";

function choose(roast: string, weight: string, grind = "حبوب كاملة") {
  for (const [name, value] of Object.entries({ roast, weight, grind })) {
    const chosen = option(`attribute_${name}`, value);
    if (chosen.tagName === "OPTION") field(`attribute_${name}`).value = value;
    else chosen.checked = true;
  }
  form().dispatchEvent(new Event("change", { bubbles: true }));
}

async function reset() {
  for (const radio of form().querySelectorAll<HTMLInputElement>("[type=radio]")) radio.checked = false;
  field("attribute_grind").value = "";
  form().dispatchEvent(new Event("reset", { bubbles: true }));
  await vi.advanceTimersByTimeAsync(0);
}

startAddButtons();

beforeEach(() => {
  vi.useFakeTimers();
  quantities = [];
  showVariationPictures(null);
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  // happy-dom fetches no pictures, and calls them complete.
  vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(false);
  const identity = { ...product.identity, brand: "دكان النخلة" };
  document.body.innerHTML = renderToStaticMarkup(<ProductPage {...product} identity={identity} />);
});
afterEach(() => vi.useRealTimers());

test("as a plain form it is complete: every choice is offered, required and named [PROD-13]", () => {
  expect(buttons().map(({ value }) => value)).toEqual(["17", "17"]);
  expect(buttons().every(({ disabled }) => !disabled)).toBe(true);
  expect(field("product_id").value).toBe("17");
  expect(field("variation_id").value).toBe("0");
  expect(field("quantity").value).toBe("1");
  expect(form().querySelectorAll("[name^=attribute_]:not([required])")).toHaveLength(0);
  expect(form().querySelectorAll("fieldset :disabled, select :disabled")).toHaveLength(0);
});

test("nothing is for sale until a purchasable variation is chosen [PROD-14] [PROD-17]", () => {
  enhance(form());
  expect(buttons().every(({ disabled }) => disabled)).toBe(true);
  expect(buttons()[0]?.textContent).toBe("اختر الخيارات");
  // The button says it already.
  expect(form().querySelector(".buy__hint")?.textContent).toBe("");

  choose("فاتح", "250 غ");
  expect(field("variation_id").value).toBe("170");
  expect(buttons().some(({ disabled }) => disabled)).toBe(false);
  expect(buttons()[0]?.textContent).toBe("أضف إلى السلة");
  expect(form().querySelector(".buy__hint")?.textContent).toBe("");

  choose("داكن", "1 كغ");
  expect(field("variation_id").value).toBe("172");
  expect(buttons()[0]?.disabled).toBe(true);
  expect(form().querySelector("[data-stock]")?.textContent).toBe("نفدت الكمية");
  expect(form().querySelector(".buy__hint")?.textContent).toBe("هذا الخيار غير متوفر. اختر خيارًا آخر.");
});

test("choices that do not go together are struck, those sold out are marked", () => {
  enhance(form());
  choose("فاتح", "250 غ");
  expect(option("attribute_weight", "1 كغ").disabled).toBe(true);
  choose("داكن", "250 غ");
  expect(option("attribute_weight", "1 كغ").disabled).toBe(false);
  expect(option("attribute_weight", "1 كغ").hasAttribute("data-out")).toBe(true);
  expect(form().querySelector("[data-chosen=roast]")?.textContent).toBe("داكن");
});

test("a variation shows its price, numbers and quantity; a reset brings back the product's [PROD-38] [PROD-39] [PROD-40] [PROD-41] [PROD-42]", async () => {
  enhance(form());
  const before = document.querySelector(".idents")?.outerHTML;
  const priceBefore = price();
  choose("داكن", "1 كغ");
  expect(price()).toBe("62.00 $");
  expect(document.querySelector(".buybar .price")?.textContent).toBe("62.00\u00a0$");
  expect([fact("gtin"), fact("mpn"), fact("brand")]).toEqual(["6291041500213", "NKH-172", "محمصة النخلة"]);
  expect(document.querySelector(".buy__brand")?.textContent).toBe("محمصة النخلة");
  expect(document.querySelector("[data-barcode]")?.getAttribute("src")).toBe("/ar/barcode/6291041500213.svg");
  expect(document.querySelector("[data-barcode]")?.getAttribute("alt")).toContain("6291041500213");
  expect(quantities.at(-1)).toMatchObject({ value: "4", step: "2", max: "8" });

  await reset();
  expect(field("variation_id").value).toBe("0");
  expect(price()).toBe(priceBefore);
  expect(document.querySelector(".idents")?.outerHTML).toBe(before);
  expect(document.querySelector(".buy__brand")?.textContent).toBe("دكان النخلة");
  expect(quantities.at(-1)).toMatchObject({ value: "1", step: "1", max: "9" });
  expect(form().querySelector("[data-stock]")?.textContent).toContain("3");
});

test("others hear what happens to the form", async () => {
  const heard: Array<string> = [];
  for (const name of ["found_variation", "show_variation", "reset_data", "hide_variation"]) {
    form().addEventListener(name, (event) =>
      heard.push(`${name} ${(event as CustomEvent).detail?.variation_id ?? "-"}`),
    );
  }
  enhance(form());
  choose("فاتح", "250 غ");
  await reset();
  expect(heard).toEqual(["found_variation 170", "show_variation 170", "reset_data -", "hide_variation -"]);
});

test("a variation's own pictures are asked for once, and put back by a reset [PROD-44] [PROD-45] [PROD-46]", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => answer(drawn));
  vi.stubGlobal("fetch", fetch);
  enhance(form());
  choose("داكن", "250 غ");
  await vi.advanceTimersByTimeAsync(0);
  const [url, request] = fetch.mock.calls[0] ?? [];
  expect(url).toBe("/ar/wp-admin/admin-ajax.php");
  expect(String(request?.body)).toBe(
    "action=twist_variation_ajax&nonce=n0nce&product_id=17&variation_id=171",
  );
  expect(showsOwn()).toBe(true);

  await reset();
  expect(showsOwn()).toBe(false);
  expect(document.querySelectorAll(".thumbs a")).toHaveLength(3);
  choose("داكن", "250 غ");
  await vi.advanceTimersByTimeAsync(0);
  expect(showsOwn()).toBe(true);
  choose("فاتح", "250 غ");
  await vi.advanceTimersByTimeAsync(0);
  expect(showsOwn()).toBe(false);
  expect(fetch).toHaveBeenCalledOnce();
});

test("pictures that are in the page already need no call [PROD-43]", async () => {
  const fetch = vi.fn();
  vi.stubGlobal("fetch", fetch);
  form().dataset.variation_data = JSON.stringify({ 171: drawn });
  enhance(form());
  choose("داكن", "250 غ");
  await vi.advanceTimersByTimeAsync(0);
  expect(showsOwn()).toBe(true);
  expect(fetch).not.toHaveBeenCalled();
});

test("when the pictures cannot be had those that are there stay [PROD-47]", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 500 }));
  const log = vi.spyOn(console, "info").mockImplementation(() => {});
  enhance(form());
  choose("داكن", "250 غ");
  await vi.advanceTimersByTimeAsync(0);
  expect(showsOwn()).toBe(false);
  expect(document.querySelectorAll(".gallery__strip li")).toHaveLength(3);
  expect(log).toHaveBeenCalledOnce();
});

test("pictures that come too late are not shown", async () => {
  let reply = (_: Response) => {};
  vi.stubGlobal("fetch", () => new Promise((done) => (reply = done)));
  enhance(form());
  choose("داكن", "250 غ");
  choose("فاتح", "250 غ");
  reply(answer(drawn));
  await vi.advanceTimersByTimeAsync(0);
  expect(showsOwn()).toBe(false);
});

test("the add button sends the variation", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ fragments: { none: "<i></i>" } }));
  vi.stubGlobal("fetch", fetch);
  enhance(form());
  choose("فاتح", "250 غ");
  form().dispatchEvent(
    new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: buttons()[0] ?? null }),
  );
  await vi.advanceTimersByTimeAsync(0);
  const sent = fetch.mock.calls[0]?.[1]?.body as FormData;
  expect(sent.get("variation_id")).toBe("170");
  expect(sent.get("product_id")).toBe("17");
  expect(sent.get("attribute_weight")).toBe("250 غ");
  expect(sent.getAll("product_id")).toHaveLength(1);
});

test("a shop that cannot be reached gets the whole form, with the button's own value", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("offline");
  });
  const sent: Array<FormData> = [];
  vi.spyOn(form(), "submit").mockImplementation(() => {
    sent.push(new FormData(form()));
  });
  enhance(form());
  choose("فاتح", "250 غ");
  form().dispatchEvent(
    new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: buttons()[0] ?? null }),
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.getAll("add-to-cart")).toEqual(["17"]);
  expect(sent[0]?.get("variation_id")).toBe("170");
  expect(new FormData(form()).has("add-to-cart")).toBe(false);
});
