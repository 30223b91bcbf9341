/** The frame is drawn once for all pages; what depends on the page's own address is added here. */
export function start(): void {
  const here = new URL(location.href);
  const search = document.querySelector<HTMLInputElement>("header [name=s]");
  // Other pages have searches of their own, by the same name.
  const isHome = here.pathname === document.body.dataset.homeUrl;
  if (search && !search.value && isHome) search.value = here.searchParams.get("s") ?? "";
  for (const link of document.querySelectorAll<HTMLAnchorElement>("header nav a")) {
    if (link.pathname === here.pathname) link.setAttribute("aria-current", "page");
  }
}
