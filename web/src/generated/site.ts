// Written from Rust (crates/storefront). Do not edit.

export type BannerState = { dismissed: boolean, nonce: string | null, };

export type ScheduledPartView = { name: string, id: string, label: string, summary: string, date: string, };

export type SitePageView = { action: string, nonce: string, notice: string | null, menus: Array<SitePartView>, notices: Array<SitePartView>, scheduled: Array<ScheduledPartView>, };

export type SitePartView = { name: string, label: string, hint: string, text: string, validFrom: string, error: string | null, };
