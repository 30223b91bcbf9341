// Written from Rust (crates/bundles). Do not edit.
import type { PictureView } from "./catalog";
import type { Quantity } from "./kernel";

export type BundleItemView = { key: string, name: string, note: string, url: string, picture: PictureView, quantity: Quantity, min: Quantity, max: Quantity | null, step: Quantity, isOptional: boolean, isUnpurchasable: boolean,
/**
 * What can be bought: the product itself, or its variations.
 */
options: Array<BundleOptionView>, needsChoice: boolean, };

export type BundleOptionView = { id: string,
/**
 * Attribute values in the wire format.
 */
attrs: string, label: string, price: number, regular: number, picture: PictureView | null, isUnpurchasable: boolean, };

/**
 * The shop owner's settings. Values are named as in the wire format.
 */
export type BundleSettings = {
/**
 * Whether a variation's own picture replaces that of its item.
 */
changeImage: ChangeImage, bundledPrice: BundledPrice, bundledPriceFrom: PriceFrom, changePrice: ChangePrice,
/**
 * Selector of the element whose content changes with [`ChangePrice::YesCustom`].
 */
priceSelector: string, };

/**
 * Rendered by `web/src/bundles/BundleBuilder.island.tsx`. Amounts are in minor units: the page calculates with
 * them.
 */
export type BundleView = { productId: string, action: string, terms: TermsView, priceSuffix: string, settings: BundleSettings, items: Array<BundleItemView>, };

export type BundledPrice = "price" | "subtotal" | "subtotal_under_name";

export type ChangeImage = "yes" | "no";

export type ChangePrice = "no" | "yes" | "yes_custom";

export type PriceFrom = "sale_price" | "regular_price";

export type TermsView = {
/**
 * Hundredths of a percent.
 */
percent: number, amount: number, fixedPrice: number | null, hasOptional: boolean, hasVariations: boolean, excludeUnpurchasable: boolean, min: Quantity | null, max: Quantity | null, totalMin: number | null, totalMax: number | null, };
