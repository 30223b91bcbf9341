import { useEffect, useMemo, useRef } from "react";
import Lightbox, { type ControllerRef, ImageSlide, useLightboxState } from "yet-another-react-lightbox";
import type { GalleryImage } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { Icon } from "../ui/Icon";
import styles from "./lightbox.css?url";

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

function Captions({ images }: { images: Array<GalleryImage> }) {
  const { currentIndex } = useLightboxState();
  return (
    <>
      <p className="lightbox__n" aria-hidden="true">
        <bdi dir="ltr">
          {currentIndex + 1} / {images.length}
        </bdi>
      </p>
      <p className="lightbox__caption">{images[currentIndex]?.caption}</p>
    </>
  );
}

/** The gallery in full screen. After the last picture it continues with the first. */
export function GalleryLightbox({ images, from, onClosed }: LightboxProps) {
  const seen = useRef(from);
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
      images.map(({ large_image, large_image_width, large_image_height, picture }) => ({
        src: large_image,
        alt: picture.alt,
        width: large_image_width || undefined,
        height: large_image_height || undefined,
      })),
    [images],
  );
  const isAlone = slides.length < 2;
  const failed = (isCurrent: boolean) => (
    <p className="lightbox__failed" role={isCurrent ? "alert" : undefined}>
      {catalogText.lightboxFailed()}
    </p>
  );
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      <Lightbox
        open
        close={() => onClosed(seen.current)}
        index={from}
        slides={slides}
        labels={LABELS}
        className="lightbox on-dark"
        carousel={{ finite: isAlone, preload: 1, padding: 0 }}
        controller={{ ref: controller, closeOnBackdropClick: true, touchAction: "pan-y" }}
        on={{
          view: ({ index }) => {
            seen.current = index;
          },
        }}
        render={{
          slide: ({ slide, offset, rect }) => (
            <ImageSlide {...{ slide, offset, rect }} render={{ iconError: () => failed(offset === 0) }} />
          ),
          controls: () => <Captions images={images} />,
          iconPrev: () => <Icon name="prev" />,
          iconNext: () => <Icon name="next" />,
          iconClose: () => <Icon name="x" />,
          ...(isAlone && { buttonPrev: () => null, buttonNext: () => null }),
        }}
      />
    </>
  );
}
