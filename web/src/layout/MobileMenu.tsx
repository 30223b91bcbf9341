import type { NavItem } from "../generated/edge";
import * as layoutText from "../generated/messages/layout";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./MobileMenu.module.css";

type Props = { items: Array<NavItem>; accountUrl: string | null };

/** The menu of small screens: a `<details>`, so that it opens without script. */
export function MobileMenu({ items, accountUrl }: Props) {
  return (
    <details className={styles.menu} data-dismissable="">
      <summary className={controls.iconBtn} aria-label={layoutText.menu()}>
        <Icon name="menu" size="l" />
        <Icon name="x" size="l" />
      </summary>
      <nav className={styles.panel} aria-label={layoutText.menu()}>
        <ul className="wrap">
          {items.map((item) => (
            <li key={item.url + item.label} className={styles.item}>
              {item.children.length === 0 ? (
                <a
                  className={item.accent ? `${styles.link} ${styles.linkAccent}` : styles.link}
                  href={item.url}
                >
                  {item.label}
                </a>
              ) : (
                <details>
                  <summary className={styles.link}>
                    {item.label}
                    <Icon name="down" size="s" />
                  </summary>
                  <ul className={styles.sub}>
                    <li>
                      <a href={item.url}>{layoutText.showAllOf({ name: item.label })}</a>
                    </li>
                    {item.children.map((child) => (
                      <li key={child.url}>
                        <a href={child.url}>{child.label}</a>
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </li>
          ))}
          {accountUrl && (
            <li className={styles.end}>
              <a className={`${controls.btn} ${controls.btnBlock}`} href={accountUrl}>
                <Icon name="user" />
                {layoutText.account()}
              </a>
            </li>
          )}
        </ul>
      </nav>
    </details>
  );
}
