// @vitest-environment happy-dom
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GalleryImage, ProductFormView, VariationView } from "../generated/catalog";
import * as cartText from "../generated/messages/cart";
import * as catalogText from "../generated/messages/catalog";
import * as commonText from "../generated/messages/common";
import * as pricingText from "../generated/messages/pricing";
import type { PriceView } from "../generated/pricing";
import { productPrice } from "../pricing/product-price";
import { hydrateIsland, leavePage } from "../testing/hydrate-island";
import { countdownAt, galleryImage, product, variation } from "../testing/samples";
import { variationPictures } from "./gallery-store";
import { ProductForm } from "./ProductForm.island";

type Props = Parameters<typeof ProductForm>[0];
type Calls = Record<string, (fields: URLSearchParams) => unknown>;

const form = product.form as ProductFormView;
const props: Props = { ...product, form, identifiers: { ...product.identifiers, brand: "دكان النخلة" } };
const simple: Props = { ...props, form: { ...form, attributes: [], variations: [] } };
const priceOf = (amount: string): PriceView => ({
  amount: `${amount}\u00a0$`,
  regular: null,
  percentOff: null,
  from: false,
});

let calls: Array<Record<string, string>>;

/** Answers calls by their `action`, and adds to the cart with `add`; other requests stay pending. */
function answering(answers: Calls = {}) {
  calls = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (url === "/healthz") return new Response("", { headers: { date: new Date().toUTCString() } });
    const fields = new URLSearchParams([...((init?.body ?? []) as URLSearchParams)] as Array<
      [string, string]
    >);
    calls.push(Object.fromEntries(fields));
    const action = url.includes("xoo_wsc_add_to_cart") ? "add" : (fields.get("action") ?? "");
    const answer = answers[action];
    return answer ? Response.json(await answer(fields)) : new Promise(() => {});
  });
}
const sent = (action: string) => calls.filter((call) => call.action === action);

const shop = userEvent.setup();
const formElement = () => document.querySelector("form.variations_form, form.cart") as HTMLFormElement;
const field = (name: string) => formElement().elements.namedItem(name) as HTMLInputElement;
const addButtons = () => [...document.querySelectorAll<HTMLButtonElement>("button[name=add-to-cart]")];
const addButton = () => addButtons()[0] as HTMLButtonElement;
const quantity = () => screen.getByRole<HTMLInputElement>("textbox", { name: commonText.quantity() });
const summary = () => document.querySelector(".summary .price")?.textContent?.replaceAll("\u00a0", " ");
const bar = () => screen.getByLabelText(catalogText.addToCart());
const sticky = () => bar().querySelector(".price")?.textContent?.replaceAll("\u00a0", " ");
const fact = (name: string) => document.querySelector(`[data-fact=${name}]`)?.textContent;
const settle = () => act(() => new Promise((done) => setTimeout(done)));

async function choose(roast: string, weight: string, grind = "حبوب كاملة") {
  await shop.click(screen.getByRole("radio", { name: roast }));
  await shop.click(screen.getByRole("radio", { name: weight }));
  await shop.selectOptions(screen.getByRole("combobox"), grind);
}
const clear = () => shop.click(screen.getByRole("button", { name: catalogText.clearOptions() }));

/** Changes the sample's second variation, which is on sale and has pictures. */
const withSecond = (change: Partial<VariationView>): Props => ({
  ...props,
  form: {
    ...form,
    variations: form.variations.map((one) => (one.variation_id === "171" ? { ...one, ...change } : one)),
  },
});

beforeEach(() => {
  vi.spyOn(console, "error");
  productPrice.set(null);
  answering();
});
afterEach(async () => {
  await leavePage();
  expect(console.error).not.toHaveBeenCalled();
});

test("as a plain form it is complete: every choice is offered, required and named [PROD-13]", async () => {
  const { renderToString } = await import("react-dom/server");
  document.body.innerHTML = renderToString(<ProductForm {...props} />);
  expect(addButtons().map(({ value, disabled }) => [value, disabled])).toEqual([
    ["17", false],
    ["17", false],
  ]);
  expect(field("product_id").value).toBe("17");
  expect(field("variation_id").value).toBe("0");
  expect(field("quantity").value).toBe("1");
  expect(formElement().querySelectorAll("[name^=attribute_]:not([required])")).toHaveLength(0);
  expect(formElement().querySelectorAll("fieldset :disabled, select :disabled")).toHaveLength(0);
});

test("a colour shows its name, and choices can be cleared from the first one on [VIS-15]", async () => {
  await hydrateIsland(ProductForm, props);
  const roast = screen.getByRole("radio", { name: "فاتح" });
  const label = roast.nextElementSibling;
  expect(label?.querySelector("svg")).not.toBeNull();
  expect(label?.querySelector(".sr")).toBeNull();
  expect(label?.textContent).toBe("فاتح");
  expect(screen.queryByRole("button", { name: catalogText.clearOptions() })).toBeNull();
  await shop.click(roast);
  await clear();
  expect(screen.queryByRole("button", { name: catalogText.clearOptions() })).toBeNull();
  expect(document.activeElement).toBe(screen.getAllByRole("radio")[0]);
});

test("nothing is for sale until a purchasable variation is chosen [PROD-14] [PROD-17]", async () => {
  await hydrateIsland(ProductForm, props);
  expect(addButtons().every(({ disabled }) => disabled)).toBe(true);
  expect(addButton().textContent).toBe(catalogText.chooseOptions());
  const hint = () => screen.getByRole("status").textContent;
  // The button shows it already.
  expect(hint()).toBe("");

  await choose("فاتح", "250 غ");
  expect(field("variation_id").value).toBe("170");
  expect(addButtons().some(({ disabled }) => disabled)).toBe(false);
  expect(addButton().textContent).toBe(catalogText.addToCart());
  expect(hint()).toBe("");

  await choose("داكن", "1 كغ");
  expect(field("variation_id").value).toBe("172");
  expect(addButton().disabled).toBe(true);
  expect(screen.getByText(catalogText.outOfStock())).toBeTruthy();
  expect(hint()).toBe(catalogText.optionUnavailable());
});

test("incompatible options are struck through, sold-out ones are marked", async () => {
  await hydrateIsland(ProductForm, props);
  const kilogram = () => screen.getByRole<HTMLInputElement>("radio", { name: "1 كغ" });
  await choose("فاتح", "250 غ");
  expect(kilogram().disabled).toBe(true);
  await choose("داكن", "250 غ");
  expect(kilogram().disabled).toBe(false);
  expect(kilogram().hasAttribute("data-out")).toBe(true);
  expect(screen.getByRole("radio", { name: "داكن" }).closest("fieldset")?.textContent).toMatch(
    /^درجة التحميصداكن/,
  );
});

test("a variation shows its price, identifiers and quantity; a reset restores the product's [PROD-38] [PROD-39] [PROD-40] [PROD-41] [PROD-42]", async () => {
  await hydrateIsland(ProductForm, props);
  const identifiers = () => document.querySelector("[data-fact]")?.closest("dl")?.parentElement?.outerHTML;
  const [before, priceBefore] = [identifiers(), summary()];
  const barcode = () => document.querySelector("[data-barcode]");
  const brand = () => screen.getByRole("heading", { level: 1 }).previousElementSibling?.textContent;
  await choose("داكن", "1 كغ");
  expect(summary()).toContain("62.00 $");
  expect(sticky()).toContain("62.00 $");
  expect(fact("mpn")).toBe("NKH-172");
  expect(brand()).toBe("محمصة النخلة");
  expect(barcode()?.getAttribute("src")).toBe("/ar/barcode/6291041500213.svg");
  expect(barcode()?.getAttribute("alt")).toContain("6291041500213");
  expect([quantity().value, quantity().step, quantity().max]).toEqual(["4", "2", "8"]);

  await clear();
  expect(field("variation_id").value).toBe("0");
  expect(summary()).toBe(priceBefore);
  expect(identifiers()).toBe(before);
  expect(brand()).toBe("دكان النخلة");
  expect([quantity().value, quantity().step, quantity().max]).toEqual(["1", "1", "9"]);
  expect(formElement().textContent).toContain(catalogText.stockLeft({ count: 3 }));
});

test("other scripts get events of the form", async () => {
  await hydrateIsland(ProductForm, props);
  const events: Array<unknown> = [];
  for (const name of ["found_variation", "show_variation", "reset_data", "hide_variation"])
    formElement().addEventListener(name, (event) => events.push([name, (event as CustomEvent).detail]));
  await choose("فاتح", "250 غ");
  await clear();
  const { countdown, price, ...wire } = variation;
  expect(events).toEqual([
    ["found_variation", wire],
    ["show_variation", wire],
    ["reset_data", null],
    ["hide_variation", null],
  ]);
});

test("a variation's pictures are requested once, and removed by a reset [PROD-44] [PROD-45] [PROD-46] [CONF-A16]", async () => {
  answering({ twist_variation_ajax: () => ({ success: true, data: { images: [galleryImage] } }) });
  await hydrateIsland(ProductForm, props);
  await choose("داكن", "250 غ");
  await settle();
  expect(variationPictures.get()).toEqual([galleryImage.picture]);
  expect(sent("twist_variation_ajax")).toEqual([
    { action: "twist_variation_ajax", nonce: "n0nce", product_id: "17", variation_id: "171" },
  ]);

  await clear();
  expect(variationPictures.get()).toBeNull();
  await choose("داكن", "250 غ");
  await settle();
  expect(variationPictures.get()).toEqual([galleryImage.picture]);
  await choose("فاتح", "250 غ");
  expect(variationPictures.get()).toBeNull();
  expect(sent("twist_variation_ajax")).toHaveLength(1);
});

test("pictures in the page need no call [PROD-43]", async () => {
  const html =
    '<div><ul><li><img src="/media/own.webp" alt="تحميص داكن" data-large_image="/media/own-large.webp"></li></ul></div>';
  await hydrateIsland(ProductForm, { ...props, form: { ...form, variationData: { 171: html } } });
  await choose("داكن", "250 غ");
  await settle();
  expect(variationPictures.get()).toMatchObject([{ alt: "تحميص داكن", fallbackUrl: "/media/own.webp" }]);
  expect(sent("twist_variation_ajax")).toEqual([]);
});

test("when the pictures cannot be loaded the current ones stay [PROD-47]", async () => {
  const log = vi.spyOn(console, "info").mockImplementation(() => {});
  answering({ twist_variation_ajax: () => ({ success: false }) });
  await hydrateIsland(ProductForm, props);
  await choose("داكن", "250 غ");
  await settle();
  expect(variationPictures.get()).toBeNull();
  expect(log).toHaveBeenCalledOnce();
});

test("pictures that arrive too late are not shown", async () => {
  let reply = (_: { data: { images: Array<GalleryImage> } }) => {};
  answering({ twist_variation_ajax: () => new Promise((done) => (reply = done)) });
  await hydrateIsland(ProductForm, props);
  await choose("داكن", "250 غ");
  await choose("فاتح", "250 غ");
  reply({ data: { images: [galleryImage] } });
  await settle();
  expect(variationPictures.get()).toBeNull();
});

test("the price of a variation is requested, and shown in summary, bar and badge alike [PRICE-04] [PRICE-06]", async () => {
  const price = { ...priceOf("12.34"), regular: "20.00\u00a0$", percentOff: 38 };
  answering({ loadWooDiscountedPriceForVariant: () => ({ status: 1, price_html: "", price }) });
  await hydrateIsland(ProductForm, props);
  await choose("فاتح", "250 غ");
  await settle();
  expect(sent("loadWooDiscountedPriceForVariant")).toMatchObject([
    { id: "170", price_html: variation.price_html },
  ]);
  expect(summary()).toContain("12.34");
  expect(sticky()).toContain("12.34");
  expect(productPrice.get()).toEqual(price);
});

test("a price that follows the quantity is requested by call 13 with every change, and an incomplete number is ignored [PRICE-11] [PRICE-14] [PRICE-15]", async () => {
  answering({
    loadWooDiscountStrikeoutPriceOfProduct: (fields) => ({
      status: fields.get("qty") === "4" ? 0 : 1,
      price: priceOf(`${fields.get("qty")}.50`),
      product_type: "simple",
      has_single_price: 1,
    }),
  });
  await hydrateIsland(ProductForm, {
    ...simple,
    discounts: { ...simple.discounts, show_product_strikeout: "show_on_qty_update" },
  });
  await shop.clear(quantity());
  await shop.type(quantity(), "٣");
  await settle();
  expect(summary()).toContain("3.50");
  await shop.click(screen.getByRole("button", { name: commonText.quantityUp() }));
  await settle();
  // The status belonged to another variation.
  expect(summary()).toContain("3.50");
  expect(sent("loadWooDiscountStrikeoutPriceOfProduct").map(({ id, qty }) => [id, qty])).toEqual([
    ["17", "3"],
    ["17", "4"],
  ]);
});

test("the owner's price container follows the choice and is restored by a reset [PROD-15] [CONF-A11]", async () => {
  const own = document.body.appendChild(document.createElement("p"));
  own.className = "own-price";
  own.textContent = "—";
  await hydrateIsland(ProductForm, {
    ...props,
    discounts: { ...props.discounts, product_price_container_class: "own-price" },
  });
  const atRest = own.textContent;
  expect(atRest).toContain("17.60");
  await choose("فاتح", "250 غ");
  expect(own.textContent).toContain("18.00");
  await clear();
  expect(own.textContent).toBe(atRest);
});

test("0 and Enter is raised to the minimum before it is sent [PROD-18] [CONF-A10]", async () => {
  answering({ add: () => ({ fragments: { none: "<i></i>" } }) });
  await hydrateIsland(ProductForm, simple);
  await shop.clear(quantity());
  await shop.type(quantity(), "0{Enter}");
  await settle();
  expect(calls.at(-1)).toMatchObject({ quantity: "1", "add-to-cart": "17" });
  expect(quantity().value).toBe("1");
});

test("a quantity below the minimum is raised when the field loses focus, even to its own buttons [PROD-18]", async () => {
  await hydrateIsland(ProductForm, simple);
  await shop.clear(quantity());
  await shop.type(quantity(), "0");
  await shop.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: commonText.quantityUp() }));
  expect(quantity().value).toBe("1");
  await shop.clear(quantity());
  await shop.click(screen.getByRole("button", { name: commonText.quantityUp() }));
  expect(quantity().value).toBe("1");
});

test("the add button sends the variation, once, and shows that it was added", async () => {
  answering({ add: () => ({ fragments: { none: "<i></i>" } }) });
  await hydrateIsland(ProductForm, props);
  await choose("فاتح", "250 غ");
  await shop.click(addButton());
  await settle();
  expect(calls.at(-1)).toMatchObject({ variation_id: "170", product_id: "17", attribute_weight: "250 غ" });
  expect(addButtons().map(({ textContent }) => textContent)).toEqual([cartText.added(), cartText.added()]);
  expect(screen.getByRole("link", { name: cartText.view() })).toBeTruthy();
});

test("the result of an add is not shown for a choice made meanwhile [CONF-A17]", async () => {
  let reply = (_: unknown) => {};
  answering({ add: () => new Promise((done) => (reply = done)) });
  await hydrateIsland(ProductForm, props);
  await choose("فاتح", "250 غ");
  await shop.click(addButton());
  expect(addButton().getAttribute("aria-busy")).toBe("true");
  await choose("داكن", "250 غ");
  reply({ fragments: { none: "<i></i>" } });
  await settle();
  expect(addButton().textContent).toBe(catalogText.addToCart());
  expect(addButton().className).not.toContain("added");
});

test("a failed call submits the whole form, with the button's value", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("offline");
  });
  await hydrateIsland(ProductForm, props);
  const plain: Array<FormData> = [];
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    plain.push(new FormData(formElement(), event.submitter));
    event.preventDefault();
  });
  await choose("فاتح", "250 غ");
  await shop.click(addButton());
  await settle();
  expect(plain).toHaveLength(1);
  expect(plain[0]?.getAll("add-to-cart")).toEqual(["17"]);
  expect(plain[0]?.get("variation_id")).toBe("170");
});

test("while the form's button is out of view the bar shows the same price, and what is missing or the same button", async () => {
  let leave = (_: Array<{ isIntersecting: boolean }>) => {};
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: typeof leave) {
        leave = callback;
      }
      observe = () => {};
      disconnect = () => {};
    },
  );
  await hydrateIsland(ProductForm, props);
  expect(bar().hidden).toBe(true);
  await act(async () => leave([{ isIntersecting: false }]));
  expect(bar().hidden).toBe(false);
  const [first] = props.form.attributes;
  const lead = screen.getByRole("button", { name: catalogText.chooseOne({ name: first?.label ?? "" }) });
  Element.prototype.scrollIntoView = vi.fn();
  await act(async () => lead.click());
  expect((document.activeElement as HTMLInputElement).name).toBe(`attribute_${first?.name}`);
  await choose("فاتح", "250 غ");
  expect(sticky()).toBe(summary());
  expect(bar().textContent).toContain(catalogText.addToCart());
  await act(async () => leave([{ isIntersecting: true }]));
  expect(bar().hidden).toBe(true);
});

test("a refusal is shown before the form [CONF-A3]", async () => {
  answering({ add: () => ({ error: true, notice: "نفدت الكمية." }) });
  await hydrateIsland(ProductForm, simple);
  await shop.click(addButton());
  await settle();
  expect(screen.getByRole("alert").textContent).toBe("نفدت الكمية.");
});

test("the hint about multiples is the variation's own [CONF-A20]", async () => {
  await hydrateIsland(ProductForm, props);
  expect(screen.queryByText(catalogText.quantityMultiple({ step: "2" }))).toBeNull();
  await choose("داكن", "1 كغ");
  expect(screen.getByText(catalogText.quantityMultiple({ step: "2" }))).toBeTruthy();
  await clear();
  expect(screen.queryByText(catalogText.quantityMultiple({ step: "2" }))).toBeNull();
});

test("the discount table is loaded, marks the reached row, and follows the variation [PRICE-07]", async () => {
  const rows = (id: string) => [
    { from: "1", to: "2", amount: id, percentOff: null },
    { from: "3", to: null, amount: id, percentOff: 10 },
  ];
  answering({
    loadWooDiscountedDiscountTable: (fields) => ({
      table: { rows: rows(fields.get("id") ?? ""), from: false, settingsUrl: null },
    }),
  });
  await hydrateIsland(ProductForm, { ...props, hasTable: true, tableRows: 2 });
  await settle();
  const table = () => screen.getByRole("table", { name: pricingText.tableCaption() });
  const current = () => table().querySelector("[aria-current]")?.getAttribute("data-from");
  expect(current()).toBe("1");
  await shop.clear(quantity());
  await shop.type(quantity(), "4");
  expect(current()).toBe("3");
  await choose("فاتح", "250 غ");
  await settle();
  expect(within(table()).getAllByText("170")).toHaveLength(2);
  expect(current()).toBe("1");
});

test("a countdown whose data have «regular» shows the regular price [PRICE-31] [CONF-A18]", async () => {
  const now = Date.now();
  const countdown = countdownAt(now, { countdown_time_reset: -1 });
  await hydrateIsland(ProductForm, { ...simple, countdown });
  await settle();
  expect(summary()).not.toContain("17.60");
  expect(summary()).toContain("22.00");
  expect(productPrice.get()?.percentOff).toBeNull();
});

test("a product's countdown changes nothing while a variation is shown [PRICE-40] [PRICE-41] [CONF-A19]", async () => {
  const now = Date.now();
  const countdown = countdownAt(now, { sale: priceOf("999.00"), regular: priceOf("999.00") });
  await hydrateIsland(ProductForm, { ...props, countdown });
  await settle();
  const box = () => document.querySelector<HTMLElement>("[data-countdown]");
  expect(summary()).toContain("999.00");
  expect(box()?.hidden).toBe(false);
  await choose("فاتح", "250 غ");
  expect(summary()).toContain("18.00");
  expect(box()?.hidden).toBe(true);
  await clear();
  expect(summary()).toContain("999.00");
  expect(box()?.hidden).toBe(false);
});

test("a variation's countdown replaces the product's [PRICE-40]", async () => {
  const own = countdownAt(Date.now());
  own.countdown_data_change.product_type = "variation";
  await hydrateIsland(ProductForm, withSecond({ countdown: own }));
  expect(screen.queryByRole("timer")).toBeNull();
  await choose("داكن", "250 غ");
  await settle();
  expect(screen.getByRole("timer")).toBeTruthy();
  // The countdown starts again, in its own phase.
  expect(screen.getByRole("timer").closest<HTMLElement>("[data-countdown]")?.dataset.phase).toBe("running");
  // The price is the variation's in every phase.
  expect(summary()).toContain("18.00");
});
