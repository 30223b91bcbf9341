import type { BundleItemView, BundleOptionView, BundleSettings, BundleView } from "../generated/bundles";
import { picture } from "./samples";

/** Views of a bundle for tests. */

export const bundleOption = (change: Partial<BundleOptionView> = {}): BundleOptionView => ({
  id: "17",
  attrs: "",
  label: "",
  price: 1760,
  regular: 2200,
  picture: null,
  isUnpurchasable: false,
  ...change,
});

export const bundleItem = (change: Partial<BundleItemView> = {}): BundleItemView => ({
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
  options: [bundleOption()],
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

export const bundle: BundleView = {
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
  items: [bundleItem()],
};
