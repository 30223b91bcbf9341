//! A payment provider simulator that speaks Authorize.Net's documented API, so that the shop can be built and
//! tested without an account there. Switching to the real provider is configuration only.
//!
//! It is independent of the shop and uses the names of the wire format. Faults that are rare with the real
//! provider (lost, late and duplicate responses, notices out of order) are injected on request: see
//! [`FaultRule`] and [`Webhooks`].
//!
//! Card and account numbers are validated and discarded; only their last four digits are stored, logged or
//! returned.

mod api;
mod api_response;
mod control;
mod faults;
mod ledger;
mod notices;
mod ordered_json;
mod payment_source;
mod profiles;
mod schema;
mod server;
mod settings;
mod state;

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use anyhow::Context;
use tokio::{net::TcpListener, sync::mpsc};

pub use crate::{
    faults::{Fault, FaultRule, RequestMatcher},
    ledger::LedgerEntry,
    notices::{Webhooks, signature},
    settings::Settings,
    state::{Account, Availability},
};
use crate::{
    ledger::{SettlementScope, Status},
    notices::Event,
    state::SimState,
};

/// The state, accessible only through its lock.
#[derive(Clone)]
pub(crate) struct SharedState(Arc<Mutex<SimState>>);

impl SharedState {
    pub(crate) fn lock(&self) -> MutexGuard<'_, SimState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A running simulator. Offers everything that the control API under `/sim/` does.
#[derive(Clone)]
pub struct Sim {
    pub address: SocketAddr,
    state: SharedState,
}

impl Sim {
    /// Binds the listener and serves as long as the runtime lives. Port 0 selects a free port.
    pub async fn open(listen: SocketAddr, settings: Settings) -> anyhow::Result<Self> {
        // Another crate of the workspace enables TLS in `reqwest`, without a default provider; an error means that one is
        // installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let listener = TcpListener::bind(listen).await.context("listening for payments")?;
        let address = listener.local_addr().context("reading the listener's address")?;
        let (outbox, events) = mpsc::unbounded_channel();
        let state = SharedState(Arc::new(Mutex::new(SimState::new(settings, outbox))));
        let sim = Self { address, state };
        tokio::spawn(notices::deliver(sim.state.clone(), events));
        tokio::spawn(server::serve(listener, sim.clone()));
        Ok(sim)
    }

    /// Base URL for the shop's configuration, such as `http://127.0.0.1:9911`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn settings(&self) -> Settings {
        self.state.lock().settings.clone()
    }

    /// All payments and refunds, oldest first.
    pub fn ledger(&self) -> Vec<LedgerEntry> {
        self.state.lock().ledger.all().iter().map(LedgerEntry::from).collect()
    }

    /// Those with this invoice number.
    pub fn with_invoice(&self, invoice: &str) -> Vec<LedgerEntry> {
        self.state.lock().ledger.with_invoice(invoice).map(LedgerEntry::from).collect()
    }

    /// Number of requests by name, and of outcomes.
    pub fn counts(&self) -> std::collections::BTreeMap<String, u64> {
        let state = self.state.lock();
        let mut counts = state.counts.clone();
        counts.insert("transactions".to_owned(), state.ledger.all().len() as u64);
        counts.insert("transactions unsettled".to_owned(), state.ledger.unsettled_count() as u64);
        counts.insert("profiles".to_owned(), state.profiles.len() as u64);
        counts
    }

    /// Replaces all rules.
    pub fn set_rules(&self, rules: Vec<FaultRule>) {
        self.state.lock().rules = rules;
    }

    /// Adds rules before the existing ones, so that they take precedence. For tests that share a simulator.
    pub fn add_rules(&self, rules: Vec<FaultRule>) {
        self.state.lock().rules.splice(0..0, rules);
    }

    pub fn rules(&self) -> Vec<FaultRule> {
        self.state.lock().rules.clone()
    }

    /// `None` disables notices.
    pub fn set_webhooks(&self, webhooks: Option<Webhooks>) {
        self.state.lock().webhooks = webhooks;
    }

    /// Settles everything that can be settled; returns the number of transactions.
    pub fn settle(&self) -> usize {
        self.settle_scope(SettlementScope::All)
    }

    /// The same without bank payments, which settle later.
    pub fn settle_cards(&self) -> usize {
        self.settle_scope(SettlementScope::Cards)
    }

    /// Settles only this transaction, for tests that share a simulator. Returns false if it cannot be settled.
    pub fn settle_one(&self, trans_id: &str) -> bool {
        trans_id.parse().is_ok_and(|id| self.settle_scope(SettlementScope::One(id)) == 1)
    }

    fn settle_scope(&self, scope: SettlementScope) -> usize {
        let mut state = self.state.lock();
        let now = state.now();
        state.ledger.settle(now, scope)
    }

    /// The bank returns an eCheck payment. Returns false if it is none, or not captured.
    pub fn return_payment(&self, trans_id: &str) -> bool {
        let mut state = self.state.lock();
        let now = state.now();
        let Some(found) = trans_id.parse().ok().and_then(|id| state.ledger.get_mut(id)) else { return false };
        let pending = matches!(found.status, Status::CapturedPendingSettlement | Status::SettledSuccessfully);
        if found.source.kind != payment_source::PaymentMethodKind::Echeck
            || !pending
            || found.refund_of.is_some()
        {
            return false;
        }
        found.status = Status::Returned;
        found.returned = Some(now);
        true
    }

    /// Ends the review of a held payment. Returns false if no payment with this id is held.
    pub fn review(&self, trans_id: &str, approve: bool) -> bool {
        let mut state = self.state.lock();
        let now = state.now();
        let auth_code = state.auth_code();
        let Some(found) = trans_id.parse().ok().and_then(|id| state.ledger.get_mut(id)) else { return false };
        if found.status != Status::PendingReview {
            return false;
        }
        let event = if approve {
            found.status = match found.kind {
                ledger::TransactionKind::AuthOnly => Status::AuthorizedPendingCapture,
                _ => Status::CapturedPendingSettlement,
            };
            (found.response_code, found.reason, found.auth_code) = (1, "1".to_owned(), auth_code);
            "fraud.approved"
        } else {
            found.status = Status::Declined;
            (found.response_code, found.reason) = (2, "254".to_owned());
            "fraud.declined"
        };
        let found = found.clone();
        state.notify(Event::new(event, &found, found.ref_id.as_deref(), now));
        true
    }

    pub fn set_availability(&self, availability: Availability) {
        self.state.lock().availability = availability;
    }

    /// Changes the properties of the merchant's account.
    pub fn set_account(&self, account: Account) {
        self.state.lock().account = account;
    }

    /// Advances the simulator's clock.
    pub fn advance_clock(&self, time: std::time::Duration) {
        self.state.lock().advance_clock(chrono::Duration::from_std(time).unwrap_or_default());
    }

    /// Resets all state, but does not reuse ids.
    pub fn reset(&self) {
        self.state.lock().reset();
    }
}
