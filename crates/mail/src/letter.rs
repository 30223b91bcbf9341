//! A letter before it is drawn.

use edge::view::LinkView;
use kernel::{EmailAddress, Key, Message, Messages, msg};

use crate::view::{EmailRow, EmailView};

/// The list a letter goes to, and the way out of it.
#[derive(Debug, Clone)]
pub struct ToList {
    pub id: i64,
    pub name: String,
    /// The whole address of the page; posting to it ends the subscription.
    pub unsubscribe_url: String,
}

#[derive(Debug, Clone)]
pub struct Letter {
    pub to: EmailAddress,
    /// First name; may be empty.
    pub name: String,
    pub subject: Message,
    pub paragraphs: Vec<Message>,
    /// What was bought, and what it comes to.
    pub rows: Vec<EmailRow>,
    pub button: Option<(Message, String)>,
    pub notes: Vec<Message>,
    pub list: Option<ToList>,
    /// Why it is sent at all, where it goes to no list; told with the shop's name.
    pub why: Key,
}

impl Letter {
    pub fn new(to: EmailAddress, name: &str, subject: impl Into<Message>) -> Self {
        Self {
            to,
            name: name.to_owned(),
            subject: subject.into(),
            paragraphs: Vec::new(),
            rows: Vec::new(),
            button: None,
            notes: Vec::new(),
            list: None,
            why: msg::mail::WHY_ACCOUNT,
        }
    }

    #[must_use]
    pub fn saying(mut self, text: impl Into<Message>) -> Self {
        self.paragraphs.push(text.into());
        self
    }

    #[must_use]
    pub fn row(mut self, label: impl Into<String>, amount: impl Into<String>, is_total: bool) -> Self {
        self.rows.push(EmailRow { label: label.into(), notes: Vec::new(), amount: amount.into(), is_total });
        self
    }

    /// Something that was bought, with what was chosen of it.
    #[must_use]
    pub fn item(mut self, label: String, notes: Vec<String>, amount: String) -> Self {
        self.rows.push(EmailRow { label, notes, amount, is_total: false });
        self
    }

    #[must_use]
    pub fn button(mut self, label: impl Into<Message>, url: String) -> Self {
        self.button = Some((label.into(), url));
        self
    }

    #[must_use]
    pub fn note(mut self, text: impl Into<Message>) -> Self {
        self.notes.push(text.into());
        self
    }

    #[must_use]
    pub fn for_list(mut self, list: ToList) -> Self {
        self.list = Some(list);
        self
    }

    #[must_use]
    pub fn because(mut self, why: Key) -> Self {
        self.why = why;
        self
    }

    pub fn view(&self, shop_name: &str, shop_url: String, messages: &Messages) -> EmailView {
        let text = |message: &Message| messages.text(message.clone());
        let paragraphs: Vec<_> = self.paragraphs.iter().map(text).collect();
        EmailView {
            subject: text(&self.subject),
            preheader: paragraphs.first().cloned().unwrap_or_default(),
            shop_name: shop_name.to_owned(),
            shop_url,
            logo_url: None,
            greeting: match self.name.as_str() {
                "" => messages.text(msg::mail::HELLO_NAMELESS),
                name => messages.text(msg::mail::HELLO.with("name", name)),
            },
            paragraphs,
            rows: self.rows.clone(),
            button: self.button.as_ref().map(|(label, url)| LinkView::new(text(label), url)),
            link_hint: self.button.as_ref().map(|_| messages.text(msg::mail::LINK_HINT)),
            notes: self.notes.iter().map(text).collect(),
            sign_off: messages.text(msg::mail::SIGN_OFF.with("shop", shop_name)),
            why: match &self.list {
                Some(list) => messages.text(msg::mail::WHY_LIST.with("list", list.name.as_str())),
                None => messages.text(self.why.with("shop", shop_name)),
            },
            unsubscribe: self.list.as_ref().map(|list| {
                LinkView::new(messages.text(msg::mail::UNSUBSCRIBE), list.unsubscribe_url.as_str())
            }),
        }
    }
}
