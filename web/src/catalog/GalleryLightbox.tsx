import { useMemo } from "react";
import type { GalleryImage } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { FullScreenSlides } from "../ui/FullScreenSlides";

export type LightboxProps = {
  images: Array<GalleryImage>;
  from: number;
  /** Called with the last picture that was shown. */
  onClosed: (index: number) => void;
};

const LABELS = {
  Lightbox: catalogText.pictures(),
  "Photo gallery": catalogText.slides(),
  Carousel: catalogText.carousel(),
  Slide: catalogText.slide(),
  "{index} of {total}": catalogText.pictureOf({ number: "{index}", total: "{total}" }),
  Previous: catalogText.previousPicture(),
  Next: catalogText.nextPicture(),
  Close: catalogText.close(),
};

/** The gallery in full screen. */
export function GalleryLightbox({ images, from, onClosed }: LightboxProps) {
  const slides = useMemo(
    () =>
      images.map(({ large_image, large_image_width, large_image_height, picture, caption }) => ({
        src: large_image,
        alt: picture.alt,
        width: large_image_width || undefined,
        height: large_image_height || undefined,
        caption,
      })),
    [images],
  );
  return (
    <FullScreenSlides
      slides={slides}
      from={from}
      labels={LABELS}
      failedText={catalogText.lightboxFailed()}
      onClosed={onClosed}
    />
  );
}
