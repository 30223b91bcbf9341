import type { PreviewView } from "../generated/content";
import * as contentText from "../generated/messages/content";
import controls from "../ui/controls.module.css";
import styles from "./PreviewBand.module.css";

/** On top of a page that is not public: what it shows, and for staff the way back. */
export function PreviewBand({ text, editUrl }: PreviewView) {
  return (
    <aside className={styles.band} aria-label={text}>
      <div className={`wrap ${styles.row}`}>
        <p>{text}</p>
        {editUrl && (
          <a className={`${controls.btn} ${controls.btnSm}`} href={editUrl}>
            {contentText.previewEdit()}
          </a>
        )}
      </div>
    </aside>
  );
}
