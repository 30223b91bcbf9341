//! View models of the account pages. Most pages are a single form that lists its own fields.

mod pages;

use edge::view::LinkView;
use kernel::{Key, Message, Messages, msg};
use serde::Serialize;
use ts_rs::TS;

pub use pages::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "accounts.ts")]
pub enum FieldKind {
    Text,
    /// Left-to-right text: user names, codes.
    Latin,
    Email,
    Phone,
    Password,
    Select,
    Check,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct OptionView {
    pub value: String,
    pub label: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct FieldView {
    pub name: String,
    pub kind: FieldKind,
    pub label: String,
    pub value: String,
    pub autocomplete: &'static str,
    pub is_required: bool,
    /// Half-width: two such fields share a line on wide screens.
    pub is_half: bool,
    pub hint: Option<String>,
    pub error: Option<String>,
    /// Options of a select; empty for other kinds.
    pub options: Vec<OptionView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct FormView {
    pub action: String,
    /// Names and values of the hidden inputs, including the nonce.
    pub hidden: Vec<(String, String)>,
    pub fields: Vec<FieldView>,
    pub submit: String,
    /// The action cannot be undone.
    pub is_danger: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "accounts.ts")]
pub enum NoticeKind {
    Ok,
    Error,
    Info,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts", rename = "AccountNotice")]
pub struct NoticeView {
    pub kind: NoticeKind,
    pub text: String,
}

/// A sentence and a link below a form, such as "No account yet?" with a link to the registration page.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct OtherWay {
    pub lead: String,
    pub link: LinkView,
}

/// An icon of `web/src/ui/icons.svg`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "accounts.ts")]
pub enum AccountIcon {
    Home,
    Box,
    Pin,
    Card,
    Mail,
    Star,
    User,
    Shield,
    File,
}

/// An entry of the account menu.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct AccountLink {
    pub label: String,
    pub hint: String,
    pub url: String,
    pub icon: AccountIcon,
    pub is_current: bool,
}

/// Layout data shared by every page of the account area.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "accounts.ts")]
pub struct AccountLayoutView {
    pub title: String,
    pub crumbs: Vec<LinkView>,
    pub nav: Vec<AccountLink>,
    pub logout: FormView,
    pub notice: Option<NoticeView>,
}

impl FieldView {
    pub fn new(name: &str, kind: FieldKind, label: Key, messages: &Messages) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            label: messages.text(label),
            value: String::new(),
            autocomplete: "off",
            is_required: true,
            is_half: false,
            hint: None,
            error: None,
            options: Vec::new(),
        }
    }

    #[must_use]
    pub fn value(mut self, value: impl Into<String>) -> Self {
        self.value = value.into();
        self
    }

    #[must_use]
    pub fn autocomplete(mut self, autocomplete: &'static str) -> Self {
        self.autocomplete = autocomplete;
        self
    }

    #[must_use]
    pub fn optional(mut self) -> Self {
        self.is_required = false;
        self
    }

    #[must_use]
    pub fn half(mut self) -> Self {
        self.is_half = true;
        self
    }

    #[must_use]
    pub fn hint(mut self, hint: Key, messages: &Messages) -> Self {
        self.hint = Some(messages.text(hint));
        self
    }

    #[must_use]
    pub fn error(mut self, error: Option<String>) -> Self {
        self.error = error;
        self
    }

    #[must_use]
    pub fn options(mut self, options: Vec<OptionView>) -> Self {
        self.options = options;
        self
    }
}

/// Name of the nonce field of every account form.
pub const NONCE: &str = "_wpnonce";

impl FormView {
    pub fn new(action: impl Into<String>, nonce: String, submit: Key, messages: &Messages) -> Self {
        Self {
            action: action.into(),
            hidden: vec![(NONCE.to_owned(), nonce)],
            fields: Vec::new(),
            submit: messages.text(submit),
            is_danger: false,
        }
    }

    #[must_use]
    pub fn with(mut self, field: FieldView) -> Self {
        self.fields.push(field);
        self
    }

    #[must_use]
    pub fn with_hidden(mut self, name: &str, value: impl Into<String>) -> Self {
        self.hidden.push((name.to_owned(), value.into()));
        self
    }

    #[must_use]
    pub fn dangerous(mut self) -> Self {
        self.is_danger = true;
        self
    }
}

impl NoticeView {
    pub fn ok(text: impl Into<Message>, messages: &Messages) -> Self {
        Self { kind: NoticeKind::Ok, text: messages.text(text) }
    }

    pub fn info(text: impl Into<Message>, messages: &Messages) -> Self {
        Self { kind: NoticeKind::Info, text: messages.text(text) }
    }

    pub fn error(text: impl Into<Message>, messages: &Messages) -> Self {
        Self { kind: NoticeKind::Error, text: messages.text(text) }
    }
}

pub const ACCOUNT_URL: &str = edge::session::LOGIN_URL;
pub const LOST_URL: &str = "/ar/my-account/lost-password/";
pub const REGISTER_URL: &str = "/ar/my-account/register/";
pub const SET_PASSWORD_URL: &str = "/ar/my-account/set-password/";
pub const CONFIRM_EMAIL_URL: &str = "/ar/my-account/confirm-email/";
pub const LOGOUT_URL: &str = "/ar/my-account/customer-logout/";
pub const ORDERS_URL: &str = "/ar/my-account/orders/";
pub const ORDER_URL: &str = "/ar/my-account/view-order/{number}/";
pub const ADDRESSES_URL: &str = "/ar/my-account/edit-address/";
pub const ADDRESS_URL: &str = "/ar/my-account/edit-address/{kind}/";
pub const DETAILS_URL: &str = "/ar/my-account/edit-account/";
pub const PASSWORD_URL: &str = "/ar/my-account/edit-password/";
pub const SESSIONS_URL: &str = "/ar/my-account/end-sessions/";
pub const METHODS_URL: &str = "/ar/my-account/payment-methods/";
pub const SUBSCRIPTIONS_URL: &str = "/ar/my-account/email-subscriptions/";
pub const PRIVACY_URL: &str = "/ar/my-account/privacy/";
pub const EXPORT_URL: &str = "/ar/my-account/privacy/export/";
pub const ERASE_URL: &str = "/ar/my-account/privacy/erase/";
pub const FILE_URL: &str = "/ar/my-account/privacy/export/{id}/";
/// The form of the footer, and the link that confirms its address.
pub const NEWSLETTER_URL: &str = "/ar/newsletter/";
pub const CONFIRM_NEWSLETTER_URL: &str = "/ar/newsletter/confirm/";
pub const UNSUBSCRIBE_URL: &str = "/ar/unsubscribe/{key}/";
pub const STAFF_LOGIN_URL: &str = "/ar/wp-login.php";
pub const STAFF_URL: &str = "/ar/wp-admin/";
/// Rendered by the checkout crate, which owns orders.
pub const STAFF_ORDERS_URL: &str = "/ar/wp-admin/orders/";
/// Rendered by the reviews crate.
pub const STAFF_REVIEWS_URL: &str = "/ar/wp-admin/reviews/";
/// Menus and notices; rendered by the storefront.
pub const STAFF_SITE_URL: &str = "/ar/wp-admin/menus/";
/// Rendered by the affiliates crate.
pub const AFFILIATE_URL: &str = "/ar/my-account/affiliate/";
pub const STAFF_AFFILIATES_URL: &str = "/ar/wp-admin/affiliates/";
/// Rendered by the content crate.
pub const STAFF_CONTENT_URL: &str = "/ar/wp-admin/content/";
/// Rendered by the enquiries crate.
pub const STAFF_INBOX_URL: &str = "/ar/wp-admin/inbox/";
/// Implemented by `barcodes`.
pub const STAFF_BARCODES_URL: &str = "/ar/wp-admin/barcodes/";
/// Rendered by the storefront crate; a product or variation follows.
pub const STAFF_STOCK_URL: &str = "/ar/wp-admin/stock/";
/// Visits and sales by source; rendered by the attribution crate.
pub const STAFF_REPORTS_URL: &str = "/ar/wp-admin/reports/";
/// Rendered by the events crate.
pub const STAFF_EVENTS_URL: &str = "/ar/wp-admin/events/";
/// Rendered by the followups crate.
pub const STAFF_FOLLOW_UPS_URL: &str = "/ar/wp-admin/follow-ups/";
/// Words of searches; rendered by the storefront.
pub const STAFF_SEARCH_URL: &str = "/ar/wp-admin/search/";
pub const STAFF_TEAM_URL: &str = "/ar/wp-admin/team/";
/// Ends the view as a role.
pub const STAFF_END_VIEW_URL: &str = "/ar/wp-admin/end-view/";
/// The link of an invitation to the team.
pub const STAFF_INVITATION_URL: &str = "/ar/wp-admin/invitation/";
pub const STAFF_LOGOUT_URL: &str = "/ar/wp-admin/logout/";

/// The account menu in display order: URL, label, hint, icon.
pub const MENU: [(&str, Key, Key, AccountIcon); 8] = [
    (ACCOUNT_URL, msg::accounts::DASHBOARD, msg::accounts::TITLE, AccountIcon::Home),
    (ORDERS_URL, msg::accounts::ORDERS, msg::accounts::ORDERS_HINT, AccountIcon::Box),
    (ADDRESSES_URL, msg::accounts::ADDRESSES, msg::accounts::ADDRESSES_HINT, AccountIcon::Pin),
    (METHODS_URL, msg::accounts::METHODS, msg::accounts::METHODS_HINT, AccountIcon::Card),
    (SUBSCRIPTIONS_URL, msg::accounts::SUBSCRIPTIONS, msg::accounts::SUBSCRIPTIONS_HINT, AccountIcon::Mail),
    (AFFILIATE_URL, msg::affiliates::TITLE, msg::affiliates::MENU_HINT, AccountIcon::Star),
    (DETAILS_URL, msg::accounts::DETAILS, msg::accounts::DETAILS_HINT, AccountIcon::User),
    (PRIVACY_URL, msg::accounts::PRIVACY, msg::accounts::PRIVACY_HINT, AccountIcon::Shield),
];
