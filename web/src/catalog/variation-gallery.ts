import type { PictureView, VariationView } from "../generated/catalog";
import { actionUrl, post } from "../runtime/request";
import { picturesInHtml } from "./gallery-images";
import { showVariationPictures } from "./gallery-store";

type Answer = { data?: { variation_images?: string } };

/** Call 14. */
async function fetchImages({ dataset }: HTMLFormElement, variation: string): Promise<string> {
  const answer = await post<Answer>(
    actionUrl(),
    new URLSearchParams({
      action: "twist_variation_ajax",
      nonce: dataset.nonce ?? "",
      product_id: dataset.product_id ?? "",
      variation_id: variation,
    }),
  );
  const html = answer.data?.variation_images;
  if (!html) throw new Error("call 14 brought no pictures");
  return html;
}

/** Shows a variation's own pictures in place of the product's. Each is asked for once. */
export function variationGallery(form: HTMLFormElement) {
  const html: Record<string, string> = JSON.parse(form.dataset.variation_data ?? "{}");
  const known: Record<string, Array<PictureView>> = {};
  let wanted = "";

  const restore = () => {
    wanted = "";
    showVariationPictures(null);
  };

  const show = async ({ variation_id: id, wavi_value: own }: VariationView) => {
    if (!own && !html[id]) {
      restore();
      return;
    }
    wanted = id;
    try {
      known[id] ??= picturesInHtml(html[id] ?? (await fetchImages(form, id)));
      // Meanwhile something else may have been chosen.
      if (wanted === id) showVariationPictures(known[id]);
    } catch (error) {
      // The pictures that are there serve as well; the next choice of it may ask again.
      console.info(error);
    }
  };

  return { show, restore };
}
