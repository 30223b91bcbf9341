import type { ReviewMediaView } from "../generated/reviews";
import { MediaLightbox } from "./MediaLightbox";
import { MediaTile } from "./MediaTile";
import styles from "./ReviewMedia.module.css";
import { useMediaLightbox } from "./use-media-lightbox";

/** The pictures and videos of one review. */
export function ReviewMedia({ media }: { media: Array<ReviewMediaView> }) {
  const { opened, open, close } = useMediaLightbox();
  return (
    <>
      <ul className={styles.media}>
        {media.map((one, index) => (
          <li key={one.id}>
            <MediaTile media={one} onOpen={(event) => open(event, index)} />
          </li>
        ))}
      </ul>
      <MediaLightbox opened={opened} media={media} onClosed={close} />
    </>
  );
}
