//! The provider's books: every payment and refund, in the order in which they came.
//!
//! Numbers of transactions follow one another, so a number is a place in a list; what is not settled yet is kept in a
//! set of its own, so that its pages cost what they show and not what the books hold.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Duration, Utc};
use serde::Serialize;

use crate::means::{Kind as Method, Means};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    AuthCapture,
    AuthOnly,
    Refund,
}

impl Kind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AuthCapture => "authCaptureTransaction",
            Self::AuthOnly => "authOnlyTransaction",
            Self::Refund => "refundTransaction",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    AuthorizedPendingCapture,
    CapturedPendingSettlement,
    SettledSuccessfully,
    Voided,
    Declined,
    PendingReview,
    RefundPending,
    RefundSettled,
    Returned,
}

impl Status {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AuthorizedPendingCapture => "authorizedPendingCapture",
            Self::CapturedPendingSettlement => "capturedPendingSettlement",
            Self::SettledSuccessfully => "settledSuccessfully",
            Self::Voided => "voided",
            Self::Declined => "declined",
            Self::PendingReview => "FDSPendingReview",
            Self::RefundPending => "refundPendingSettlement",
            Self::RefundSettled => "refundSettledSuccessfully",
            Self::Returned => "returnedItem",
        }
    }
}

/// One payment or refund. A capture or a void changes the one it speaks of and is none of its own.
#[derive(Debug, Clone)]
pub struct Transaction {
    pub id: u64,
    pub kind: Kind,
    pub status: Status,
    /// In cents, as asked for.
    pub amount: i64,
    /// What settles: less than the amount after a partial capture.
    pub settles: i64,
    /// Given back so far, pending or settled.
    pub refunded: i64,
    pub invoice: String,
    pub description: String,
    pub ref_id: Option<String>,
    /// The payment that a refund gives back.
    pub refund_of: Option<u64>,
    pub means: Means,
    pub auth_code: String,
    pub avs: &'static str,
    pub response_code: u8,
    pub reason: String,
    pub submitted: DateTime<Utc>,
    pub customer_id: String,
    pub email: String,
    pub ip: String,
    pub bill_to: Vec<(&'static str, String)>,
    pub profile: Option<(String, String)>,
    pub batch: Option<u64>,
    pub returned: Option<DateTime<Utc>>,
}

impl Transaction {
    pub fn billed(&self, name: &str) -> &str {
        self.bill_to.iter().find(|(found, _)| *found == name).map_or("", |(_, value)| value)
    }

    /// May the batch of tonight take it along? What waits for somebody stays.
    fn is_ripe(&self) -> bool {
        !matches!(self.status, Status::AuthorizedPendingCapture | Status::PendingReview)
    }
}

/// A line of the books for whoever tests: nothing in it that may not be shown.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    pub trans_id: String,
    pub kind: &'static str,
    pub status: &'static str,
    pub response_code: u8,
    pub reason: String,
    pub invoice_number: String,
    pub ref_id: Option<String>,
    /// In cents.
    pub amount: i64,
    pub settle_amount: i64,
    pub refunded: i64,
    /// `card` or `echeck`.
    pub method: &'static str,
    pub brand: &'static str,
    pub last4: String,
    pub ref_trans_id: Option<String>,
    pub profile: Option<(String, String)>,
    pub submitted: DateTime<Utc>,
}

impl From<&Transaction> for Entry {
    fn from(found: &Transaction) -> Self {
        Self {
            trans_id: found.id.to_string(),
            kind: found.kind.as_str(),
            status: found.status.as_str(),
            response_code: found.response_code,
            reason: found.reason.clone(),
            invoice_number: found.invoice.clone(),
            ref_id: found.ref_id.clone(),
            amount: found.amount,
            settle_amount: found.settles,
            refunded: found.refunded,
            method: found.means.kind.as_str(),
            brand: found.means.brand,
            last4: found.means.last4.clone(),
            ref_trans_id: found.refund_of.map(|id| id.to_string()),
            profile: found.profile.clone(),
            submitted: found.submitted,
        }
    }
}

#[derive(Debug, Clone)]
pub struct Batch {
    pub id: u64,
    pub settled: DateTime<Utc>,
    pub method: Method,
    pub transactions: Vec<u64>,
}

/// What a settlement takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    All,
    Cards,
    One(u64),
}

impl Which {
    fn has(self, found: &Transaction) -> bool {
        match self {
            Self::All => true,
            Self::Cards => found.means.kind == Method::Card,
            Self::One(id) => found.id == id,
        }
    }
}

/// What makes two payments the same one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sameness {
    pub kind: &'static str,
    pub invoice: String,
    pub amount: i64,
    pub print: [u8; 16],
}

pub struct Book {
    first: u64,
    all: Vec<Transaction>,
    by_invoice: HashMap<String, Vec<u64>>,
    open: BTreeSet<u64>,
    latest: HashMap<Sameness, u64>,
    batches: Vec<Batch>,
}

impl Book {
    /// Numbers begin at the milliseconds of today: a simulator that starts again, beside a shop that remembers, does
    /// not give the old ones out a second time.
    pub fn new(now: DateTime<Utc>) -> Self {
        Self::from_number(u64::try_from(now.timestamp_millis()).unwrap_or_default() - 1_600_000_000_000)
    }

    fn from_number(first: u64) -> Self {
        Self {
            first,
            all: Vec::new(),
            by_invoice: HashMap::new(),
            open: BTreeSet::new(),
            latest: HashMap::new(),
            batches: Vec::new(),
        }
    }

    /// Forgets everything but which numbers are used.
    pub fn clear(&mut self) {
        *self = Self::from_number(self.next_id() + 1_000);
    }

    pub fn next_id(&self) -> u64 {
        self.first + self.all.len() as u64
    }

    /// The caller has asked for [`Self::next_id`].
    pub fn add(&mut self, transaction: Transaction, sameness: Option<Sameness>) {
        let id = transaction.id;
        debug_assert_eq!(id, self.next_id());
        self.open.insert(id);
        if !transaction.invoice.is_empty() {
            self.by_invoice.entry(transaction.invoice.clone()).or_default().push(id);
        }
        if let Some(sameness) = sameness {
            self.latest.insert(sameness, id);
        }
        self.all.push(transaction);
    }

    pub fn get(&self, id: u64) -> Option<&Transaction> {
        self.all.get(usize::try_from(id.checked_sub(self.first)?).ok()?)
    }

    pub fn get_mut(&mut self, id: u64) -> Option<&mut Transaction> {
        self.all.get_mut(usize::try_from(id.checked_sub(self.first)?).ok()?)
    }

    pub fn all(&self) -> &[Transaction] {
        &self.all
    }

    pub fn with_invoice(&self, invoice: &str) -> impl Iterator<Item = &Transaction> {
        self.by_invoice.get(invoice).into_iter().flatten().filter_map(|id| self.get(*id))
    }

    /// The same payment, sent before within the window. One that was declined counts too, as it does there.
    pub fn same(&self, sameness: &Sameness, window: Duration, now: DateTime<Utc>) -> Option<&Transaction> {
        let found = self.get(*self.latest.get(sameness)?)?;
        (now - found.submitted < window).then_some(found)
    }

    /// What the next batch has not taken yet: also what was declined or voided since the last.
    pub fn open(&self) -> impl DoubleEndedIterator<Item = &Transaction> {
        self.open.iter().filter_map(|id| self.get(*id))
    }

    pub fn open_count(&self) -> usize {
        self.open.len()
    }

    pub fn batches(&self) -> &[Batch] {
        &self.batches
    }

    /// The night's work: what is ripe moves into a batch, one for cards and one for bank accounts.
    pub fn settle(&mut self, now: DateTime<Utc>, which: Which) -> usize {
        let mut moved = 0;
        for method in [Method::Card, Method::Echeck] {
            let ripe: Vec<u64> = self
                .open()
                .filter(|found| found.means.kind == method && found.is_ripe() && which.has(found))
                .map(|found| found.id)
                .collect();
            if ripe.is_empty() {
                continue;
            }
            let batch = 1_000_000 + self.batches.len() as u64;
            for id in &ripe {
                self.open.remove(id);
                if let Some(found) = self.get_mut(*id) {
                    found.batch = Some(batch);
                    found.status = match found.status {
                        Status::CapturedPendingSettlement => Status::SettledSuccessfully,
                        Status::RefundPending => Status::RefundSettled,
                        other => other,
                    };
                }
            }
            moved += ripe.len();
            self.batches.push(Batch { id: batch, settled: now, method, transactions: ripe });
        }
        moved
    }
}
