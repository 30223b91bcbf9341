import * as reviewsText from "../generated/messages/reviews";
import type { ReviewStripView } from "../generated/reviews";
import { MediaLightbox } from "./MediaLightbox";
import { MediaTile } from "./MediaTile";
import styles from "./ReviewStrip.module.css";
import { useMediaLightbox } from "./use-media-lightbox";

/** Pictures and videos of shoppers. Scrolls by touch and by keyboard; each opens the lightbox. */
export function ReviewStrip({ media, more }: ReviewStripView) {
  const { opened, open, close } = useMediaLightbox();
  return (
    <section aria-label={reviewsText.media()}>
      <p className={styles.label} aria-hidden="true">
        {reviewsText.media()}
      </p>
      <ul className={styles.strip}>
        {media.map((one, index) => (
          <li key={one.id}>
            <MediaTile media={one} onOpen={(event) => open(event, index)}>
              {more > 0 && index === media.length - 1 && (
                <span className={styles.more}>{reviewsText.mediaMore({ count: more })}</span>
              )}
            </MediaTile>
          </li>
        ))}
      </ul>
      <MediaLightbox opened={opened} media={media} onClosed={close} />
    </section>
  );
}
