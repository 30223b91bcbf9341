import type { VariationView } from "../generated/catalog";
import { applyFragments, regionKey } from "../runtime/fragments";
import { actionUrl, post } from "../runtime/request";
import { prepare } from "./gallery.browser";

type Answer = { data?: { variation_images?: string } };

const region = () => document.querySelector("[data-region=gallery]");

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

/** Puts a variation's own pictures in the place of the product's, and those back again. Each is asked for once. */
export function variationGallery(form: HTMLFormElement) {
  const known: Record<string, string> = JSON.parse(form.dataset.variation_data ?? "{}");
  const atRest = region()?.outerHTML ?? "";
  let wanted = "";
  let shown = atRest;

  const put = (html: string) => {
    if (html === shown) return;
    shown = html;
    applyFragments({ [regionKey("gallery")]: html });
    prepare();
  };

  const restore = () => {
    wanted = "";
    put(atRest);
  };

  const show = async ({ variation_id: id, wavi_value: own }: VariationView) => {
    if (!own && !known[id]) {
      restore();
      return;
    }
    wanted = id;
    try {
      known[id] ??= await fetchImages(form, id);
      // Meanwhile something else may have been chosen.
      if (wanted === id) put(known[id]);
    } catch (error) {
      // The pictures that are there serve as well; the next choice of it may ask again.
      console.info(error);
    }
  };

  return { show, restore };
}
