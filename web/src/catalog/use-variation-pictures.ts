import { useEffect, useRef } from "react";
import type {
  PictureView,
  ProductFormView,
  VariationPicturesAnswer,
  VariationView,
} from "../generated/catalog";
import { actionUrl, post } from "../runtime/request";
import { picturesInHtml } from "./gallery-images";
import { showVariationPictures } from "./gallery-store";

/** Call 14. */
async function fetchPictures(form: ProductFormView, variation: string): Promise<Array<PictureView>> {
  const answer = await post<VariationPicturesAnswer>(
    actionUrl(),
    new URLSearchParams({
      action: "twist_variation_ajax",
      nonce: form.galleryNonce,
      product_id: form.productId,
      variation_id: variation,
    }),
  );
  const images = answer.data?.images;
  if (!images?.length) throw new Error("call 14 brought no pictures");
  return images.map(({ picture }) => picture);
}

/** Shows the pictures of a variation instead of the product's. Each variation's pictures are requested once. */
export function useVariationPictures(
  form: ProductFormView | null,
  variation: VariationView | undefined,
): void {
  const known = useRef(new Map<string, Array<PictureView>>());
  useEffect(() => {
    const local = variation && form?.variationData[variation.variation_id];
    if (!form || !variation || !(variation.wavi_value || local)) {
      showVariationPictures(null);
      return;
    }
    let isWanted = true;
    const show = async () => {
      const id = variation.variation_id;
      const pictures =
        known.current.get(id) ?? (local ? picturesInHtml(local) : await fetchPictures(form, id));
      known.current.set(id, pictures);
      // Another variation may have been chosen in the meantime.
      if (isWanted) showVariationPictures(pictures);
    };
    // The current pictures stay; the next choice of this variation tries again.
    show().catch((error) => console.info(error));
    return () => {
      isWanted = false;
    };
  }, [form, variation]);
}
