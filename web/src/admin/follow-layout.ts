import type { AdminLayoutView } from "../generated/edge";

/**
 * The layout stands while pages change; only the mark of the current entry moves. False if the menu itself is another one,
 * because the member's role has changed.
 */
export function followLayout(layout: AdminLayoutView, isFinal = false): boolean {
  const wanted = [...layout.menu.flatMap(({ links }) => links), ...layout.bar];
  const links = [...document.querySelectorAll<HTMLAnchorElement>("a[data-entry]")];
  const isSame =
    links.length === wanted.length && links.every((link, at) => link.dataset.entry === wanted[at]?.url);
  if (!isSame || !isFinal) return isSame;
  links.forEach((link, at) => {
    if (wanted[at]?.isCurrent) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
  return true;
}
