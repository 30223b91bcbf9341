//! What each buyer did and which responses it got. The oracle compares this with the database.

use std::collections::{BTreeMap, BTreeSet};

/// Number and key of an acknowledged order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Receipt {
    pub number: i64,
    pub key: String,
}

/// Outcome of one submission of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormOutcome {
    Order(Receipt),
    SoldOut,
    Declined,
    /// The cart is empty.
    Empty,
    /// Another refusal, with its status or text.
    Refused(String),
    /// Retry later: rate limit, overload or timeout.
    Wait,
    /// An error page.
    Broken,
    /// No response: the request may have been executed or not.
    Nothing,
}

impl FormOutcome {
    /// Whether sending the form again cannot change the outcome.
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
            Self::Wait => "retry later",
            Self::Broken => "error page",
            Self::Nothing => "unknown",
        }
    }
}

/// A form with its own key, however often it was sent.
#[derive(Debug, Clone)]
pub struct SubmittedForm {
    pub key: String,
    /// All orders that responses to it named.
    pub orders: BTreeSet<Receipt>,
    pub last: FormOutcome,
}

#[derive(Debug, Clone, Default)]
pub struct Record {
    pub scenario: &'static str,
    pub email: String,
    pub cookie: Option<String>,
    /// Checkout forms; each may create one order.
    pub forms: Vec<SubmittedForm>,
    /// Outcomes of forms that pay an existing order.
    pub payments: Vec<FormOutcome>,
    /// Acknowledged pieces in the cart, by product.
    pub added: BTreeMap<i64, i64>,
    pub waits: u32,
    pub lost_responses: u32,
    pub error_pages: u32,
    /// Set if the buyer could not submit a form.
    pub turned_away: Option<FormOutcome>,
}

impl Record {
    /// The final outcome for this buyer.
    pub fn end(&self) -> &'static str {
        let last_outcome = |wanted: fn(&FormOutcome) -> bool| {
            self.forms.iter().map(|form| &form.last).find(|outcome| wanted(outcome))
        };
        let end = last_outcome(|outcome| matches!(outcome, FormOutcome::Order(_)))
            .or_else(|| last_outcome(|outcome| !outcome.is_final()))
            .or_else(|| last_outcome(|_| true))
            .or(self.turned_away.as_ref());
        end.map_or("left", FormOutcome::name)
    }
}

/// Number of buyers who never got a conclusive response.
pub fn count_unanswered(records: &[Record]) -> usize {
    let ends = records.iter().map(Record::end);
    ends.filter(|end| *end == FormOutcome::Nothing.name() || *end == FormOutcome::Broken.name()).count()
}

/// The texts of unexpected refusals, without duplicates.
pub fn refusals(records: &[Record]) -> Vec<String> {
    let outcomes = records.iter().flat_map(|record| record.forms.iter().map(|form| &form.last));
    let texts = outcomes.filter_map(|outcome| match outcome {
        FormOutcome::Refused(text) => Some(text.clone()),
        _ => None,
    });
    texts.collect::<BTreeSet<String>>().into_iter().collect()
}

/// Number of buyers by final outcome.
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
