import * as reviewsText from "../generated/messages/reviews";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./UploadTile.module.css";
import type { UploadItem } from "./use-uploads";

/** One file of a new review, from its upload to its removal. */
export function UploadTile({ item, onRemove }: { item: UploadItem; onRemove: () => void }) {
  const { name, isVideo, previewUrl, state, percent } = item;
  return (
    <li className={classes(styles.up, state === "deleting" && styles.isDeleting)} data-state={state}>
      {isVideo ? (
        <video src={previewUrl} aria-label={name} muted preload="metadata" />
      ) : (
        <img src={previewUrl} alt={name} width="100" height="100" />
      )}
      {state === "pending" && (
        <>
          <bdi className={styles.percent} dir="ltr" aria-hidden="true">
            {percent}%
          </bdi>
          <progress
            className={styles.bar}
            max="100"
            value={percent}
            aria-label={reviewsText.uploadProgress({ name })}
          />
        </>
      )}
      {state === "ok" && (
        <span className={styles.ok}>
          <Icon name="check" size="s" />
          <span className="sr">{reviewsText.uploadDone({ name })}</span>
        </span>
      )}
      {state === "deleting" ? (
        <span className={styles.percent} role="status">
          <span className={styles.spin} />
          <span className="sr">{reviewsText.uploadDeleting({ name })}</span>
        </span>
      ) : (
        <button
          type="button"
          className={`${controls.iconBtn} ${styles.remove}`}
          aria-label={reviewsText.uploadDelete({ name })}
          onClick={onRemove}
        >
          <Icon name="trash" />
        </button>
      )}
    </li>
  );
}
