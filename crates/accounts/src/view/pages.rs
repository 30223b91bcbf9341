//! One struct a page.

use edge::view::{LinkView, View};
use serde::Serialize;
use ts_rs::TS;

use super::{AccountFrame, AccountLink, FormView, NoticeView, OtherWay};

/// A page with one form and nothing else: login, registering, passwords, confirming.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct AuthPageView {
    pub title: String,
    pub lead: Option<String>,
    pub notice: Option<NoticeView>,
    /// None: there is nothing to fill in, the notice says why.
    pub form: Option<FormView>,
    /// Beside the last fields of the form.
    pub aside: Option<LinkView>,
    pub other: Option<OtherWay>,
}

impl View for AuthPageView {
    const COMPONENT: &'static str = "accounts/AuthPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct DashboardPageView {
    pub frame: AccountFrame,
    pub greeting: String,
    pub tiles: Vec<AccountLink>,
}

impl View for DashboardPageView {
    const COMPONENT: &'static str = "accounts/DashboardPage";
}
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct AddressCard {
    pub title: String,
    /// Name, street, place: as they are written on a parcel. Empty: nothing is known yet.
    pub lines: Vec<String>,
    pub phone: Option<String>,
    pub email: Option<String>,
    /// Said where there are no lines.
    pub empty: String,
    pub edit: LinkView,
    /// The link for those who hear it.
    pub edit_label: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct AddressesPageView {
    pub frame: AccountFrame,
    pub addresses: Vec<AddressCard>,
}

impl View for AddressesPageView {
    const COMPONENT: &'static str = "accounts/AddressesPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct FormSection {
    pub id: &'static str,
    pub title: Option<String>,
    pub hint: Option<String>,
    /// Under the hint: what was asked for before.
    pub files: Vec<FileView>,
    pub form: FormView,
}

/// A copy of somebody's own data.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct FileView {
    pub label: String,
    /// None: still being made.
    pub url: Option<String>,
    pub state: String,
}

/// A page of the account that is one form or a few.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct FormPageView {
    pub frame: AccountFrame,
    pub sections: Vec<FormSection>,
}

impl View for FormPageView {
    const COMPONENT: &'static str = "accounts/FormPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct ListView {
    pub id: String,
    pub name: String,
    pub description: String,
    pub is_on: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct SubscriptionsPageView {
    pub frame: AccountFrame,
    /// Whom the letters reach.
    pub lead: String,
    pub action: String,
    pub nonce: String,
    pub lists: Vec<ListView>,
    /// Said when they are saved; shown at once when a plain form saved them.
    pub saved: String,
    pub is_saved: bool,
    pub empty: String,
    pub submit: String,
}

impl View for SubscriptionsPageView {
    const COMPONENT: &'static str = "accounts/SubscriptionsPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct StaffPageView {
    pub title: String,
    pub name: String,
    /// Label and value.
    pub facts: Vec<(String, String)>,
    /// What there is to do.
    pub links: Vec<LinkView>,
    pub logout: FormView,
}

impl View for StaffPageView {
    const COMPONENT: &'static str = "accounts/StaffPage";
}
