import { useMemo } from "react";
import type { GalleryView } from "../generated/catalog";
import { useStore } from "../runtime/use-store";
import { GallerySlides } from "./GallerySlides";
import { galleryImageOf } from "./gallery-images";
import { variationPictures } from "./gallery-store";

/**
 * The pictures of the product or of the chosen variation. Other pictures create a new slider, which starts at the
 * first picture.
 */
export function Gallery(product: GalleryView) {
  const pictures = useStore(variationPictures);
  const images = useMemo(() => pictures?.map(galleryImageOf), [pictures]);
  if (!images?.length) return <GallerySlides key="product" {...product} />;
  return (
    <GallerySlides
      key={images.map((image) => image.large_image).join(" ")}
      settings={product.settings}
      images={images}
      percentOff={product.percentOff}
      isNew={false}
    />
  );
}
