import { foldFooter } from "./fold-footer";
import { hideHeaderOnScroll } from "./hide-header";
import { openSearch } from "./open-search";

/** Marks the links of the navigation to this page. A link with parameters is more exact than one without. */
function markCurrent({ pathname, search }: URL): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("header nav a")];
  const here = links.filter((link) => link.pathname === pathname);
  const exact = here.filter((link) => link.search !== "" && link.search === search);
  const current = exact.length > 0 ? exact : here.filter((link) => link.search === "");
  for (const link of current) link.setAttribute("aria-current", "page");
}

/** The layout is rendered once for all pages; parts that depend on the page's address or the visitor are added here. */
export function start(): void {
  const here = new URL(location.href);
  const search = document.querySelector<HTMLInputElement>("header [name=s]");
  // Other pages have other parameters of the same name.
  const isHome = here.pathname === document.body.dataset.homeUrl;
  if (search && !search.value && isHome) search.value = here.searchParams.get("s") ?? "";
  markCurrent(here);
  if (search) openSearch(search);
  hideHeaderOnScroll();
  foldFooter();
  const banner = document.querySelector<HTMLElement>("[data-state-url]");
  if (banner) void import("./show-banner").then(({ showBanner }) => showBanner(banner)).catch(() => {});
  // The notice that the page was rendered to show: see `Notice`.
  const alert = document.querySelector<HTMLElement>("main [role=alert][autofocus]");
  if (alert) void import("../ui/focus-alert").then(({ focusAlert }) => focusAlert(alert));
}
