//! State of the simulator behind one lock. Critical sections are short and never await.

use std::collections::{BTreeMap, HashMap};

use base64::{Engine, engine::general_purpose::STANDARD};
use chrono::{DateTime, Duration, Utc};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::json;
use tokio::sync::mpsc::UnboundedSender;

use crate::{
    Settings,
    faults::FaultRule,
    ledger::Ledger,
    notices::{Event, Webhooks},
    payment_source::{FingerprintKey, PaymentSource},
    profiles::Profiles,
};

/// The properties of the merchant's account. Each account has one currency.
#[derive(Debug, Clone)]
pub struct Account {
    pub currency: String,
    /// Payments are approved, but nothing is charged and nothing is recorded.
    pub is_test: bool,
}

impl Default for Account {
    fn default() -> Self {
        Self { currency: "USD".to_owned(), is_test: false }
    }
}

/// Availability of the whole provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Availability {
    #[default]
    Up,
    /// Connections are closed without a response.
    Disconnecting,
    /// HTTP 503.
    Unavailable,
}

pub struct SimState {
    pub settings: Settings,
    pub ledger: Ledger,
    pub profiles: Profiles,
    tokens: HashMap<String, Token>,
    pub rules: Vec<FaultRule>,
    pub availability: Availability,
    pub account: Account,
    pub webhooks: Option<Webhooks>,
    pub outbox: UnboundedSender<Event>,
    pub rng: StdRng,
    pub fingerprint_key: FingerprintKey,
    clock_offset: Duration,
    /// Number of requests by name, and of outcomes.
    pub counts: BTreeMap<String, u64>,
}

/// A payment source that the browser submitted, for one payment.
#[derive(Debug, Clone)]
pub struct Token {
    pub source: PaymentSource,
    pub zip: String,
    issued_at: DateTime<Utc>,
}

pub const DESCRIPTOR: &str = "COMMON.ACCEPT.INAPP.PAYMENT";

impl SimState {
    pub fn new(settings: Settings, outbox: UnboundedSender<Event>) -> Self {
        let now = Utc::now();
        let mut rng = StdRng::seed_from_u64(settings.seed);
        Self {
            fingerprint_key: rng.random(),
            rng,
            settings,
            ledger: Ledger::new(now),
            profiles: Profiles::new(now),
            tokens: HashMap::new(),
            rules: Vec::new(),
            availability: Availability::Up,
            account: Account::default(),
            webhooks: None,
            outbox,
            clock_offset: Duration::zero(),
            counts: BTreeMap::new(),
        }
    }

    /// Clears ledger, profiles and rules. The webhook settings stay.
    pub fn reset(&mut self) {
        self.ledger.clear();
        self.profiles.clear();
        self.tokens.clear();
        self.rules.clear();
        self.counts.clear();
        self.availability = Availability::Up;
        self.account = Account::default();
        self.clock_offset = Duration::zero();
        self.rng = StdRng::seed_from_u64(self.settings.seed);
    }

    pub fn now(&self) -> DateTime<Utc> {
        Utc::now() + self.clock_offset
    }

    /// Advances the simulator's clock, for periods that are too long to wait for.
    pub fn advance_clock(&mut self, time: Duration) {
        self.clock_offset += time;
    }

    pub fn count(&mut self, what: &str) {
        match self.counts.get_mut(what) {
            Some(count) => *count += 1,
            None => {
                self.counts.insert(what.to_owned(), 1);
            }
        }
    }

    /// Six characters, like a bank's authorisation code.
    pub fn auth_code(&mut self) -> String {
        const LETTERS: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";
        (0..6).map(|_| LETTERS[self.rng.random_range(0..LETTERS.len())] as char).collect()
    }

    /// Issues a one-time token that the browser uses instead of the numbers.
    pub fn issue_token(&mut self, source: PaymentSource, zip: String) -> String {
        let now = self.now();
        if self.tokens.len() > 10_000 {
            self.tokens.retain(|_, token| now - token.issued_at < Self::token_lifetime());
        }
        let number = hex::encode(self.rng.random::<[u8; 16]>());
        let value = json!({"code": "50_2_06000", "token": number, "v": "1.1"}).to_string();
        let value = STANDARD.encode(value);
        self.tokens.insert(value.clone(), Token { source, zip, issued_at: now });
        value
    }

    /// Returns a token without using it up.
    pub fn peek_token(&self, value: &str) -> Option<&Token> {
        self.tokens.get(value)
    }

    /// Redeems a token. It is valid once, and for 15 minutes.
    pub fn redeem_token(&mut self, value: &str) -> Result<Token, InvalidToken> {
        let token = self.tokens.remove(value).ok_or(InvalidToken::Unknown)?;
        if self.now() - token.issued_at >= Self::token_lifetime() {
            return Err(InvalidToken::Expired);
        }
        Ok(token)
    }

    fn token_lifetime() -> Duration {
        Duration::minutes(15)
    }

    /// Queues a notice if webhooks are configured.
    pub fn notify(&self, event: Event) {
        if self.webhooks.is_some() {
            // The receiver lives as long as the server.
            let _ = self.outbox.send(event);
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidToken {
    Unknown,
    Expired,
}
