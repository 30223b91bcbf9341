//! Everything the provider knows, behind one lock: work on it is short and never waits.

use std::collections::{BTreeMap, HashMap};

use base64::{Engine, engine::general_purpose::STANDARD};
use chrono::{DateTime, Duration, Utc};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::json;
use tokio::sync::mpsc::UnboundedSender;

use crate::{
    Settings,
    book::Book,
    means::{Means, PrintKey},
    moods::Rule,
    notices::{Event, Webhooks},
    profiles::Profiles,
};

/// How the whole provider is out of order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Down {
    #[default]
    Up,
    /// Lines go dead.
    Closing,
    /// HTTP 503.
    Unavailable,
}

pub struct World {
    pub settings: Settings,
    pub book: Book,
    pub profiles: Profiles,
    tokens: HashMap<String, Token>,
    pub rules: Vec<Rule>,
    pub down: Down,
    pub webhooks: Option<Webhooks>,
    pub outbox: UnboundedSender<Event>,
    pub dice: StdRng,
    pub print_key: PrintKey,
    ahead: Duration,
    /// How often what was asked, and how it ended.
    pub counts: BTreeMap<String, u64>,
}

/// Numbers that the browser left here, for one payment.
#[derive(Debug, Clone)]
pub struct Token {
    pub means: Means,
    pub zip: String,
    made: DateTime<Utc>,
}

pub const DESCRIPTOR: &str = "COMMON.ACCEPT.INAPP.PAYMENT";

impl World {
    pub fn new(settings: Settings, outbox: UnboundedSender<Event>) -> Self {
        let now = Utc::now();
        let mut dice = StdRng::seed_from_u64(settings.seed);
        Self {
            print_key: dice.random(),
            dice,
            settings,
            book: Book::new(now),
            profiles: Profiles::new(now),
            tokens: HashMap::new(),
            rules: Vec::new(),
            down: Down::Up,
            webhooks: None,
            outbox,
            ahead: Duration::zero(),
            counts: BTreeMap::new(),
        }
    }

    /// Empties books and profiles, takes back every rule. Where notices go to stays.
    pub fn reset(&mut self) {
        self.book.clear();
        self.profiles.clear();
        self.tokens.clear();
        self.rules.clear();
        self.counts.clear();
        self.down = Down::Up;
        self.ahead = Duration::zero();
        self.dice = StdRng::seed_from_u64(self.settings.seed);
    }

    pub fn now(&self) -> DateTime<Utc> {
        Utc::now() + self.ahead
    }

    /// Time passes here and nowhere else: for windows and terms too long to wait for.
    pub fn pass(&mut self, time: Duration) {
        self.ahead += time;
    }

    pub fn count(&mut self, what: &str) {
        match self.counts.get_mut(what) {
            Some(count) => *count += 1,
            None => {
                self.counts.insert(what.to_owned(), 1);
            }
        }
    }

    /// Six characters, as banks give them.
    pub fn auth_code(&mut self) -> String {
        const LETTERS: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";
        (0..6).map(|_| LETTERS[self.dice.random_range(0..LETTERS.len())] as char).collect()
    }

    /// What the browser takes away instead of its numbers.
    pub fn keep_token(&mut self, means: Means, zip: String) -> String {
        let now = self.now();
        if self.tokens.len() > 10_000 {
            self.tokens.retain(|_, token| now - token.made < Self::term());
        }
        let number = hex::encode(self.dice.random::<[u8; 16]>());
        let value = json!({"code": "50_2_06000", "token": number, "v": "1.1"}).to_string();
        let value = STANDARD.encode(value);
        self.tokens.insert(value.clone(), Token { means, zip, made: now });
        value
    }

    /// A look that uses nothing up.
    pub fn peek_token(&self, value: &str) -> Option<&Token> {
        self.tokens.get(value)
    }

    /// Good once, and for a quarter of an hour.
    pub fn take_token(&mut self, value: &str) -> Result<Token, Stale> {
        let token = self.tokens.remove(value).ok_or(Stale::Unknown)?;
        if self.now() - token.made >= Self::term() {
            return Err(Stale::Expired);
        }
        Ok(token)
    }

    fn term() -> Duration {
        Duration::minutes(15)
    }

    /// Tells whoever listens.
    pub fn notify(&self, event: Event) {
        if self.webhooks.is_some() {
            // The other end lives as long as the server does.
            let _ = self.outbox.send(event);
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stale {
    Unknown,
    Expired,
}
