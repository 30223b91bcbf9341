import { type FocusEvent, useState } from "react";
import { flushSync } from "react-dom";
import type { NavItem } from "../generated/edge";
import * as layoutText from "../generated/messages/layout";
import { classes } from "../ui/classes";
import { DescriptionPopup } from "../ui/DescriptionPopup";
import { Icon } from "../ui/Icon";
import styles from "./MainNav.module.css";
import { handleMenuKey, type Submenus } from "./menu-keys";

/**
 * The navigation of wide screens. Submenus open when the pointer is over them, with CSS; by keyboard they open with
 * Space or an arrow key, and without script when the focus enters them.
 */
export function MainNav({ items }: { items: Array<NavItem> }) {
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  const indexOf = (item: HTMLElement) => [...(item.parentElement?.children ?? [])].indexOf(item);
  const submenus: Submenus = {
    isOpen: (item) => indexOf(item) === openIndex,
    // At once: a hidden link cannot be focused.
    open: (item) => flushSync(() => setOpenIndex(indexOf(item))),
    close: () => setOpenIndex(null),
  };
  const closeWhenLeft = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpenIndex(null);
  };
  return (
    <nav
      className={styles.nav}
      aria-label={layoutText.sections()}
      data-plain=""
      onKeyDown={(event) => handleMenuKey(event, submenus)}
    >
      <ul className={styles.row}>
        {items.map((item, index) => (
          <li
            key={item.url + item.label}
            className={classes(styles.item, openIndex === index && styles.open)}
            onBlur={closeWhenLeft}
          >
            <a
              href={item.url}
              className={classes(styles.link, item.accent && styles.linkAccent)}
              aria-expanded={item.children.length > 0 ? openIndex === index : undefined}
              // `layout.browser.ts` marks the current page.
              suppressHydrationWarning
            >
              {item.label}
              {item.children.length > 0 && <Icon name="down" />}
            </a>
            {item.description && (
              <DescriptionPopup
                id={`about-${index}`}
                label={layoutText.aboutItem({ name: item.label })}
                text={item.description}
              />
            )}
            {item.children.length > 0 && (
              <ul className={styles.sub}>
                {item.children.map((child) => (
                  <li key={child.url + child.label}>
                    <a href={child.url} suppressHydrationWarning>
                      {child.label}
                    </a>
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
