/** The frame is drawn once for all pages; what depends on the page's own address is added here. */
export function start(): void {
  const here = new URL(location.href);
  const search = document.querySelector<HTMLInputElement>(".header [name=s]");
  if (search && !search.value) search.value = here.searchParams.get("s") ?? "";
  search?.addEventListener("focus", () => import("./suggest").then(({ suggest }) => suggest(search)), {
    once: true,
  });
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".nav a, .menu a")) {
    if (link.pathname === here.pathname) link.setAttribute("aria-current", "page");
  }
}
