import * as text from "../generated/messages/settings";
import type { ListTab } from "../generated/staff_products";
import styles from "./SettingsPage.module.css";

/** The parts of the settings that the member may open. */
export function Parts({ parts }: { parts: Array<ListTab> }) {
  return (
    <nav className={styles.parts} aria-label={text.parts()}>
      {parts.map(({ label, url, isCurrent }) => (
        <a key={url} href={url} aria-current={isCurrent ? "page" : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}
