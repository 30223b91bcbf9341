import type { KeyboardEvent } from "react";

/** How a menu opens and closes the submenu of an item. Opening must be done when the call returns. */
export type Submenus = {
  isOpen: (item: HTMLElement) => boolean;
  open: (item: HTMLElement) => void;
  close: (item: HTMLElement) => void;
};

/** Which way a key moves among the items of one level. The first item is the rightmost one, so the left key moves on. */
const STEPS: Record<string, 1 | -1> = { ArrowLeft: 1, ArrowRight: -1, ArrowDown: 1, ArrowUp: -1 };

const linkOf = (item: Element | null | undefined) => item?.querySelector<HTMLElement>(":scope > a");
const submenuOf = (item: Element) => [
  ...item.querySelectorAll<HTMLElement>(":scope > ul > li, :scope > details > ul > li"),
];

/** The item one step from `item` on its level; after the last comes the first. */
export function neighbour<T>(level: ReadonlyArray<T>, item: T, step: 1 | -1): T | undefined {
  return level[(level.indexOf(item) + step + level.length) % level.length];
}

/** Where the key moves the focus to; undefined if the menu does not handle it. Opens and closes submenus on the way. */
function destination(
  key: string,
  item: HTMLElement,
  menu: HTMLElement,
  submenus: Submenus,
): HTMLElement | null | undefined {
  const children = submenuOf(item);
  const enter = (child: HTMLElement | undefined) => {
    submenus.open(item);
    return linkOf(child);
  };
  const parent = item.parentElement?.closest<HTMLElement>("li");
  switch (key) {
    case " ":
      return children.length > 0 ? enter(children[0]) : undefined;
    case "Escape": {
      const owner = parent ?? (submenus.isOpen(item) ? item : null);
      if (!owner) return undefined;
      submenus.close(owner);
      return linkOf(owner);
    }
    case "Home":
    case "End": {
      const links = [...menu.querySelectorAll<HTMLElement>("a")];
      return links
        .filter((link) => link.checkVisibility({ visibilityProperty: true }))
        .at(key === "Home" ? 0 : -1);
    }
    case "ArrowUp":
    case "ArrowDown":
      if (children.length > 0) return enter(children.at(key === "ArrowDown" ? 0 : -1));
      break;
    case "ArrowLeft":
    case "ArrowRight":
      if (children.length > 0) submenus.close(item);
      break;
    default:
      return undefined;
  }
  const level = [...(item.parentElement?.children ?? [])].filter((one) => linkOf(one));
  return linkOf(neighbour(level, item, STEPS[key] ?? 1));
}

/**
 * Moves the focus in a menu of nested lists, each item of which begins with a link. Enter is left to the browser, which
 * follows the link.
 */
export function handleMenuKey(event: KeyboardEvent<HTMLElement>, submenus: Submenus): void {
  const { key, currentTarget: menu } = event;
  const from = event.target as Element;
  const item = from.closest<HTMLElement>("li");
  const hasModifier = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
  if (hasModifier || !item || !from.matches("a, summary")) return;
  const target = destination(key, item, menu, submenus);
  if (!target) return;
  event.preventDefault();
  // Escape in a submenu must not close the menu around it as well.
  event.stopPropagation();
  target.focus();
}
