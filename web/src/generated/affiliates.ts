// Written from Rust (crates/affiliates). Do not edit.
import type { AccountLayoutView, AccountNotice, FormView } from "./accounts";
import type { PlotView } from "./edge";

export type AffiliateAccountView = { links: Array<ReferralLinkView>, linkHint: string,
/**
 * Labels and values.
 */
facts: Array<[string, string]>, pendingHint: string, visits: PlotView, earnings: PlotView, credits: Array<CreditView>, olderUrl: string | null, payouts: Array<PayoutView>, };

export type AffiliateId = {
/**
 * «1» if the affiliate was found.
 */
success: string,
/**
 * Zero if it was not.
 */
affiliate_id: number, };

/**
 * Answer of call 8.
 */
export type AffiliateIdAnswer = { data: AffiliateId, };

/**
 * Rendered by `web/src/affiliates/AffiliatePage.tsx`.
 */
export type AffiliatePageView = { layout: AccountLayoutView,
/**
 * Instead of the account: how to join, or why there is none.
 */
lead: string | null, join: FormView | null, account: AffiliateAccountView | null, };

export type AffiliateRowView = { id: string, slug: string, email: string, state: string, rate: string, visits: string, open: string, url: string, };

export type CreditView = { id: string, date: string, amount: string,
/**
 * What refunds took back.
 */
reversed: string | null, state: string,
/**
 * For staff only.
 */
orderNumber: string | null, orderUrl: string | null, };

export type OpenAmountView = { affiliate: string, affiliateUrl: string, amount: string, create: FormView, };

export type PayoutView = { id: string, date: string, amount: string, state: string, reference: string,
/**
 * For staff only.
 */
affiliate: string | null, affiliateUrl: string | null, pay: FormView | null, cancel: FormView | null, };

export type ProductRateView = { id: string, name: string, rate: string, remove: FormView, };

export type ReferralLinkView = { id: string, label: string, url: string, };

export type RefusedOrderView = { number: string, url: string, date: string, reason: string, };

/**
 * Rendered by `web/src/affiliates/StaffAffiliatePage.tsx`.
 */
export type StaffAffiliatePageView = { title: string, notice: AccountNotice | null, facts: Array<[string, string]>, change: FormView,
/**
 * Approve, disable or enable.
 */
switch: FormView, visits: PlotView, earnings: PlotView, credits: Array<CreditView>, olderUrl: string | null, refused: Array<RefusedOrderView>, listUrl: string, };

/**
 * Rendered by `web/src/affiliates/StaffAffiliatesPage.tsx`.
 */
export type StaffAffiliatesPageView = { action: string, search: string, notice: AccountNotice | null, affiliates: Array<AffiliateRowView>, nextUrl: string | null, add: FormView, rates: Array<ProductRateView>, setRate: FormView, payoutsUrl: string, };

/**
 * Rendered by `web/src/affiliates/StaffPayoutsPage.tsx`.
 */
export type StaffPayoutsPageView = { notice: AccountNotice | null, open: Array<OpenAmountView>, payouts: Array<PayoutView>, nextUrl: string | null, export: FormView, listUrl: string, };

/**
 * What the script of a link needs to know. The names are those of the platform's settings.
 */
export type TrackingSettings = { referral_var: string,
/**
 * 1: the last link counts instead of the first.
 */
referral_credit_last: number,
/**
 * Lifetime of the cookies in days.
 */
expiration: number,
/**
 * Empty: the host of the page.
 */
cookie_domain: string, debug: number, currency: string, };
