//! Whether a payment that nothing in our ledger stands for is undone without asking a person.
//!
//! Undoing is right for a charge that arrived after the shop had given it up, and for a second one under the same key. It is
//! a disaster for a database that is not the one the payments belong to: a restored backup, a staging copy, a fresh
//! installation with live keys. So whatever makes the database doubtful leads to a row for a person instead.

use chrono::{DateTime, TimeDelta, Utc};

/// A ledger that was not read for longer than this may belong to a restored copy.
pub const MAX_GAP: TimeDelta = TimeDelta::hours(1);
/// Payments without any attempt of ours, undone automatically.
pub const MAX_UNDONE_AN_HOUR: i64 = 5;
pub const MAX_UNDONE_A_DAY: i64 = 20;

/// How far the provider's ledger was read, and by which database.
#[derive(Debug, Clone)]
pub struct Cursor {
    pub compared_at: DateTime<Utc>,
    pub undo_from: Option<DateTime<Utc>>,
    pub home: String,
}

impl Cursor {
    /// Whether this database may be another one than the one that read the ledger last, or an older copy of it.
    pub fn is_doubtful(&self, home: &str, now: DateTime<Utc>) -> bool {
        now - self.compared_at > MAX_GAP || !(self.home.is_empty() || self.home == home)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undo {
    Now,
    Held(Hold),
}

/// Why a person must decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    /// The ledger was never read, or the payment is older than the first reading.
    BeforeFirstReading,
    /// The database was restored, copied, or out of touch for too long.
    Restored,
    /// Too many in an hour or a day.
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

/// What is known about a payment that may have to be undone.
#[derive(Debug, Clone, Copy)]
pub struct Orphan<'a> {
    pub submitted_at: DateTime<Utc>,
    /// The attempt that it was made for is known here, and has ended in another way.
    pub has_attempt: bool,
    /// How many without an attempt were undone within an hour and a day.
    pub undone: (i64, i64),
    /// Which database this is.
    pub home: &'a str,
}

pub fn undo(cursor: Option<&Cursor>, orphan: &Orphan<'_>, now: DateTime<Utc>) -> Undo {
    let Some(cursor) = cursor else { return Undo::Held(Hold::BeforeFirstReading) };
    if cursor.is_doubtful(orphan.home, now) {
        return Undo::Held(Hold::Restored);
    }
    let Some(undo_from) = cursor.undo_from else { return Undo::Held(Hold::Restored) };
    if orphan.submitted_at < undo_from && !orphan.has_attempt {
        return Undo::Held(Hold::BeforeFirstReading);
    }
    let (hour, day) = orphan.undone;
    if !orphan.has_attempt && (hour >= MAX_UNDONE_AN_HOUR || day >= MAX_UNDONE_A_DAY) {
        return Undo::Held(Hold::TooMany);
    }
    Undo::Now
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(minutes: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + minutes * 60, 0).expect("a moment")
    }

    fn cursor() -> Cursor {
        Cursor { compared_at: moment(0), undo_from: Some(moment(-600)), home: "a".to_owned() }
    }

    fn orphan() -> Orphan<'static> {
        Orphan { submitted_at: moment(0), has_attempt: false, undone: (0, 0), home: "a" }
    }

    /// [SEC-H3] [CONF-B0]
    #[test]
    fn nothing_is_undone_before_the_ledger_was_read_once() {
        let held = Undo::Held(Hold::BeforeFirstReading);
        assert_eq!(undo(None, &orphan(), moment(1)), held);
        let old = Orphan { submitted_at: moment(-601), ..orphan() };
        assert_eq!(undo(Some(&cursor()), &old, moment(1)), held);
        assert_eq!(undo(Some(&cursor()), &orphan(), moment(1)), Undo::Now);
        // A late charge of an attempt that stands here is ours for certain.
        assert_eq!(undo(Some(&cursor()), &Orphan { has_attempt: true, ..old }, moment(1)), Undo::Now);
    }

    /// [SEC-H3]
    #[test]
    fn a_restored_or_copied_database_undoes_nothing_until_a_person_says_so() {
        let held = Undo::Held(Hold::Restored);
        for has_attempt in [false, true] {
            let orphan = Orphan { has_attempt, ..orphan() };
            assert_eq!(undo(Some(&cursor()), &orphan, moment(61)), held, "an older copy");
            assert_eq!(undo(Some(&cursor()), &Orphan { home: "b", ..orphan }, moment(1)), held, "elsewhere");
            let paused = Cursor { undo_from: None, ..cursor() };
            assert_eq!(undo(Some(&paused), &orphan, moment(1)), held, "not confirmed yet");
        }
    }

    /// [SEC-H3]
    #[test]
    fn five_an_hour_and_twenty_a_day_are_undone_and_the_rest_waits() {
        let at = |undone, has_attempt| {
            undo(Some(&cursor()), &Orphan { undone, has_attempt, ..orphan() }, moment(1))
        };
        assert_eq!(at((4, 19), false), Undo::Now);
        assert_eq!(at((5, 5), false), Undo::Held(Hold::TooMany));
        assert_eq!(at((0, 20), false), Undo::Held(Hold::TooMany));
        assert_eq!(at((50, 500), true), Undo::Now);
    }
}
