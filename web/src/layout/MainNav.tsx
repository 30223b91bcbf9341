import type { NavItem } from "../generated/edge";
import * as layoutText from "../generated/messages/layout";
import { Icon } from "../ui/Icon";

/** The wide screen's row of sections. A submenu opens on hover and on focus, by style alone. */
export function MainNav({ items }: { items: Array<NavItem> }) {
  return (
    <nav className="nav" aria-label={layoutText.sections()}>
      <ul className="nav__row">
        {items.map((item) => (
          <li key={item.url + item.label} className="nav__item">
            <a href={item.url} className={item.accent ? "nav__link nav__link--accent" : "nav__link"}>
              {item.label}
              {item.children.length > 0 && <Icon name="down" />}
            </a>
            {item.children.length > 0 && (
              <ul className="nav__sub">
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
