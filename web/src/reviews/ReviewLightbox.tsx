import { useEffect, useMemo, useRef } from "react";
import Lightbox, { type ControllerRef, ImageSlide, useLightboxState } from "yet-another-react-lightbox";
import lightboxStyles from "../catalog/lightbox.css?url";
import * as reviewsText from "../generated/messages/reviews";
import type { ReviewMediaView } from "../generated/reviews";
import { Icon } from "../ui/Icon";
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

function Caption({ media }: { media: Array<ReviewMediaView> }) {
  const { currentIndex } = useLightboxState();
  return (
    <>
      <p className="lightbox__n" aria-hidden="true">
        <bdi dir="ltr">
          {currentIndex + 1} / {media.length}
        </bdi>
      </p>
      <p className="lightbox__caption">{media[currentIndex]?.author}</p>
    </>
  );
}

/** Pictures and videos of shoppers in full screen. */
export function ReviewLightbox({ media, from, onClosed }: ReviewLightboxProps) {
  const controller = useRef<ControllerRef>(null);
  // The package handles keys only while focus is inside; after the last button the browser moves focus to the body.
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (document.activeElement !== document.body) return;
      if (key === "Escape") controller.current?.close();
      if (key === "ArrowLeft") controller.current?.next();
      if (key === "ArrowRight") controller.current?.prev();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  // The list must keep its identity between renders: a new one would restart at `from`.
  const slides = useMemo(
    () =>
      media.map(({ fullUrl, author, width, height }) => ({
        src: fullUrl,
        alt: reviewsText.mediaPicture({ author }),
        width: width || undefined,
        height: height || undefined,
      })),
    [media],
  );
  const isAlone = slides.length < 2;
  return (
    <>
      <link rel="stylesheet" href={lightboxStyles} precedence="default" />
      <Lightbox
        open
        close={onClosed}
        index={from}
        slides={slides}
        labels={LABELS}
        className="lightbox on-dark"
        carousel={{ finite: isAlone, preload: 1, padding: 0 }}
        controller={{ ref: controller, closeOnBackdropClick: true, touchAction: "pan-y" }}
        render={{
          slide: ({ slide, offset, rect }) => {
            const video = media.find(({ kind, fullUrl }) => kind === "video" && fullUrl === slide.src);
            if (video) return <ReviewVideo media={video} isCurrent={offset === 0} />;
            const iconError = () => (
              <p className="lightbox__failed" role={offset === 0 ? "alert" : undefined}>
                {reviewsText.mediaFailed()}
              </p>
            );
            return <ImageSlide {...{ slide, offset, rect }} render={{ iconError }} />;
          },
          controls: () => <Caption media={media} />,
          iconPrev: () => <Icon name="prev" />,
          iconNext: () => <Icon name="next" />,
          iconClose: () => <Icon name="x" />,
          ...(isAlone && { buttonPrev: () => null, buttonNext: () => null }),
        }}
      />
    </>
  );
}
