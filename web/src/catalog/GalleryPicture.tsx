import { useEffect, useRef, useState } from "react";
import type { GalleryImage, GallerySettings } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import styles from "./GalleryPicture.module.css";
import { Picture } from "./Picture";
import { useZoom } from "./use-zoom";

type Props = { image: GalleryImage; settings: GallerySettings; isFirst: boolean; id?: string };

/** A large picture of the gallery. If it cannot be loaded a text is shown instead. */
export function GalleryPicture({ image, settings, isFirst, id }: Props) {
  const { picture, caption, ...large } = image;
  const slide = useRef<HTMLLIElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const { handlers, style, isWanted } = useZoom(settings);
  useEffect(() => {
    const img = slide.current?.querySelector("img");
    // The picture failed before the handler was attached.
    if (img?.complete && img.naturalWidth === 0 && img.loading !== "lazy") setFailed(true);
  }, []);
  return (
    <li ref={slide} id={id} {...handlers}>
      {hasFailed ? (
        <p className={styles.failed}>{catalogText.imageFailed()}</p>
      ) : (
        <Picture
          {...picture}
          sizes={isWanted ? "200vw" : "(min-width: 767px) 48vw, 100vw"}
          main={isFirst}
          eager={!settings.slider_lazyload}
          img={{
            fetchPriority: isFirst ? "high" : "low",
            style,
            onError: () => setFailed(true),
            "data-large_image": large.large_image,
            "data-large_image_width": large.large_image_width,
            "data-large_image_height": large.large_image_height,
            "data-caption": caption,
          }}
        />
      )}
    </li>
  );
}
