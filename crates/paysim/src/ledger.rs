//! The provider's ledger: all payments and refunds, oldest first.
//!
//! Transaction ids are consecutive, so an id is an index into a list. Unsettled transactions are kept in a set,
//! so that a page of them costs no more than its size.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Duration, Utc};
use serde::Serialize;

use crate::payment_source::{PaymentMethodKind as Method, PaymentSource};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransactionKind {
    AuthCapture,
    AuthOnly,
    Refund,
}

impl TransactionKind {
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

/// One payment or refund. A capture or a void changes an existing transaction and creates none.
#[derive(Debug, Clone)]
pub struct Transaction {
    pub id: u64,
    pub kind: TransactionKind,
    pub status: Status,
    /// In cents, as requested.
    pub amount: i64,
    /// The amount that settles: less than `amount` after a partial capture.
    pub settle_amount: i64,
    /// Refunded so far, pending or settled.
    pub refunded: i64,
    pub invoice: String,
    pub description: String,
    pub ref_id: Option<String>,
    /// For a refund: the refunded payment.
    pub refund_of: Option<u64>,
    pub source: PaymentSource,
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
    pub fn billing_field(&self, name: &str) -> &str {
        self.bill_to.iter().find(|(found, _)| *found == name).map_or("", |(_, value)| value)
    }

    /// Whether the next batch takes it. Uncaptured and held payments stay unsettled.
    fn is_settleable(&self) -> bool {
        !matches!(self.status, Status::AuthorizedPendingCapture | Status::PendingReview)
    }
}

/// A ledger entry for tests, without confidential data.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LedgerEntry {
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

impl From<&Transaction> for LedgerEntry {
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
            settle_amount: found.settle_amount,
            refunded: found.refunded,
            method: found.source.kind.as_str(),
            brand: found.source.brand,
            last4: found.source.last4.clone(),
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

/// The transactions that a settlement takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettlementScope {
    All,
    Cards,
    One(u64),
}

impl SettlementScope {
    fn includes(self, found: &Transaction) -> bool {
        match self {
            Self::All => true,
            Self::Cards => found.source.kind == Method::Card,
            Self::One(id) => found.id == id,
        }
    }
}

/// Payments with the same key are duplicates.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DuplicateKey {
    pub kind: &'static str,
    pub invoice: String,
    pub amount: i64,
    pub fingerprint: [u8; 16],
}

pub struct Ledger {
    first_id: u64,
    all: Vec<Transaction>,
    by_invoice: HashMap<String, Vec<u64>>,
    unsettled: BTreeSet<u64>,
    latest_by_key: HashMap<DuplicateKey, u64>,
    batches: Vec<Batch>,
}

impl Ledger {
    /// The first id is derived from the current time, so that a restarted simulator does not reuse ids that a
    /// running shop has stored.
    pub fn new(now: DateTime<Utc>) -> Self {
        Self::from_number(u64::try_from(now.timestamp_millis()).unwrap_or_default() - 1_600_000_000_000)
    }

    fn from_number(first_id: u64) -> Self {
        Self {
            first_id,
            all: Vec::new(),
            by_invoice: HashMap::new(),
            unsettled: BTreeSet::new(),
            latest_by_key: HashMap::new(),
            batches: Vec::new(),
        }
    }

    /// Deletes everything, but does not reuse ids.
    pub fn clear(&mut self) {
        *self = Self::from_number(self.next_id() + 1_000);
    }

    pub fn next_id(&self) -> u64 {
        self.first_id + self.all.len() as u64
    }

    /// Adds a transaction, whose id must be [`Self::next_id`].
    pub fn add(&mut self, transaction: Transaction, duplicate_key: Option<DuplicateKey>) {
        let id = transaction.id;
        debug_assert_eq!(id, self.next_id());
        self.unsettled.insert(id);
        if !transaction.invoice.is_empty() {
            self.by_invoice.entry(transaction.invoice.clone()).or_default().push(id);
        }
        if let Some(duplicate_key) = duplicate_key {
            self.latest_by_key.insert(duplicate_key, id);
        }
        self.all.push(transaction);
    }

    pub fn get(&self, id: u64) -> Option<&Transaction> {
        self.all.get(usize::try_from(id.checked_sub(self.first_id)?).ok()?)
    }

    pub fn get_mut(&mut self, id: u64) -> Option<&mut Transaction> {
        self.all.get_mut(usize::try_from(id.checked_sub(self.first_id)?).ok()?)
    }

    pub fn all(&self) -> &[Transaction] {
        &self.all
    }

    pub fn with_invoice(&self, invoice: &str) -> impl Iterator<Item = &Transaction> {
        self.by_invoice.get(invoice).into_iter().flatten().filter_map(|id| self.get(*id))
    }

    /// The same payment, submitted before within the window. A declined one counts too, as with the real
    /// provider.
    pub fn find_duplicate(
        &self,
        duplicate_key: &DuplicateKey,
        window: Duration,
        now: DateTime<Utc>,
    ) -> Option<&Transaction> {
        let found = self.get(*self.latest_by_key.get(duplicate_key)?)?;
        (now - found.submitted < window).then_some(found)
    }

    /// Transactions that no batch has taken yet, including those that were declined or voided since the last
    /// one.
    pub fn unsettled(&self) -> impl DoubleEndedIterator<Item = &Transaction> {
        self.unsettled.iter().filter_map(|id| self.get(*id))
    }

    pub fn unsettled_count(&self) -> usize {
        self.unsettled.len()
    }

    pub fn batches(&self) -> &[Batch] {
        &self.batches
    }

    /// Nightly settlement: moves what is settleable into batches, one for cards and one for bank accounts.
    pub fn settle(&mut self, now: DateTime<Utc>, scope: SettlementScope) -> usize {
        let mut moved = 0;
        for method in [Method::Card, Method::Echeck] {
            let settleable: Vec<u64> = self
                .unsettled()
                .filter(|found| found.source.kind == method && found.is_settleable() && scope.includes(found))
                .map(|found| found.id)
                .collect();
            if settleable.is_empty() {
                continue;
            }
            let batch = 1_000_000 + self.batches.len() as u64;
            for id in &settleable {
                self.unsettled.remove(id);
                if let Some(found) = self.get_mut(*id) {
                    found.batch = Some(batch);
                    found.status = match found.status {
                        Status::CapturedPendingSettlement => Status::SettledSuccessfully,
                        Status::RefundPending => Status::RefundSettled,
                        other => other,
                    };
                }
            }
            moved += settleable.len();
            self.batches.push(Batch { id: batch, settled: now, method, transactions: settleable });
        }
        moved
    }
}
