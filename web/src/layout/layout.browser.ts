/** The layout is rendered once for all pages; parts that depend on the page's address or the visitor are added here. */
export function start(): void {
  const here = new URL(location.href);
  const search = document.querySelector<HTMLInputElement>("header [name=s]");
  // Other pages have other parameters of the same name.
  const isHome = here.pathname === document.body.dataset.homeUrl;
  if (search && !search.value && isHome) search.value = here.searchParams.get("s") ?? "";
  for (const link of document.querySelectorAll<HTMLAnchorElement>("header nav a")) {
    if (link.pathname === here.pathname) link.setAttribute("aria-current", "page");
  }
  const banner = document.querySelector<HTMLElement>("[data-state-url]");
  if (banner) void import("./show-banner").then(({ showBanner }) => showBanner(banner)).catch(() => {});
  // The notice that the page was rendered to show: see `Notice`.
  const alert = document.querySelector<HTMLElement>("main [role=alert][autofocus]");
  if (alert) void import("../ui/focus-alert").then(({ focusAlert }) => focusAlert(alert));
}
