// Written from Rust (crates/storefront). Do not edit.

/**
 * Whether this visitor has dismissed the coming-soon banner.
 */
export type BannerState = { dismissed: boolean,
/**
 * The nonce of the dismissal; guests have none.
 */
nonce: string | null, };

/**
 * A change that is not valid yet.
 */
export type ScheduledPartView = {
/**
 * The value of the form's field `name`.
 */
name: string, id: string, label: string, summary: string, date: string, };

/**
 * Rendered by `web/src/layout/SitePage.tsx`.
 */
export type SitePageView = { action: string, nonce: string, notice: string | null, menus: Array<SitePartView>, notices: Array<SitePartView>, scheduled: Array<ScheduledPartView>, };

/**
 * A menu or a notice that staff may change.
 */
export type SitePartView = {
/**
 * The value of the form's field `name`.
 */
name: string, label: string, hint: string,
/**
 * The current menu as text, or the current notice; what was sent if it was refused.
 */
text: string, validFrom: string, error: string | null, };
