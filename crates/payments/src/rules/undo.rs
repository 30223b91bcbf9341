//! Decides whether a payment without a live attempt (an orphan) is undone automatically.
//!
//! Undoing is right for a charge that arrived after the shop had given up on it, and for a second charge with the same
//! key. It would be a disaster if the database is not the one that the payments belong to: a restored backup, a staging
//! copy, a fresh installation with live keys. In those cases the payment is recorded for staff instead.

use chrono::{DateTime, TimeDelta, Utc};

/// A ledger that was not read for longer than this may belong to a restored copy.
pub const MAX_GAP: TimeDelta = TimeDelta::hours(1);
/// Limits of payments without an attempt that are undone automatically.
pub const MAX_UNDONE_AN_HOUR: i64 = 5;
pub const MAX_UNDONE_A_DAY: i64 = 20;

/// How far the provider's ledger was reconciled, and by which database.
#[derive(Debug, Clone)]
pub struct Cursor {
    pub reconciled_until: DateTime<Utc>,
    /// Orphans submitted before this time are not undone automatically; `None` pauses automatic undo.
    pub undo_from: Option<DateTime<Utc>>,
    pub database_identity: String,
}

impl Cursor {
    /// Whether this may be another database than the one that last reconciled, or an older copy of it. A copy of the last
    /// hour's backup looks like the original: it has paused undo itself (`MATJAR_RESTORED_COPY`).
    pub fn is_suspect(&self, database_identity: &str, now: DateTime<Utc>) -> bool {
        now - self.reconciled_until > MAX_GAP
            || !(self.database_identity.is_empty() || self.database_identity == database_identity)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undo {
    Now,
    Held(Hold),
}

/// Why staff must decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    /// The ledger was never reconciled, or the payment is older than the first reconciliation.
    BeforeFirstReading,
    /// The database was restored or copied, or did not reconcile for too long.
    Restored,
    /// The hourly or daily limit is reached.
    TooMany,
}

impl Hold {
    pub fn name(self) -> &'static str {
        match self {
            Self::BeforeFirstReading => "before first reading",
            Self::Restored => "database restored",
            Self::TooMany => "too many",
        }
    }
}

/// How many payments without an attempt were undone in the last hour and the last day.
#[derive(Debug, Default, Clone, Copy)]
pub struct UndoneCounts {
    pub hour: i64,
    pub day: i64,
}

/// A payment that may have to be undone.
#[derive(Debug, Clone, Copy)]
pub struct Orphan<'a> {
    pub submitted_at: DateTime<Utc>,
    /// Whether its attempt is in this database, with another outcome.
    pub has_attempt: bool,
    pub undone: UndoneCounts,
    /// Identity of this database.
    pub database_identity: &'a str,
}

pub fn undo(cursor: Option<&Cursor>, orphan: &Orphan<'_>, now: DateTime<Utc>) -> Undo {
    let Some(cursor) = cursor else { return Undo::Held(Hold::BeforeFirstReading) };
    if cursor.is_suspect(orphan.database_identity, now) {
        return Undo::Held(Hold::Restored);
    }
    let Some(undo_from) = cursor.undo_from else { return Undo::Held(Hold::Restored) };
    if orphan.submitted_at < undo_from && !orphan.has_attempt {
        return Undo::Held(Hold::BeforeFirstReading);
    }
    let is_limited = orphan.undone.hour >= MAX_UNDONE_AN_HOUR || orphan.undone.day >= MAX_UNDONE_A_DAY;
    if !orphan.has_attempt && is_limited {
        return Undo::Held(Hold::TooMany);
    }
    Undo::Now
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minute(minutes: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + minutes * 60, 0).expect("a valid timestamp")
    }

    fn cursor() -> Cursor {
        Cursor {
            reconciled_until: minute(0),
            undo_from: Some(minute(-600)),
            database_identity: "a".to_owned(),
        }
    }

    fn orphan() -> Orphan<'static> {
        Orphan {
            submitted_at: minute(0),
            has_attempt: false,
            undone: UndoneCounts::default(),
            database_identity: "a",
        }
    }

    /// [SEC-H3] [CONF-B0]
    #[test]
    fn nothing_is_undone_before_the_first_reconciliation() {
        let held = Undo::Held(Hold::BeforeFirstReading);
        assert_eq!(undo(None, &orphan(), minute(1)), held);
        let old = Orphan { submitted_at: minute(-601), ..orphan() };
        assert_eq!(undo(Some(&cursor()), &old, minute(1)), held);
        assert_eq!(undo(Some(&cursor()), &orphan(), minute(1)), Undo::Now);
        // A late charge with an attempt in this database certainly belongs to this shop.
        assert_eq!(undo(Some(&cursor()), &Orphan { has_attempt: true, ..old }, minute(1)), Undo::Now);
    }

    /// [SEC-H3]
    #[test]
    fn a_restored_or_copied_database_undoes_nothing_until_staff_allow_it() {
        let held = Undo::Held(Hold::Restored);
        for has_attempt in [false, true] {
            let orphan = Orphan { has_attempt, ..orphan() };
            assert_eq!(undo(Some(&cursor()), &orphan, minute(61)), held, "an older copy");
            assert_eq!(
                undo(Some(&cursor()), &Orphan { database_identity: "b", ..orphan }, minute(1)),
                held,
                "another database"
            );
            let paused = Cursor { undo_from: None, ..cursor() };
            assert_eq!(undo(Some(&paused), &orphan, minute(1)), held, "paused");
        }
    }

    /// [SEC-H3]
    #[test]
    fn five_an_hour_and_twenty_a_day_are_undone_and_the_rest_is_held() {
        let decide = |(hour, day), has_attempt| {
            let undone = UndoneCounts { hour, day };
            undo(Some(&cursor()), &Orphan { undone, has_attempt, ..orphan() }, minute(1))
        };
        assert_eq!(decide((4, 19), false), Undo::Now);
        assert_eq!(decide((5, 5), false), Undo::Held(Hold::TooMany));
        assert_eq!(decide((0, 20), false), Undo::Held(Hold::TooMany));
        assert_eq!(decide((50, 500), true), Undo::Now);
    }
}
