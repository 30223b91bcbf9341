import type { ContentTab } from "../generated/content";
import styles from "./StaffTabs.module.css";

/** Links between the staff's pages of content. */
export function StaffTabs({ label, tabs }: { label: string; tabs: Array<ContentTab> }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ label: text, url, count, current }) => (
        <a key={url} href={url} aria-current={current ? "page" : undefined}>
          {text} {count !== null && <bdi>{count}</bdi>}
        </a>
      ))}
    </nav>
  );
}
