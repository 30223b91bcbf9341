//! View models, one per page.

use edge::view::{LinkView, View};
use serde::Serialize;
use ts_rs::TS;

use super::{AccountIcon, AccountLayoutView, AccountLink, FormView, NoticeView, OtherWay};

/// A page with a single form: login, registration, password, confirmation.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct AuthPageView {
    pub title: String,
    pub lead: Option<String>,
    pub notice: Option<NoticeView>,
    /// `None` if there is nothing to fill in; the notice gives the reason.
    pub form: Option<FormView>,
    /// A link next to the last fields of the form.
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
    pub layout: AccountLayoutView,
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
    /// Name, street and city as on a parcel label. Empty if no address is saved.
    pub lines: Vec<String>,
    pub phone: Option<String>,
    pub email: Option<String>,
    /// Text shown when there are no lines.
    pub empty: String,
    pub edit: LinkView,
    /// Accessible name of the edit link.
    pub edit_label: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct AddressesPageView {
    pub layout: AccountLayoutView,
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
    /// What the form is about, listed below the hint.
    pub entries: Vec<EntryView>,
    pub form: FormView,
}

/// A data export of the customer, or a place where the customer is signed in.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct EntryView {
    pub icon: AccountIcon,
    pub label: String,
    /// Of a file that is ready.
    pub url: Option<String>,
    pub state: String,
}

/// An account page that consists of one or more forms.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct FormPageView {
    pub layout: AccountLayoutView,
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
    pub layout: AccountLayoutView,
    /// Names the address that the emails are sent to.
    pub lead: String,
    pub action: String,
    pub nonce: String,
    pub lists: Vec<ListView>,
    /// Confirmation text; shown at once if `is_saved`, which a plain form submission sets.
    pub saved: String,
    pub is_saved: bool,
    pub empty: String,
    pub submit: String,
}

impl View for SubscriptionsPageView {
    const COMPONENT: &'static str = "accounts/SubscriptionsPage";
}

/// The people who run the shop, and what each role may do.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct TeamPageView {
    pub notice: Option<NoticeView>,
    pub members: Vec<TeamMemberView>,
    pub invite: FormView,
    pub invitations: Vec<TeamInvitationView>,
    /// The titles of the roles, in the order of the cells of `rights`.
    pub roles: Vec<String>,
    pub rights: Vec<TeamRightView>,
    /// Shows the admin as a role sees it.
    pub view_as: FormView,
    pub copy: FormView,
    /// Roles that the shop has added, apart from the viewer's.
    pub own_roles: Vec<TeamRoleView>,
    pub home_url: String,
}

impl View for TeamPageView {
    const COMPONENT: &'static str = "accounts/TeamPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct TeamMemberView {
    pub id: String,
    pub name: String,
    pub email: String,
    pub role: String,
    pub stores: String,
    /// The last request, or that there is no session.
    pub seen: String,
    pub is_self: bool,
    pub change: Option<FormView>,
    pub end_sessions: Option<FormView>,
    pub stop: Option<FormView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct TeamInvitationView {
    pub id: String,
    pub name: String,
    pub email: String,
    pub role: String,
    pub until: String,
    pub withdraw: FormView,
}

/// A row of the table of rights.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct TeamRightView {
    pub label: String,
    pub cells: Vec<TeamCellView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct TeamCellView {
    pub has: bool,
    /// The part that the role has, if it does not have all of it.
    pub note: Option<String>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct TeamRoleView {
    pub name: String,
    pub title: String,
    pub save: FormView,
    pub remove: FormView,
}
