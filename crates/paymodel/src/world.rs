//! The state of the model: database, provider, messages on their way, and the tasks of the running servers.

use chrono::{DateTime, TimeDelta, Utc};
use orders::rules::State;
use payments::{
    PaymentTimings,
    provider::TransactionStatus,
    rules::{AttemptState, undo::Cursor},
};

use crate::task::Task;

/// What every order costs, in cents.
pub const TOTAL: i64 = 1_000;

/// A broken invariant, with its number in the rules of reliability.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    pub invariant: &'static str,
    pub text: String,
}

impl Violation {
    pub fn new(invariant: &'static str, text: impl Into<String>) -> Self {
        Self { invariant, text: text.into() }
    }
}

/// Known bugs, to test that the model finds them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeededBug {
    /// Stock is held without looking whether there is any.
    Oversell,
    /// Stock leaves without a line in its ledger.
    NoMovement,
    /// Holds of open payments are swept.
    SweepPinned,
    /// An open payment does not count as one.
    TwoAttempts,
    /// A captured payment is not booked.
    NoJournal,
    /// Money without goods is not refunded.
    NoRefund,
    /// A late charge is not undone.
    NoUndo,
    /// A charge that never arrived is looked up for ever.
    NeverAbsent,
    /// A refund of a payment that has ended is asked for again and again.
    EndlessRefund,
    /// Each try of a refund has a key of its own.
    NewRefundKey,
    /// The buyer is answered before the payment is stored.
    AnswerFirst,
}

impl SeededBug {
    pub const ALL: [Self; 11] = [
        Self::Oversell,
        Self::NoMovement,
        Self::SweepPinned,
        Self::TwoAttempts,
        Self::NoJournal,
        Self::NoRefund,
        Self::NoUndo,
        Self::NeverAbsent,
        Self::EndlessRefund,
        Self::NewRefundKey,
        Self::AnswerFirst,
    ];
}

pub struct Stock {
    pub initial: i64,
    pub on_hand: i64,
    pub reserved: i64,
    /// The sum of the lines in its ledger.
    pub moved: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reservation {
    None,
    Held { expires_at: DateTime<Utc>, pinned: bool },
    Claimed,
    Released,
}

impl Reservation {
    pub fn is_held(self) -> bool {
        matches!(self, Self::Held { .. })
    }
}

pub struct Order {
    pub sku: usize,
    pub quantity: i64,
    pub state: State,
    pub is_echeck: bool,
    pub reservation: Reservation,
    /// Its hold was released by hand: the way to a payment that comes too late.
    pub was_released: bool,
    pub refunded: i64,
    /// Sums of its journals.
    pub paid: i64,
    pub given_back: i64,
    pub returned: i64,
}

/// An attempt; its key is its index.
pub struct Attempt {
    pub order: usize,
    pub state: AttemptState,
    pub reference: Option<usize>,
    pub created_at: DateTime<Utc>,
    pub look_at: Option<DateTime<Utc>>,
    pub looks: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundState {
    Requested,
    Done,
    Refused,
}

/// A refund; its key is its index.
pub struct Refund {
    pub order: usize,
    pub attempt: usize,
    pub amount: i64,
    pub state: RefundState,
}

/// A notice on its way, or in the inbox.
pub struct Notice {
    pub event: u64,
    pub reference: usize,
    pub is_done: bool,
    /// The provider repeats it until it arrives.
    pub must_arrive: bool,
}

/// A payment that is undone, or left to staff.
pub struct Orphan {
    pub reference: usize,
    /// `None`: staff decide.
    pub undo_at: Option<DateTime<Utc>>,
    pub is_settled: bool,
}

/// A payment in the provider's ledger; its reference is its index.
pub struct Payment {
    pub attempt: usize,
    pub status: TransactionStatus,
    pub is_settled: bool,
    pub is_echeck: bool,
    pub refunded: i64,
    pub submitted_at: DateTime<Utc>,
}

/// A request for a refund that is still on its way.
pub struct LateRefund {
    pub key: u64,
    pub reference: usize,
    pub amount: i64,
}

pub struct World {
    pub bug: Option<SeededBug>,
    pub now: DateTime<Utc>,
    pub timings: PaymentTimings,
    pub stock: [Stock; 2],
    pub orders: Vec<Order>,
    pub attempts: Vec<Attempt>,
    pub refunds: Vec<Refund>,
    pub inbox: Vec<Notice>,
    pub orphans: Vec<Orphan>,
    pub cursor: Cursor,
    // The provider.
    pub payments: Vec<Payment>,
    pub refund_keys: Vec<u64>,
    // On their way.
    pub late_charges: Vec<usize>,
    pub late_refunds: Vec<LateRefund>,
    pub notices: Vec<Notice>,
    pub events: u64,
    pub undo_keys: u64,
    /// Lost in a crash.
    pub tasks: Vec<Task>,
    /// Attempts and payments that a buyer was told to be captured.
    pub acknowledged: Vec<(usize, usize)>,
    /// Something impossible happened within a step.
    pub broken: Option<Violation>,
}

impl World {
    pub fn new(bug: Option<SeededBug>) -> Self {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let stock = |pieces| Stock { initial: pieces, on_hand: pieces, reserved: 0, moved: 0 };
        Self {
            bug,
            now,
            timings: PaymentTimings::default(),
            stock: [stock(1), stock(2)],
            orders: Vec::new(),
            attempts: Vec::new(),
            refunds: Vec::new(),
            inbox: Vec::new(),
            orphans: Vec::new(),
            cursor: Cursor { reconciled_until: now, undo_from: Some(now), database_identity: String::new() },
            payments: Vec::new(),
            refund_keys: Vec::new(),
            late_charges: Vec::new(),
            late_refunds: Vec::new(),
            notices: Vec::new(),
            events: 0,
            undo_keys: 100_000,
            tasks: Vec::new(),
            acknowledged: Vec::new(),
            broken: None,
        }
    }

    pub fn has(&self, bug: SeededBug) -> bool {
        self.bug == Some(bug)
    }
}
