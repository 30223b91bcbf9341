//! An email before rendering.

use edge::view::LinkView;
use kernel::{EmailAddress, Key, Message, Messages, msg};

use crate::view::{EmailAnswer, EmailOrder, EmailRow, EmailView};

/// The mailing list of an email.
#[derive(Debug, Clone)]
pub struct MailingList {
    pub id: i64,
    pub name: String,
    /// Absolute URL; a POST to it ends the subscription.
    pub unsubscribe_url: String,
}

#[derive(Debug, Clone)]
pub struct Email {
    pub to: EmailAddress,
    /// First name; may be empty.
    pub name: String,
    pub subject: Message,
    pub paragraphs: Vec<Message>,
    /// Order lines and totals.
    pub rows: Vec<EmailRow>,
    /// What was sent with a form.
    pub answers: Vec<EmailAnswer>,
    pub button: Option<(Message, String)>,
    pub notes: Vec<Message>,
    pub order: Option<EmailOrder>,
    pub list: Option<MailingList>,
    /// Where an answer goes, if not to the shop.
    pub reply_to: Option<EmailAddress>,
    /// Text that states why the email is sent if it has no list; takes the shop's name as an argument.
    pub reason: Key,
}

impl Email {
    pub fn new(to: EmailAddress, name: &str, subject: impl Into<Message>) -> Self {
        Self {
            to,
            name: name.to_owned(),
            subject: subject.into(),
            paragraphs: Vec::new(),
            rows: Vec::new(),
            answers: Vec::new(),
            button: None,
            notes: Vec::new(),
            order: None,
            list: None,
            reply_to: None,
            reason: msg::mail::WHY_ACCOUNT,
        }
    }

    #[must_use]
    pub fn paragraph(mut self, text: impl Into<Message>) -> Self {
        self.paragraphs.push(text.into());
        self
    }

    #[must_use]
    pub fn row(mut self, label: impl Into<String>, amount: impl Into<String>, is_total: bool) -> Self {
        self.rows.push(EmailRow { label: label.into(), notes: Vec::new(), amount: amount.into(), is_total });
        self
    }

    /// Adds an order line with its chosen options.
    #[must_use]
    pub fn item(mut self, label: String, notes: Vec<String>, amount: String) -> Self {
        self.rows.push(EmailRow { label, notes, amount, is_total: false });
        self
    }

    /// Adds an element of a form. Links are absolute.
    #[must_use]
    pub fn answer(mut self, label: String, lines: Vec<String>, links: Vec<LinkView>) -> Self {
        self.answers.push(EmailAnswer { label, lines, links });
        self
    }

    /// Makes it an email about an order.
    #[must_use]
    pub fn order(mut self, order: EmailOrder) -> Self {
        self.order = Some(order);
        self
    }

    #[must_use]
    pub fn reply_to(mut self, address: Option<EmailAddress>) -> Self {
        self.reply_to = address;
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
    pub fn for_list(mut self, list: MailingList) -> Self {
        self.list = Some(list);
        self
    }

    #[must_use]
    pub fn reason(mut self, reason: Key) -> Self {
        self.reason = reason;
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
            answers: self.answers.clone(),
            button: self.button.as_ref().map(|(label, url)| LinkView::new(text(label), url)),
            link_hint: self.button.as_ref().map(|_| messages.text(msg::mail::LINK_HINT)),
            notes: self.notes.iter().map(text).collect(),
            sign_off: messages.text(msg::mail::SIGN_OFF.with("shop", shop_name)),
            why: match &self.list {
                Some(list) => messages.text(msg::mail::WHY_LIST.with("list", list.name.as_str())),
                None => messages.text(self.reason.with("shop", shop_name)),
            },
            order: self.order.clone(),
            unsubscribe: self.list.as_ref().map(|list| {
                LinkView::new(messages.text(msg::mail::UNSUBSCRIBE), list.unsubscribe_url.as_str())
            }),
        }
    }
}
