import { setCookie } from "../runtime/cookies";

const NAME = "coming_soon_banner_dismissed";

/** Whether a guest has dismissed the banner. Customers' dismissals are known to the server. */
export const isBannerDismissed = () => document.cookie.split("; ").includes(`${NAME}=yes`);

export function rememberDismissedBanner(): void {
  setCookie(NAME, "yes");
}
