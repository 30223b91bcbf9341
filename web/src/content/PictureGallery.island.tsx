import type { GalleryBlockView } from "../generated/content";
import styles from "./PictureGallery.module.css";
import { PictureTile } from "./PictureTile";

/** Pictures in a grid; a click opens them in full screen. Without script it opens the picture alone. */
export function PictureGallery({ label, pictures }: GalleryBlockView) {
  return (
    <ul className={styles.gallery} aria-label={label}>
      {pictures.map((_, index) => (
        <li key={index}>
          <PictureTile pictures={pictures} index={index} />
        </li>
      ))}
    </ul>
  );
}
