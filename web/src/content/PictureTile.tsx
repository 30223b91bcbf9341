import { useMemo } from "react";
import { Picture } from "../catalog/Picture";
import { useLightbox } from "../catalog/use-lightbox";
import type { PictureView } from "../generated/catalog";
import * as contentText from "../generated/messages/content";
import styles from "./PictureTile.module.css";

/** One picture of a gallery block. */
export function PictureTile({ pictures, index }: { pictures: Array<PictureView>; index: number }) {
  const { opened, open, close } = useLightbox(index);
  const images = useMemo(
    () =>
      pictures.map((picture) => ({
        large_image: picture.fallbackUrl,
        large_image_width: picture.width,
        large_image_height: picture.height,
        caption: picture.alt,
        picture,
      })),
    [pictures],
  );
  const picture = pictures[index];
  if (!picture) return null;
  const place = contentText.galleryOpen({ number: String(index + 1), total: String(pictures.length) });
  return (
    <>
      <a className={styles.tile} href={picture.fallbackUrl} onClick={open}>
        <Picture {...picture} sizes="(min-width: 767px) 15rem, 45vw" />
        <span className="sr">{place}</span>
      </a>
      {opened && <opened.Lightbox images={images} from={opened.index} onClosed={close} />}
    </>
  );
}
