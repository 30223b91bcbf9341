import { useMemo } from "react";
import * as reviewsText from "../generated/messages/reviews";
import type { ReviewMediaView } from "../generated/reviews";
import { FullScreenSlides } from "../ui/FullScreenSlides";
import { ReviewVideo } from "./ReviewVideo";

export type ReviewLightboxProps = {
  media: Array<ReviewMediaView>;
  from: number;
  onClosed: () => void;
};

const LABELS = {
  Lightbox: reviewsText.media(),
  "Photo gallery": reviewsText.mediaSlides(),
  Carousel: reviewsText.mediaSlides(),
  Slide: reviewsText.mediaSlide(),
  "{index} of {total}": reviewsText.mediaOf({ number: "{index}", total: "{total}" }),
  Previous: reviewsText.mediaPrevious(),
  Next: reviewsText.mediaNext(),
  Close: reviewsText.mediaClose(),
};

/** Pictures and videos of shoppers in full screen. */
export function ReviewLightbox({ media, from, onClosed }: ReviewLightboxProps) {
  const slides = useMemo(
    () =>
      media.map(({ fullUrl, author, width, height }) => ({
        src: fullUrl,
        alt: reviewsText.mediaPicture({ author }),
        width: width || undefined,
        height: height || undefined,
        caption: author,
      })),
    [media],
  );
  return (
    <FullScreenSlides
      slides={slides}
      from={from}
      labels={LABELS}
      failedText={reviewsText.mediaFailed()}
      onClosed={onClosed}
      renderOther={({ src }, isCurrent) => {
        const video = media.find(({ kind, fullUrl }) => kind === "video" && fullUrl === src);
        return video ? <ReviewVideo media={video} isCurrent={isCurrent} /> : null;
      }}
    />
  );
}
