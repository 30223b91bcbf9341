//! Where money is taken: the provider, and the connections that only paying uses.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use edge::headers;
use kernel::{Clock, EmailAddress};
use payments::{provider::Provider, store::ShopIdentity};
use sqlx::PgPool;

/// The times that paying goes by; tests make them short.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// How long stock is set aside.
    pub hold: TimeDelta,
    /// After this long without a word an attempt may have been lost with its server.
    pub silence: TimeDelta,
    /// What the provider does not know after this long, it never got.
    pub absent: TimeDelta,
    /// When to ask again, the first times; then every `slow`.
    pub looks: [TimeDelta; 4],
    pub slow: TimeDelta,
    /// How often the books are compared.
    pub compare: TimeDelta,
    /// An account younger than this keeps no new method: cards are tried out with fresh ones.
    pub young: TimeDelta,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            hold: cart::store::holds::HOLD,
            silence: payments::store::SILENCE,
            absent: TimeDelta::seconds(90),
            looks: [2, 5, 15, 60].map(TimeDelta::seconds),
            slow: TimeDelta::minutes(5),
            compare: TimeDelta::seconds(60),
            young: TimeDelta::minutes(10),
        }
    }
}

impl Pace {
    /// When to look up an attempt for the next time, after `looks` times. Never past the moment at which one that the
    /// provider does not know is settled: its buyer waits for that.
    pub fn next_look(&self, created_at: DateTime<Utc>, looks: i32, now: DateTime<Utc>) -> DateTime<Utc> {
        let pause = usize::try_from(looks).ok().and_then(|looks| self.looks.get(looks));
        let regular = now + pause.copied().unwrap_or(self.slow);
        let absent = created_at + self.absent;
        if now < absent { regular.min(absent) } else { regular }
    }
}

#[derive(Clone)]
pub struct Till(Arc<Parts>);

pub struct Parts {
    pub provider: Provider,
    /// As shoppers' other work never uses them up: paying goes on when the shop is crowded.
    pub db: PgPool,
    pub clock: Clock,
    pub pace: Pace,
    /// What a page with a payment form is sealed with.
    pub headers: headers::Own,
    /// What the shop is called on a buyer's statement.
    pub descriptor: String,
    /// Names the means that a browser may keep for quick payment.
    pub express_url: Option<String>,
    /// Who of the shop is told of new orders.
    pub orders_to: Option<EmailAddress>,
    /// How much more than usual one address may do here.
    pub factor: i64,
    pub alarm: Mutex<Option<(DateTime<Utc>, bool)>>,
    /// Tells our payments at the provider from those of other shops.
    pub identity: Arc<ShopIdentity>,
}

impl std::ops::Deref for Till {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl std::fmt::Debug for Till {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Till")
    }
}

impl Till {
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    /// The same till for work that is done later, with the connections of those who do it.
    pub fn with_db(&self, db: PgPool) -> Self {
        Self::new(Parts {
            db,
            provider: self.provider.clone(),
            clock: self.clock.clone(),
            pace: self.pace,
            headers: self.headers.clone(),
            descriptor: self.descriptor.clone(),
            express_url: self.express_url.clone(),
            orders_to: self.orders_to.clone(),
            factor: self.factor,
            alarm: Mutex::new(None),
            identity: self.identity.clone(),
        })
    }

    /// Whether cards are being tried out here: most of many tries fail. Looked at every few seconds.
    pub async fn is_alarmed(&self, now: DateTime<Utc>) -> sqlx::Result<bool> {
        let known = *self.alarm.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, alarmed)) = known
            && now - at < TimeDelta::seconds(5)
        {
            return Ok(alarmed);
        }
        let (tries, declined) = payments::store::lately(&self.db, now).await?;
        let alarmed = tries >= 30 && declined * 100 > tries * 60;
        *self.alarm.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, alarmed));
        Ok(alarmed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [CONF-B8] [PAY-55]
    #[test]
    fn a_charge_that_never_arrived_is_settled_when_it_is_known_to_be_absent() {
        let pace = Pace::default();
        let created = DateTime::from_timestamp(1_800_000_000, 0).expect("a moment");
        let mut looks = vec![];
        let mut now = created;
        // As the reconciler does it: each look is counted, and the first one at or after `absent` settles.
        while now < created + pace.absent {
            now = pace.next_look(created, i32::try_from(looks.len()).expect("few"), now);
            looks.push((now - created).num_seconds());
        }
        assert_eq!(looks, [2, 7, 22, 82, 90]);
        // What is known and still open is asked about ever more slowly.
        let later = pace.next_look(created, 9, created + pace.absent);
        assert_eq!(later - created, pace.absent + pace.slow);
    }
}
