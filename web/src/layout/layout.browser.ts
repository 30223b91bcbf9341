import type { BannerState } from "../generated/site";
import { isBannerDismissed } from "./banner-cookie";

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
  if (banner && !isBannerDismissed()) void showBanner(banner).catch(() => {});
}

/** Shows the coming-soon banner to a visitor who has not dismissed it, with their nonce. */
async function showBanner(banner: HTMLElement): Promise<void> {
  const { dismissed, nonce }: BannerState = await (await fetch(banner.dataset.stateUrl ?? "")).json();
  if (dismissed) return;
  const link = banner.querySelector("a");
  if (link && nonce) link.dataset.restNonce = nonce;
  document.documentElement.dataset.comingSoon = "";
}
