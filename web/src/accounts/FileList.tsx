import type { FileView } from "../generated/accounts";
import blocks from "../ui/blocks.module.css";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./FileList.module.css";

/** Exports of the customer's personal data: ready for download or in preparation. */
export function FileList({ files }: { files: Array<FileView> }) {
  return (
    <ul className={styles.files}>
      {files.map(({ label, url, state }, index) => (
        <li key={index}>
          <Icon name="file" />
          <span className={styles.name}>{label}</span>
          {url ? (
            <a className={controls.link} href={url} download="" aria-label={`${state} ${label}`}>
              <Icon name="download" size="s" />
              {state}
            </a>
          ) : (
            <span className={blocks.badge}>{state}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
