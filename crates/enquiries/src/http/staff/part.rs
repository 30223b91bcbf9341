//! The part of the inbox that a page shows: its address. And what its notices say.

use accounts::view::STAFF_INBOX_URL;
use edge::{
    Permission, Shop,
    session::{RoleScope, StaffMember},
};
use kernel::{Key, msg, text};
use serde::Deserialize;

use crate::{
    store::{Colleague, InboxFilter, InboxState},
    view::{InboxChoice, InboxNotice},
};

pub const MAX_EMAIL: usize = 254;
const MAX_WORDS: usize = 100;

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct InboxQuery {
    pub state: String,
    /// Empty, or not a number: all forms.
    pub form: String,
    pub email: String,
    pub s: String,
    /// `me`, `nobody`, or empty for everybody.
    pub who: String,
    /// The last number of the page before.
    pub before: String,
    pub notice: String,
    /// Of an erasure, or of an act about several.
    pub count: String,
    pub left: String,
    /// The act that takes the last one back, and its numbers.
    pub undo: String,
    pub ids: String,
}

#[derive(Debug, Clone)]
pub struct Part {
    pub state: InboxState,
    pub filter: InboxFilter,
    pub who: &'static str,
}

/// Whether the member sees the addresses of customers here. Those who see customers as part of orders do not.
pub fn sees_emails(member: &StaffMember) -> bool {
    member.may(Permission::CustomersRead) && !member.role.has_scope(RoleScope::CustomersOfOrders)
}

impl Part {
    pub fn parse(query: &InboxQuery, member: &StaffMember) -> Self {
        let sees_emails = sees_emails(member);
        let email = text::clean(&query.email, MAX_EMAIL).trim().to_lowercase();
        let words = text::clean(&query.s, MAX_WORDS);
        let (who, assignee) = match query.who.as_str() {
            "me" => ("me", Some(member.id)),
            "nobody" => ("nobody", Some(0)),
            _ => ("", None),
        };
        Self {
            state: InboxState::parse(&query.state).unwrap_or(InboxState::Open),
            filter: InboxFilter {
                form: query.form.parse().ok(),
                email: Some(email).filter(|email| sees_emails && !email.is_empty()),
                assignee,
                words: Some(kernel::digits::fold(words.trim()).into_owned())
                    .filter(|words| !words.is_empty()),
                searches_emails: sees_emails,
            },
            who,
        }
    }

    pub fn with(&self, state: InboxState) -> Self {
        Self { state, ..self.clone() }
    }

    pub fn is_filtered(&self) -> bool {
        let InboxFilter { form, email, assignee, words, .. } = &self.filter;
        form.is_some() || email.is_some() || assignee.is_some() || words.is_some()
    }

    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = vec![("state", self.state.name().to_owned())];
        pairs.extend(self.filter.form.map(|form| ("form", form.to_string())));
        pairs.extend(self.filter.email.clone().map(|email| ("email", email)));
        pairs.extend(self.filter.words.clone().map(|words| ("s", words)));
        if !self.who.is_empty() {
            pairs.push(("who", self.who.to_owned()));
        }
        pairs
    }

    pub fn url(&self, more: &[(&'static str, String)]) -> String {
        let mut pairs = self.pairs();
        pairs.extend(more.iter().cloned());
        format!("{STAFF_INBOX_URL}?{}", serde_urlencoded::to_string(pairs).unwrap_or_default())
    }
}

pub fn state_label(state: InboxState) -> Key {
    match state {
        InboxState::Open => msg::enquiries::INBOX_OPEN,
        InboxState::Closed => msg::enquiries::INBOX_CLOSED,
        InboxState::Spam => msg::enquiries::INBOX_SPAM,
    }
}

/// Nobody, and then everybody who may act here.
pub fn members(shop: &Shop, colleagues: &[Colleague]) -> Vec<InboxChoice> {
    let nobody =
        InboxChoice { value: String::new(), label: shop.messages.text(msg::enquiries::INBOX_NOBODY) };
    let one = |one: &Colleague| InboxChoice { value: one.id.to_string(), label: one.name.clone() };
    std::iter::once(nobody).chain(colleagues.iter().map(one)).collect()
}

/// The text of a notice that a redirect names.
pub fn notice(shop: &Shop, code: &str) -> Option<InboxNotice> {
    let (key, is_error) = match code {
        "closed" => (msg::enquiries::INBOX_NOTICE_CLOSED, false),
        "reopened" => (msg::enquiries::INBOX_NOTICE_REOPENED, false),
        "released" => (msg::enquiries::INBOX_NOTICE_NOT_SPAM, false),
        "held" => (msg::enquiries::INBOX_NOTICE_SPAM, false),
        "deleted" => (msg::enquiries::INBOX_NOTICE_DELETED, false),
        "assigned" => (msg::enquiries::INBOX_NOTICE_ASSIGNED, false),
        "noted" => (msg::enquiries::INBOX_NOTICE_NOTED, false),
        "answered" => (msg::enquiries::INBOX_NOTICE_ANSWERED, false),
        "no-text" => (msg::enquiries::INBOX_NOTICE_NO_TEXT, true),
        "no-address" => (msg::enquiries::INBOX_NOTICE_NO_ADDRESS, true),
        "not-changed" => (msg::enquiries::INBOX_NOTICE_NOT_CHANGED, true),
        "unconfirmed" => (msg::enquiries::INBOX_NOTICE_UNCONFIRMED, true),
        "scanning" => (msg::enquiries::INBOX_NOTICE_SCANNING, true),
        "infected" => (msg::enquiries::INBOX_NOTICE_INFECTED, true),
        "missing" => (msg::enquiries::INBOX_NOTICE_MISSING, true),
        _ => return None,
    };
    Some(InboxNotice { text: shop.messages.text(key), is_error, undo: None })
}
