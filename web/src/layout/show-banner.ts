import type { BannerState } from "../generated/site";
import { isBannerDismissed } from "./banner-cookie";

/** Shows the coming-soon banner to a visitor who has not dismissed it, with their nonce. */
export async function showBanner(banner: HTMLElement): Promise<void> {
  if (isBannerDismissed()) return;
  const { dismissed, nonce }: BannerState = await (await fetch(banner.dataset.stateUrl ?? "")).json();
  if (dismissed) return;
  const link = banner.querySelector("a");
  if (link && nonce) link.dataset.restNonce = nonce;
  document.documentElement.dataset.comingSoon = "";
}
