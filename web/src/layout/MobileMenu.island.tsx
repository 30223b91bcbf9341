import { useEffect, useRef } from "react";
import type { LinkView, NavItem } from "../generated/edge";
import * as layoutText from "../generated/messages/layout";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./MobileMenu.module.css";
import { handleMenuKey, type Submenus } from "./menu-keys";

type Props = { items: Array<NavItem>; accountUrl: string | null; serviceLinks: Array<LinkView> };

/** From this width on the main navigation is shown instead: see `MainNav.module.css`. */
const WIDE = "(min-width: 767px)";

const detailsOf = (item: HTMLElement) => item.querySelector<HTMLDetailsElement>(":scope > details");
const setOpen = (item: HTMLElement, open: boolean) => {
  const details = detailsOf(item);
  if (details) details.open = open;
};
const submenus: Submenus = {
  isOpen: (item) => detailsOf(item)?.open ?? false,
  open: (item) => setOpen(item, true),
  close: (item) => setOpen(item, false),
};

/**
 * The menu of small screens. It and its submenus are `<details>`, so that they open without script, and their state is
 * in the page only. A click outside closes it: see `dismissable.ts`.
 */
export function MobileMenu({ items, accountUrl, serviceLinks }: Props) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const wide = matchMedia(WIDE);
    const closeWhenWide = () => {
      if (wide.matches && menu.current) menu.current.open = false;
    };
    wide.addEventListener("change", closeWhenWide);
    closeWhenWide();
    return () => wide.removeEventListener("change", closeWhenWide);
  }, []);
  return (
    <details ref={menu} className={styles.menu} data-dismissable="" data-plain="" suppressHydrationWarning>
      <summary className={controls.iconBtn} aria-label={layoutText.menu()}>
        <Icon name="menu" size="l" />
        <Icon name="x" size="l" />
      </summary>
      <nav
        className={styles.panel}
        aria-label={layoutText.menu()}
        onKeyDown={(event) => handleMenuKey(event, submenus)}
      >
        <ul className="wrap">
          {items.map((item) => (
            <li key={item.url + item.label} className={styles.item}>
              <a
                className={classes(styles.link, item.accent && styles.linkAccent)}
                href={item.url}
                // `layout.browser.ts` marks the current page.
                suppressHydrationWarning
              >
                {item.label}
              </a>
              {item.children.length > 0 && (
                <details className={styles.fold} suppressHydrationWarning>
                  <summary className={styles.arrow} aria-label={layoutText.submenu({ name: item.label })} />
                  <ul className={styles.sub}>
                    {item.children.map((child) => (
                      <li key={child.url + child.label}>
                        <a href={child.url} suppressHydrationWarning>
                          {child.label}
                        </a>
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </li>
          ))}
          {accountUrl && (
            <li className={styles.service}>
              <a href={accountUrl} suppressHydrationWarning>
                <Icon name="user" />
                {layoutText.account()}
              </a>
            </li>
          )}
          {serviceLinks.map(({ label, url }) => (
            <li key={url + label} className={styles.service}>
              <a href={url} suppressHydrationWarning>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
