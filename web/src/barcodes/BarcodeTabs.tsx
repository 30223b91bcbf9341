import type { BarcodeTab } from "../generated/barcodes";
import styles from "./BarcodeTabs.module.css";

/** Links between the modes of the tool, or between stores. */
export function BarcodeTabs({ label, tabs }: { label: string; tabs: Array<BarcodeTab> }) {
  if (tabs.length === 0) return null;
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ label: text, url, current }) => (
        <a key={url} href={url} aria-current={current ? "page" : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
