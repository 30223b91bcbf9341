import * as enquiriesText from "../generated/messages/enquiries";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./FileRow.module.css";
import { formatSize } from "./rules/files";
import type { QueuedFile } from "./use-files";

const STATES = {
  queued: enquiriesText.fileWaiting,
  uploading: enquiriesText.fileUploading,
  uploaded: enquiriesText.fileUploaded,
};

/** One file of the queue: waiting and removable, on its way, or uploaded. */
export function FileRow({ file, onRemove }: { file: QueuedFile; onRemove: () => void }) {
  const { name, bytes, state, percent } = file;
  return (
    <li className={classes(styles.row, state === "uploaded" && styles.ok)} data-state={state}>
      <Icon name={state === "uploaded" ? "check" : "file"} />
      <span>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.note}>
          {STATES[state]()}، <bdi dir="ltr">{formatSize(bytes)}</bdi>
        </span>
      </span>
      {state === "queued" && (
        <button
          type="button"
          className={controls.iconBtn}
          aria-label={enquiriesText.fileRemove({ name })}
          onClick={onRemove}
        >
          <Icon name="x" />
        </button>
      )}
      {state === "uploading" && (
        <>
          <bdi className={styles.percent} dir="ltr" aria-hidden="true">
            {percent}%
          </bdi>
          <progress
            className={styles.bar}
            max="100"
            value={percent}
            aria-label={enquiriesText.fileProgress({ name })}
          />
        </>
      )}
    </li>
  );
}
