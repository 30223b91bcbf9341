import type { AdminLayoutView } from "../generated/edge";

/**
 * The layout stands while pages change; only the mark of the current entry moves. False if the menu itself is another one,
 * because the member's role has changed, or if the view as a role has begun or ended.
 */
export function followLayout(layout: AdminLayoutView, isFinal = false): boolean {
  const wanted = [...layout.menu.flatMap(({ links }) => links), ...layout.bar];
  const links = [...document.querySelectorAll<HTMLAnchorElement>("a[data-entry]")];
  const band = document.querySelector<HTMLElement>("[data-role-band]")?.dataset.roleBand;
  const isSame =
    band === layout.roleBand?.role &&
    links.length === wanted.length &&
    links.every((link, at) => link.dataset.entry === wanted[at]?.url);
  if (!isSame || !isFinal) return isSame;
  links.forEach((link, at) => {
    if (wanted[at]?.isCurrent) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
  return true;
}
