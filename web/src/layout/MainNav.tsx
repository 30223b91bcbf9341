import type { NavItem } from "../generated/edge";
import * as layoutText from "../generated/messages/layout";
import { Icon } from "../ui/Icon";
import styles from "./MainNav.module.css";

/** The navigation of wide screens. Submenus open on hover and focus with CSS only. */
export function MainNav({ items }: { items: Array<NavItem> }) {
  return (
    <nav className={styles.nav} aria-label={layoutText.sections()}>
      <ul className={styles.row}>
        {items.map((item) => (
          <li key={item.url + item.label} className={styles.item}>
            <a href={item.url} className={item.accent ? `${styles.link} ${styles.linkAccent}` : styles.link}>
              {item.label}
              {item.children.length > 0 && <Icon name="down" />}
            </a>
            {item.children.length > 0 && (
              <ul className={styles.sub}>
                {item.children.map((child) => (
                  <li key={child.url}>
                    <a href={child.url}>{child.label}</a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
