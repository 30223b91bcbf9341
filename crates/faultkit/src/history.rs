//! What each buyer did and was told: the other half of what the oracle judges.

use std::collections::{BTreeMap, BTreeSet};

/// The name and key under which an order was acknowledged.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Receipt {
    pub number: i64,
    pub key: String,
}

/// The answer to one form, sent once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    Order(Receipt),
    SoldOut,
    Declined,
    /// There is nothing in the cart.
    Empty,
    /// Another refusal, with its status or its words.
    Refused(String),
    /// Come again: too many, too busy, too slow.
    Wait,
    /// A page that says that something broke.
    Broken,
    /// The line went dead. It may have happened or not.
    Nothing,
}

impl Told {
    /// Sending the same again can tell nothing new.
    pub fn is_final(&self) -> bool {
        !matches!(self, Self::Wait | Self::Broken | Self::Nothing)
    }

    pub fn name(&self) -> &'static str {
        match self {
            Self::Order(_) => "ordered",
            Self::SoldOut => "sold out",
            Self::Declined => "declined",
            Self::Empty => "cart empty",
            Self::Refused(_) => "refused",
            Self::Wait => "told to wait",
            Self::Broken => "error page",
            Self::Nothing => "unknown",
        }
    }
}

/// A form with a key of its own, however often it was sent.
#[derive(Debug, Clone)]
pub struct Sent {
    pub key: String,
    /// Every order that was named in answer to it.
    pub orders: BTreeSet<Receipt>,
    pub last: Told,
}

#[derive(Debug, Clone, Default)]
pub struct Record {
    pub habit: &'static str,
    pub email: String,
    pub cookie: Option<String>,
    /// Checkout forms: each may make one order.
    pub forms: Vec<Sent>,
    /// Forms that pay an order which is there already.
    pub payments: Vec<Told>,
    /// What was put into the cart and acknowledged: product and pieces.
    pub added: BTreeMap<i64, i64>,
    pub waits: u32,
    pub silences: u32,
    pub error_pages: u32,
    /// Whoever was turned away before they could send anything.
    pub turned_away: Option<Told>,
}

impl Record {
    /// How it ended for this buyer.
    pub fn end(&self) -> &'static str {
        let told =
            |wanted: fn(&Told) -> bool| self.forms.iter().map(|form| &form.last).find(|told| wanted(told));
        let end = told(|told| matches!(told, Told::Order(_)))
            .or_else(|| told(|told| !told.is_final()))
            .or_else(|| told(|_| true))
            .or(self.turned_away.as_ref());
        end.map_or("left", Told::name)
    }
}

/// How many were never told how it ended, however often they asked.
pub fn untold(records: &[Record]) -> usize {
    let ends = records.iter().map(Record::end);
    ends.filter(|end| *end == Told::Nothing.name() || *end == Told::Broken.name()).count()
}

/// The words of refusals that were neither expected nor harmless, each once.
pub fn refusals(records: &[Record]) -> Vec<String> {
    let told = records.iter().flat_map(|record| record.forms.iter().map(|form| &form.last));
    let words = told.filter_map(|told| match told {
        Told::Refused(words) => Some(words.clone()),
        _ => None,
    });
    words.collect::<BTreeSet<String>>().into_iter().collect()
}

/// How many ended how.
pub fn ends(records: &[Record]) -> BTreeMap<&'static str, usize> {
    let mut ends = BTreeMap::new();
    for record in records {
        *ends.entry(record.end()).or_default() += 1;
    }
    ends
}

/// `3 ordered, 5 sold out`.
pub fn sentence<'a>(counts: impl IntoIterator<Item = (&'a &'a str, &'a usize)>) -> String {
    let parts: Vec<String> = counts.into_iter().map(|(name, count)| format!("{count} {name}")).collect();
    parts.join(", ")
}
