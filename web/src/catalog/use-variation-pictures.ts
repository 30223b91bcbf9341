import { useEffect, useRef } from "react";
import type { BuyView, PictureView, VariationPicturesAnswer, VariationView } from "../generated/catalog";
import { actionUrl, post } from "../runtime/request";
import { picturesInHtml } from "./gallery-images";
import { showVariationPictures } from "./gallery-store";

/** Call 14. */
async function fetchPictures(buy: BuyView, variation: string): Promise<Array<PictureView>> {
  const answer = await post<VariationPicturesAnswer>(
    actionUrl(),
    new URLSearchParams({
      action: "twist_variation_ajax",
      nonce: buy.galleryNonce,
      product_id: buy.productId,
      variation_id: variation,
    }),
  );
  const images = answer.data?.images;
  if (!images?.length) throw new Error("call 14 brought no pictures");
  return images.map(({ picture }) => picture);
}

/** Shows a variation's own pictures in the place of the product's. Each are asked for once. */
export function useVariationPictures(buy: BuyView | null, variation: VariationView | undefined): void {
  const known = useRef(new Map<string, Array<PictureView>>());
  useEffect(() => {
    const local = variation && buy?.variationData[variation.variation_id];
    if (!buy || !variation || !(variation.wavi_value || local)) {
      showVariationPictures(null);
      return;
    }
    let isWanted = true;
    const show = async () => {
      const id = variation.variation_id;
      const pictures =
        known.current.get(id) ?? (local ? picturesInHtml(local) : await fetchPictures(buy, id));
      known.current.set(id, pictures);
      // Meanwhile something else may have been chosen.
      if (isWanted) showVariationPictures(pictures);
    };
    // The pictures that are there serve as well; the next choice of it may ask again.
    show().catch((error) => console.info(error));
    return () => {
      isWanted = false;
    };
  }, [buy, variation]);
}
