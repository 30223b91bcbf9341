//! The lines of the audit log in the words of the admin. The log itself stays as it is: ids, names of states and fields, values
//! as JSON. What has no words here is shown as the log has it.

mod goods;
mod names;
mod orders;
pub(super) mod patch;
mod people;
mod shop;
#[cfg(test)]
mod tests;
mod values;

use cart::service::Rates;
use edge::{Permission, permission::Permissions};
use kernel::{Key, Message, Messages, Money, Zone, msg::audit as text};

pub use self::names::{Name, Names, Wanted};
use super::view::{AuditPartView, AuditValueView};

/// A line as it is stored.
#[derive(Debug, Clone, Copy)]
pub struct Logged<'a> {
    pub action: &'a str,
    pub subject: &'a str,
    pub before: Option<&'a str>,
    pub after: Option<&'a str>,
}

/// A line as people read it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Shown {
    pub subject: Vec<AuditPartView>,
    pub before: Vec<AuditValueView>,
    pub after: Vec<AuditValueView>,
}

impl Shown {
    fn of(part: AuditPartView) -> Self {
        Self { subject: vec![part], ..Self::default() }
    }

    fn with(mut self, part: AuditPartView) -> Self {
        self.subject.push(part);
        self
    }

    fn change(self, before: AuditPartView, after: AuditPartView) -> Self {
        Self { before: vec![value(before)], after: vec![value(after)], ..self }
    }
}

/// What the words of lines depend on.
pub struct LineTexts<'a> {
    pub messages: &'a Messages,
    pub zone: &'a Zone,
    pub rates: &'a Rates,
    pub names: &'a Names,
    /// Of the member who reads: a link leads to a page that they may open.
    pub rights: Permissions,
}

/// A text that people wrote, or a code.
fn given(text: impl Into<String>) -> AuditPartView {
    let text = text.into();
    let is_ltr = !text.chars().any(is_arabic);
    AuditPartView { text, is_ltr, url: None }
}

/// As the log has it.
fn raw(text: impl Into<String>) -> AuditPartView {
    AuditPartView { text: text.into(), is_ltr: true, url: None }
}

fn money(minor: i64) -> AuditPartView {
    raw(Money::from_minor(minor).format())
}

fn value(part: AuditPartView) -> AuditValueView {
    AuditValueView { label: None, parts: vec![part] }
}

fn is_arabic(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' | '\u{8a0}'..='\u{8ff}')
}

/// The number after a word, and what follows it without the space.
fn number_after<'a>(text: &'a str, word: &str) -> Option<(i64, &'a str)> {
    let rest = text.strip_prefix(word)?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..end].parse().ok()?;
    Some((number, rest[end..].strip_prefix(' ').unwrap_or(&rest[end..])))
}

/// The text before the first space, and the text after it.
fn first_word(text: &str) -> (&str, &str) {
    text.split_once(' ').unwrap_or((text, ""))
}

impl LineTexts<'_> {
    pub fn line(&self, line: &Logged<'_>) -> Shown {
        let unknown = || match line.subject {
            "" => Shown::default(),
            subject => Shown::of(raw(subject)),
        };
        let mut shown = self.subject(line.action, line.subject).unwrap_or_else(unknown);
        if let Some(before) = line.before {
            shown.before = self.values(line, before);
        }
        if let Some(after) = line.after {
            shown.after = self.values(line, after);
        }
        shown
    }

    /// `None`: an unknown format.
    fn subject(&self, action: &str, subject: &str) -> Option<Shown> {
        match action {
            "refund" | "refund-ask" | "refund-refuse" => self.refund(subject),
            "orders-export" => self.orders_export(subject),
            "order-list" => self.order_list(subject),
            "print" => self.print(subject),
            "email-resend" => self.order(action, subject),
            "category-add" => Some(Shown::of(self.named(text::CATEGORY, subject))),
            "bulk" | "bulk-undo" | "bulk-export" => self.bulk(subject),
            "stock-action" => self.scanned(subject),
            "stock-bin" | "stock-move" | "stock-count" | "stock-ask" | "stock-approve" | "stock-refuse" => {
                self.stock(subject)
            }
            "stock-count-opened" | "stock-count-closed" | "stock-count-cancelled" => self.count(subject),
            "moderate" | "moderate-undo" | "moderate-reply" => self.moderated(subject),
            "review-topics" => self.topics(subject),
            "enquiries-export" | "enquiries-erase" => self.erased_enquiries(subject),
            "content" => self.content(subject),
            "post-category" => self.post_category(subject),
            "redirect" => self.redirected(subject),
            "site" => self.site(subject),
            "search-words" => self.search_words(subject),
            "follow-up-settings" | "follow-up-template" => self.follow_up(subject),
            "affiliate-product-rate" => Some(Shown::of(self.product(subject.parse().ok()?))),
            "event-endpoint" => self.event_endpoint(subject),
            "event-replay" => self.event_replay(subject),
            "job-retry" | "job-stop" => self.job(subject),
            "role-edit" => self.edited_role(subject),
            "change-address" => self.address(subject),
            "login-failed" | "staff-login-failed" | "request-reset" | "request-registration" => {
                self.fingerprint(subject)
            }
            "customer-sessions-ended" => self.signed_out(subject),
            _ if action.starts_with("order-") => self.order(action, subject),
            _ if action.starts_with("enquiry") => self.enquiry(action, subject),
            _ if action.starts_with("affiliate-") => self.affiliate(action, subject),
            _ if action.starts_with("staff-") => self.team(subject),
            _ => self.edited(subject),
        }
    }

    fn text(&self, message: impl Into<Message>) -> AuditPartView {
        AuditPartView { text: self.messages.text(message), is_ltr: false, url: None }
    }

    /// The words of a name, if it has some.
    fn word(&self, key: Option<Key>, name: &str) -> AuditPartView {
        key.map_or_else(|| raw(name), |key| self.text(key))
    }

    fn named(&self, thing: Key, name: &str) -> AuditPartView {
        self.text(text::NAMED.with("thing", self.messages.text(thing)).with("name", name))
    }

    fn numbered(&self, thing: Key, number: &str) -> AuditPartView {
        self.text(text::NUMBERED.with("thing", self.messages.text(thing)).with("number", number))
    }

    /// By a number that people do not know.
    fn identified(&self, thing: Key, id: impl ToString) -> AuditPartView {
        self.text(text::IDENTIFIED.with("thing", self.messages.text(thing)).with("id", id.to_string()))
    }

    fn labelled(&self, label: Key, shown: impl Into<String>) -> AuditPartView {
        let shown: String = shown.into();
        self.text(text::LABELLED.with("label", self.messages.text(label)).with("text", shown))
    }

    /// A value of a field with this label.
    fn field(&self, label: Key, part: AuditPartView) -> AuditValueView {
        AuditValueView { label: Some(self.text(label)), parts: vec![part] }
    }

    /// With a link for those who may open the page.
    fn link(&self, part: AuditPartView, right: Permission, url: impl Into<String>) -> AuditPartView {
        AuditPartView { url: self.rights.contains(right).then(|| url.into()), ..part }
    }

    /// `v7`, or nothing.
    fn version(&self, shown: Shown, rest: &str) -> Option<Shown> {
        match rest {
            "" => Some(shown),
            _ => {
                let (number, "") = number_after(rest, "v")? else { return None };
                Some(shown.with(self.text(text::VERSION.with("number", number.to_string()))))
            }
        }
    }

    fn member(&self, id: i64) -> AuditPartView {
        let former = || self.text(text::FORMER.with("id", id.to_string()));
        self.names.people.get(&id).map_or_else(former, |name| given(name.clone()))
    }

    /// `staff 7` or `nobody`.
    fn assignee(&self, name: &str, nobody: Key) -> AuditPartView {
        match (name, number_after(name, "staff ")) {
            ("nobody", _) => self.text(nobody),
            (_, Some((id, ""))) => self.member(id),
            _ => raw(name),
        }
    }

    fn product(&self, id: i64) -> AuditPartView {
        self.product_as(text::PRODUCT, id)
    }

    fn product_as(&self, noun: Key, id: i64) -> AuditPartView {
        match self.names.find("product", &id.to_string()) {
            Some(name) => {
                let url = crate::staff_products::PRODUCT_URL.replace("{id}", &id.to_string());
                self.link(self.named(noun, &name.text), Permission::CatalogRead, url)
            }
            None => self.identified(noun, id),
        }
    }

    fn store(&self, id: &str) -> AuditPartView {
        match self.names.find("store", id) {
            Some(name) => self.named(text::STOCK_STORE, &name.text),
            None => self.numbered(text::STOCK_STORE, id),
        }
    }

    fn role(&self, name: &str) -> AuditPartView {
        self.names.find("role", name).map_or_else(|| raw(name), |role| given(role.text.clone()))
    }

    fn moment(&self, stored: &str) -> AuditPartView {
        stored.parse().map_or_else(|_| raw(stored), |at| given(self.zone.date_time(at)))
    }
}
