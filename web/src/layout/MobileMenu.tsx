import type { NavItem } from "../generated/edge";
import * as layoutText from "../generated/messages/layout";
import { Icon } from "../ui/Icon";

type Props = { items: Array<NavItem>; accountUrl: string | null };

/** The small screen's menu: `<details>`, so that it opens without script too. */
export function MobileMenu({ items, accountUrl }: Props) {
  return (
    <details className="menu" data-dismissable="">
      <summary className="icon-btn" aria-label={layoutText.menu()}>
        <Icon name="menu" size="l" />
        <Icon name="x" size="l" />
      </summary>
      <nav className="menu__panel" aria-label={layoutText.menu()}>
        <ul className="wrap">
          {items.map((item) => (
            <li key={item.url + item.label} className="menu__item">
              {item.children.length === 0 ? (
                <a className={item.accent ? "menu__link menu__link--accent" : "menu__link"} href={item.url}>
                  {item.label}
                </a>
              ) : (
                <details>
                  <summary className="menu__link">
                    {item.label}
                    <Icon name="down" size="s" />
                  </summary>
                  <ul className="menu__sub">
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
            <li className="menu__end">
              <a className="btn btn--block" href={accountUrl}>
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
