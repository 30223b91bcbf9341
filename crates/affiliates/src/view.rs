//! View models of the affiliate's page, the staff's pages and the answers of calls.

use accounts::view::{AccountLayoutView, FormView, NoticeView};
use edge::{plot::PlotView, view::View};
use serde::Serialize;
use ts_rs::TS;

/// The affiliate's own page in the account area.
pub const AFFILIATE_URL: &str = accounts::view::AFFILIATE_URL;
pub const STAFF_AFFILIATES_URL: &str = accounts::view::STAFF_AFFILIATES_URL;
pub const STAFF_AFFILIATE_URL: &str = "/ar/wp-admin/affiliates/{id}/";
pub const STAFF_RATES_URL: &str = "/ar/wp-admin/affiliate-rates/";
pub const STAFF_PAYOUTS_URL: &str = "/ar/wp-admin/affiliate-payouts/";
pub const STAFF_PAYOUT_URL: &str = "/ar/wp-admin/affiliate-payouts/{id}/";
pub const STAFF_EXPORT_URL: &str = "/ar/wp-admin/affiliate-payouts/export/";
/// What the script of a link needs to know about the shop.
pub const SETTINGS_URL: &str = "/ar/wp-json/matjar/v1/affiliate-settings";

/// Rendered by `web/src/affiliates/AffiliatePage.tsx`.
#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "affiliates.ts")]
pub struct AffiliatePageView {
    pub layout: AccountLayoutView,
    /// Instead of the account: how to join, or why there is none.
    pub lead: Option<String>,
    pub join: Option<FormView>,
    pub account: Option<AffiliateAccountView>,
}

impl View for AffiliatePageView {
    const COMPONENT: &'static str = "affiliates/AffiliatePage";
}

#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "affiliates.ts")]
pub struct AffiliateAccountView {
    pub links: Vec<ReferralLinkView>,
    pub link_hint: String,
    /// Labels and values.
    pub facts: Vec<(String, String)>,
    pub pending_hint: String,
    pub visits: PlotView,
    pub earnings: PlotView,
    pub credits: Vec<CreditView>,
    pub older_url: Option<String>,
    pub payouts: Vec<PayoutView>,
}

#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "affiliates.ts")]
pub struct ReferralLinkView {
    pub id: &'static str,
    pub label: String,
    pub url: String,
}

#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "affiliates.ts")]
pub struct CreditView {
    pub id: String,
    pub date: String,
    pub amount: String,
    /// What refunds took back.
    pub reversed: Option<String>,
    pub state: String,
    /// For staff only.
    pub order_number: Option<String>,
    pub order_url: Option<String>,
}

#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "affiliates.ts")]
pub struct PayoutView {
    pub id: String,
    pub date: String,
    pub amount: String,
    pub state: String,
    pub reference: String,
    /// For staff only.
    pub affiliate: Option<String>,
    pub affiliate_url: Option<String>,
    pub pay: Option<FormView>,
    pub cancel: Option<FormView>,
}

/// Rendered by `web/src/affiliates/StaffAffiliatesPage.tsx`.
#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "affiliates.ts")]
pub struct StaffAffiliatesPageView {
    pub action: String,
    pub search: String,
    pub notice: Option<NoticeView>,
    pub affiliates: Vec<AffiliateRowView>,
    pub next_url: Option<String>,
    pub add: FormView,
    pub rates: Vec<ProductRateView>,
    pub set_rate: FormView,
    pub payouts_url: String,
}

impl View for StaffAffiliatesPageView {
    const COMPONENT: &'static str = "affiliates/StaffAffiliatesPage";
}

#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "affiliates.ts")]
pub struct AffiliateRowView {
    pub id: String,
    pub slug: String,
    pub email: String,
    pub state: String,
    pub rate: String,
    pub visits: String,
    pub open: String,
    pub url: String,
}

#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "affiliates.ts")]
pub struct ProductRateView {
    pub id: String,
    pub name: String,
    pub rate: String,
    pub remove: FormView,
}

/// Rendered by `web/src/affiliates/StaffAffiliatePage.tsx`.
#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "affiliates.ts")]
pub struct StaffAffiliatePageView {
    pub title: String,
    pub notice: Option<NoticeView>,
    pub facts: Vec<(String, String)>,
    pub change: FormView,
    /// Approve, disable or enable.
    pub switch: FormView,
    pub visits: PlotView,
    pub earnings: PlotView,
    pub credits: Vec<CreditView>,
    pub older_url: Option<String>,
    pub refused: Vec<RefusedOrderView>,
    pub list_url: String,
}

impl View for StaffAffiliatePageView {
    const COMPONENT: &'static str = "affiliates/StaffAffiliatePage";
}

#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "affiliates.ts")]
pub struct RefusedOrderView {
    pub number: String,
    pub url: String,
    pub date: String,
    pub reason: String,
}

/// Rendered by `web/src/affiliates/StaffPayoutsPage.tsx`.
#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "affiliates.ts")]
pub struct StaffPayoutsPageView {
    pub notice: Option<NoticeView>,
    pub open: Vec<OpenAmountView>,
    pub payouts: Vec<PayoutView>,
    pub next_url: Option<String>,
    pub export: FormView,
    pub list_url: String,
}

impl View for StaffPayoutsPageView {
    const COMPONENT: &'static str = "affiliates/StaffPayoutsPage";
}

#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "affiliates.ts")]
pub struct OpenAmountView {
    pub affiliate: String,
    pub affiliate_url: String,
    pub amount: String,
    pub create: FormView,
}

/// Answer of call 8.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "affiliates.ts")]
pub struct AffiliateIdAnswer {
    pub data: AffiliateId,
}

#[derive(Debug, Serialize, TS)]
#[ts(export_to = "affiliates.ts")]
pub struct AffiliateId {
    /// «1» if the affiliate was found.
    pub success: &'static str,
    /// Zero if it was not.
    pub affiliate_id: i64,
}

/// What the script of a link needs to know. The names are those of the platform's settings.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "affiliates.ts")]
pub struct TrackingSettings {
    pub referral_var: &'static str,
    /// 1: the last link counts instead of the first.
    pub referral_credit_last: u8,
    /// Lifetime of the cookies in days.
    pub expiration: u32,
    /// Empty: the host of the page.
    pub cookie_domain: String,
    pub debug: u8,
    pub currency: &'static str,
}
