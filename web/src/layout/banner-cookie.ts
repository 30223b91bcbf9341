const NAME = "coming_soon_banner_dismissed";

/** Whether a guest has dismissed the banner. Customers' dismissals are known to the server. */
export const isBannerDismissed = () => document.cookie.split("; ").includes(`${NAME}=yes`);

export function rememberDismissedBanner(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support
  document.cookie = `${NAME}=yes; path=/; samesite=lax`;
}
