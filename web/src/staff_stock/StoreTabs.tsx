import * as text from "../generated/messages/staff_stock";
import type { ListTab } from "../generated/staff_products";
import styles from "./StaffStockPage.module.css";

/** The same page for each store of the member. */
export function StoreTabs({ stores }: { stores: Array<ListTab> }) {
  if (stores.length === 0) return null;
  return (
    <nav className={styles.views} aria-label={text.stores()}>
      {stores.map(({ label, url, isCurrent }) => (
        <a key={url} href={url} aria-current={isCurrent ? "page" : undefined}>
          <bdi>{label}</bdi>
        </a>
      ))}
    </nav>
  );
}
