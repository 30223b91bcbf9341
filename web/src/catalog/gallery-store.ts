import type { PictureView } from "../generated/catalog";
import { createStore } from "../runtime/store";

/** The pictures of the chosen variation; null: the product's pictures are shown. */
export const variationPictures = createStore<Array<PictureView> | null>(null);
export const showVariationPictures = variationPictures.set;
