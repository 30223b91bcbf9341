import { setCookie } from "../runtime/cookies";

const NAME = "cr_hide_trustbadge";
const SECONDS = 86_400;

/** Whether the visitor has hidden the trust badge within the last day. */
export const isBadgeHidden = () => document.cookie.split("; ").some((one) => one.startsWith(`${NAME}=`));

export function rememberHiddenBadge(): void {
  setCookie(NAME, "true", { maxAge: SECONDS });
}
