//! A provider of payments that moves no money: it speaks Authorize.Net's documented API, so that the shop can be built
//! and tried without an account there. Going over to the real one is configuration.
//!
//! It stands outside of the shop and speaks the wire's own words. What a real provider does once in a year (answers
//! lost, late, doubled, notices out of turn) it does on order: see [`Rule`] and [`Webhooks`].
//!
//! Numbers of cards and accounts are looked at and forgotten; nothing here keeps, prints or answers more than their
//! last four digits.

mod answer;
mod api;
mod book;
mod control;
mod means;
mod moods;
mod node;
mod notices;
mod profiles;
mod schema;
mod server;
mod settings;
mod world;

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use anyhow::Context;
use tokio::{net::TcpListener, sync::mpsc};

pub use crate::{
    book::Entry,
    moods::{Rule, Then, When},
    notices::{Webhooks, signature},
    settings::Settings,
    world::Down,
};
use crate::{
    book::{Status, Which},
    notices::Event,
    world::World,
};

/// The world, and the one way to it.
#[derive(Clone)]
pub(crate) struct Shared(Arc<Mutex<World>>);

impl Shared {
    pub(crate) fn lock(&self) -> MutexGuard<'_, World> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A running simulator. Whatever `/sim/` can do over the wire, this does directly.
#[derive(Clone)]
pub struct Sim {
    pub address: SocketAddr,
    world: Shared,
}

impl Sim {
    /// Listens, and serves as long as the runtime lives. Port 0 takes any that is free.
    pub async fn open(listen: SocketAddr, settings: Settings) -> anyhow::Result<Self> {
        let listener = TcpListener::bind(listen).await.context("listening for payments")?;
        let address = listener.local_addr().context("asking for the own address")?;
        let (outbox, events) = mpsc::unbounded_channel();
        let world = Shared(Arc::new(Mutex::new(World::new(settings, outbox))));
        let sim = Self { address, world };
        tokio::spawn(notices::deliver(sim.world.clone(), events));
        tokio::spawn(server::serve(listener, sim.clone()));
        Ok(sim)
    }

    /// `http://127.0.0.1:9911`, what the shop is told.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn settings(&self) -> Settings {
        self.world.lock().settings.clone()
    }

    /// Every payment and refund, oldest first.
    pub fn ledger(&self) -> Vec<Entry> {
        self.world.lock().book.all().iter().map(Entry::from).collect()
    }

    /// Those under one of our own numbers.
    pub fn with_invoice(&self, invoice: &str) -> Vec<Entry> {
        self.world.lock().book.with_invoice(invoice).map(Entry::from).collect()
    }

    /// How often what was asked, and how it ended.
    pub fn counts(&self) -> std::collections::BTreeMap<String, u64> {
        let world = self.world.lock();
        let mut counts = world.counts.clone();
        counts.insert("transactions".to_owned(), world.book.all().len() as u64);
        counts.insert("transactions unsettled".to_owned(), world.book.open_count() as u64);
        counts.insert("profiles".to_owned(), world.profiles.len() as u64);
        counts
    }

    /// Instead of those before.
    pub fn set_rules(&self, rules: Vec<Rule>) {
        self.world.lock().rules = rules;
    }

    /// Before those that are there, so that these decide. For tests that share a simulator.
    pub fn add_rules(&self, rules: Vec<Rule>) {
        self.world.lock().rules.splice(0..0, rules);
    }

    pub fn rules(&self) -> Vec<Rule> {
        self.world.lock().rules.clone()
    }

    /// None: notices are no longer sent.
    pub fn webhooks_to(&self, webhooks: Option<Webhooks>) {
        self.world.lock().webhooks = webhooks;
    }

    /// The night passes: everything that can settles. Says how many did.
    pub fn settle(&self) -> usize {
        self.settle_which(Which::All)
    }

    /// As [`Self::settle`]; bank payments take another night.
    pub fn settle_cards(&self) -> usize {
        self.settle_which(Which::Cards)
    }

    /// This one alone, for tests that share a simulator. False when it is not ripe.
    pub fn settle_one(&self, trans_id: &str) -> bool {
        trans_id.parse().is_ok_and(|id| self.settle_which(Which::One(id)) == 1)
    }

    fn settle_which(&self, which: Which) -> usize {
        let mut world = self.world.lock();
        let now = world.now();
        world.book.settle(now, which)
    }

    /// A bank takes its payment back. False when it is none, or not that far.
    pub fn give_back(&self, trans_id: &str) -> bool {
        let mut world = self.world.lock();
        let now = world.now();
        let Some(found) = trans_id.parse().ok().and_then(|id| world.book.get_mut(id)) else { return false };
        let pending = matches!(found.status, Status::CapturedPendingSettlement | Status::SettledSuccessfully);
        if found.means.kind != means::Kind::Echeck || !pending || found.refund_of.is_some() {
            return false;
        }
        found.status = Status::Returned;
        found.returned = Some(now);
        true
    }

    /// Somebody has looked at a held payment. False when none is held under that number.
    pub fn review(&self, trans_id: &str, approve: bool) -> bool {
        let mut world = self.world.lock();
        let now = world.now();
        let auth_code = world.auth_code();
        let Some(found) = trans_id.parse().ok().and_then(|id| world.book.get_mut(id)) else { return false };
        if found.status != Status::PendingReview {
            return false;
        }
        let event = if approve {
            found.status = match found.kind {
                book::Kind::AuthOnly => Status::AuthorizedPendingCapture,
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
        world.notify(Event::new(event, &found, found.ref_id.as_deref(), now));
        true
    }

    pub fn set_down(&self, down: Down) {
        self.world.lock().down = down;
    }

    /// Time passes for the provider alone.
    pub fn pass(&self, time: std::time::Duration) {
        self.world.lock().pass(chrono::Duration::from_std(time).unwrap_or_default());
    }

    /// As new, but no number is given out twice.
    pub fn reset(&self) {
        self.world.lock().reset();
    }
}
