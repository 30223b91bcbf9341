//! Which part of the queue a page shows: its address.

use accounts::view::STAFF_REVIEWS_URL;
use edge::{
    Permission, Shop,
    session::{RoleScope, StaffMember},
};
use kernel::msg;
use serde::Deserialize;

use crate::{
    filter::{Mark, QueueFilter},
    queue::{ItemState, QueueKind},
    view::{QueueHidden, QueueLink, QueueReason, QueueSieve},
};

/// The fields of the address, and of every form, so that its answer returns to the same part.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct PartFields {
    /// A kind; all of them if there is no such kind.
    pub kind: String,
    pub state: String,
    pub s: String,
    pub rating: String,
    pub mark: String,
}

#[derive(Debug, Clone)]
pub struct Part {
    pub kind: Option<QueueKind>,
    pub state: ItemState,
    pub filter: QueueFilter,
}

/// Whether the member sees the addresses of customers here. Those who see customers as part of orders do not.
pub fn sees_emails(member: &StaffMember) -> bool {
    member.may(Permission::CustomersRead) && !member.role.has_scope(RoleScope::CustomersOfOrders)
}

impl Part {
    pub fn parse(fields: &PartFields, member: &StaffMember) -> Self {
        Self {
            kind: QueueKind::parse(&fields.kind),
            state: ItemState::parse(&fields.state).unwrap_or(ItemState::Held),
            filter: QueueFilter::parse(&fields.s, &fields.rating, &fields.mark, sees_emails(member)),
        }
    }

    /// The fields that are set, in the order of the address.
    fn pairs(&self) -> Vec<(&'static str, String)> {
        let filter = &self.filter;
        let kind = self.kind.map(|kind| ("kind", kind.name().to_owned()));
        let mut pairs: Vec<(&'static str, String)> = kind.into_iter().collect();
        pairs.push(("state", self.state.name().to_owned()));
        if !filter.words.is_empty() {
            pairs.push(("s", filter.words.clone()));
        }
        pairs.extend(filter.rating.map(|rating| ("rating", rating.to_string())));
        pairs.extend(filter.mark.map(|mark| ("mark", mark.name().to_owned())));
        pairs
    }

    pub fn url(&self) -> String {
        format!("{STAFF_REVIEWS_URL}?{}", serde_urlencoded::to_string(self.pairs()).unwrap_or_default())
    }

    pub fn with_kind(&self, kind: Option<QueueKind>) -> Self {
        Self { kind, ..self.clone() }
    }

    pub fn with_state(&self, state: ItemState) -> Self {
        Self { state, ..self.clone() }
    }

    fn with_filter(&self, filter: QueueFilter) -> Self {
        Self { filter, ..self.clone() }
    }

    pub fn hidden(&self) -> Vec<QueueHidden> {
        hidden(self.pairs())
    }

    pub fn sieve(&self, shop: &Shop) -> QueueSieve {
        let filter = &self.filter;
        let text = |key| shop.messages.text(key);
        let stars = |rating: i32| shop.messages.text(msg::moderation::STARS.with("count", rating));
        let ratings = (1..=5).rev().map(|rating| option(rating.to_string(), stars(rating)));
        let marks = Mark::all().map(|mark| option(mark.name().to_owned(), text(mark.label())));
        let others = Self { filter: QueueFilter::default(), ..self.clone() };
        let chip = |label: String, filter| QueueLink { label, url: self.with_filter(filter).url() };
        let mut chips = Vec::new();
        if !filter.words.is_empty() {
            let without = QueueFilter { words: String::new(), ..filter.clone() };
            chips.push(chip(format!("«{}»", filter.words), without));
        }
        if let Some(rating) = filter.rating {
            chips.push(chip(stars(rating), QueueFilter { rating: None, ..filter.clone() }));
        }
        if let Some(mark) = filter.mark {
            chips.push(chip(text(mark.label()), QueueFilter { mark: None, ..filter.clone() }));
        }
        QueueSieve {
            words: filter.words.clone(),
            rating: filter.rating.map(|rating| rating.to_string()).unwrap_or_default(),
            ratings: std::iter::once(option(String::new(), text(msg::moderation::ANY_RATING)))
                .chain(ratings)
                .collect(),
            mark: filter.mark.map(Mark::name).unwrap_or_default().to_owned(),
            marks: std::iter::once(option(String::new(), text(msg::moderation::ANY_MARK)))
                .chain(marks)
                .collect(),
            hidden: others.hidden(),
            clear_url: (!chips.is_empty()).then(|| others.url()),
            chips,
        }
    }
}

fn option(value: String, label: String) -> QueueReason {
    QueueReason { value, label }
}

pub fn hidden(pairs: impl IntoIterator<Item = (&'static str, String)>) -> Vec<QueueHidden> {
    pairs.into_iter().map(|(name, value)| QueueHidden { name: name.to_owned(), value }).collect()
}
