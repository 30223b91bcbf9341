import type { BannerState } from "../generated/site";
import { focusAlert } from "../ui/focus-alert";
import { isBannerDismissed } from "./banner-cookie";

/** Shows the coming-soon banner to a visitor who has not dismissed it, with their nonce. */
async function showBanner(banner: HTMLElement): Promise<void> {
  if (isBannerDismissed()) return;
  const { dismissed, nonce }: BannerState = await (await fetch(banner.dataset.stateUrl ?? "")).json();
  if (dismissed) return;
  const link = banner.querySelector("a");
  if (link && nonce) link.dataset.restNonce = nonce;
  document.documentElement.dataset.comingSoon = "";
}

/** For the elements that `layout.browser.ts` looks for: most pages have none. */
export function startNotices(found: Iterable<HTMLElement>): void {
  let hasFocused = false;
  for (const element of found) {
    if (element.dataset.stateUrl) void showBanner(element).catch(() => {});
    else if (!hasFocused && element.checkVisibility()) {
      hasFocused = true;
      focusAlert(element);
    }
  }
}
