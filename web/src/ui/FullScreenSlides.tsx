import { type ReactElement, useEffect, useRef } from "react";
import Lightbox, { type ControllerRef, ImageSlide, useLightboxState } from "yet-another-react-lightbox";
import { Icon } from "./Icon";
import styles from "./lightbox.css?url";

export type FullScreenSlide = {
  src: string;
  alt: string;
  width: number | undefined;
  height: number | undefined;
  caption: string | null;
};

type Props = {
  /** Must keep its identity between renders: a new list would restart at `from`. */
  slides: Array<FullScreenSlide>;
  from: number;
  /** The package's own texts and their translations. */
  labels: Record<string, string>;
  failedText: string;
  /** Called with the last slide that was shown. */
  onClosed: (index: number) => void;
  /** Renders a slide that is not a picture; null for pictures. */
  renderOther?: (slide: FullScreenSlide, isCurrent: boolean) => ReactElement | null;
};

function Captions({ slides }: Pick<Props, "slides">) {
  const { currentIndex } = useLightboxState();
  return (
    <>
      <p className="lightbox__n" aria-hidden="true">
        <bdi dir="ltr">
          {currentIndex + 1} / {slides.length}
        </bdi>
      </p>
      <p className="lightbox__caption">{slides[currentIndex]?.caption}</p>
    </>
  );
}

/** Pictures in full screen. After the last one it continues with the first. */
export function FullScreenSlides({ slides, from, labels, failedText, onClosed, renderOther }: Props) {
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
  const isAlone = slides.length < 2;
  const failed = (isCurrent: boolean) => (
    <p className="lightbox__failed" role={isCurrent ? "alert" : undefined}>
      {failedText}
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
        labels={labels}
        className="lightbox on-dark"
        carousel={{ finite: isAlone, preload: 1, padding: 0 }}
        controller={{ ref: controller, closeOnBackdropClick: true, touchAction: "pan-y" }}
        on={{
          view: ({ index }) => {
            seen.current = index;
          },
        }}
        render={{
          slide: ({ slide, offset, rect }) =>
            renderOther?.(slide as FullScreenSlide, offset === 0) ?? (
              <ImageSlide {...{ slide, offset, rect }} render={{ iconError: () => failed(offset === 0) }} />
            ),
          controls: () => <Captions slides={slides} />,
          iconPrev: () => <Icon name="prev" />,
          iconNext: () => <Icon name="next" />,
          iconClose: () => <Icon name="x" />,
          ...(isAlone && { buttonPrev: () => null, buttonNext: () => null }),
        }}
      />
    </>
  );
}
