// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test } from "vitest";
import type { BundleItemView, BundleOptionView, BundleSettings, BundleView } from "../generated/bundles";
import { picture } from "../testing/samples";
import { BundleBuilder } from "./BundleBuilder.island";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const option = (change: Partial<BundleOptionView> = {}): BundleOptionView => ({
  id: "17",
  attrs: "",
  label: "",
  price: 1760,
  regular: 2200,
  picture: null,
  isUnpurchasable: false,
  ...change,
});

const item = (change: Partial<BundleItemView> = {}): BundleItemView => ({
  key: "p1",
  name: "تمر",
  note: "",
  url: "/ar/product/dates/",
  picture,
  quantity: "3",
  min: "1",
  max: "9",
  step: "1",
  isOptional: false,
  isUnpurchasable: false,
  options: [option()],
  needsChoice: false,
  ...change,
});

const settings: BundleSettings = {
  changeImage: "yes",
  bundledPrice: "price",
  bundledPriceFrom: "sale_price",
  changePrice: "no",
  priceSelector: "",
};

const bundle: BundleView = {
  productId: "40",
  action: "/ar/product/box/",
  terms: {
    percent: 0,
    amount: 0,
    fixedPrice: null,
    hasOptional: false,
    hasVariations: false,
    excludeUnpurchasable: false,
    min: null,
    max: null,
    totalMin: null,
    totalMax: null,
  },
  priceSuffix: "",
  settings,
  items: [item()],
};

let close = () => {};
afterEach(() => act(() => close()));

async function open(view: Partial<BundleView>): Promise<void> {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  close = () => {
    root.unmount();
    place.remove();
  };
  await act(async () => root.render(<BundleBuilder {...bundle} {...view} />));
}

const find = (selector: string) => document.querySelector(selector) as HTMLElement;
const press = (selector: string) => act(async () => find(selector).click());

test.each([
  ["price", ".bundle__side", "17.60", "17.60"],
  ["subtotal", ".bundle__side", "52.80", "70.40"],
  ["subtotal_under_name", ".bundle__under", "52.80", "70.40"],
] as const)("a row shows its %s, also after one more [BUND-36]", async (bundledPrice, place, first, then) => {
  await open({ settings: { ...settings, bundledPrice } });
  expect(find(place).textContent).toContain(first);
  await press(".stepper button:last-of-type");
  expect(find("[data-key=p1]").dataset.qty).toBe("4");
  expect(find(place).textContent).toContain(then);
});

test("what cannot be bought is left out of what is sent, where the owner wants it [BUND-40]", async () => {
  const items = [item(), item({ key: "p2", options: [option({ id: "18" })], isUnpurchasable: true })];
  const sent = () => (find("[name=woosb_ids]") as HTMLInputElement).value;
  await open({ items, terms: { ...bundle.terms, excludeUnpurchasable: true } });
  expect(sent()).toBe("17/p1/3/");
  await act(() => close());
  await open({ items });
  expect(sent()).toBe("17/p1/3/,18/p2/3/");
});
