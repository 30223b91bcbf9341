//! When a figure is well, and what of an error may be shown.

use chrono::{DateTime, TimeDelta, Utc};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Well,
    Watch,
    Bad,
}

impl Level {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Well => "well",
            Self::Watch => "watch",
            Self::Bad => "bad",
        }
    }
}

/// A payment without an answer is asked about again and again; after an hour a member of staff should look.
pub fn payments(oldest: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Level {
    waiting(oldest, now, TimeDelta::minutes(5), TimeDelta::hours(1))
}

pub fn mail(oldest: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Level {
    waiting(oldest, now, TimeDelta::minutes(5), TimeDelta::hours(1))
}

pub fn queue(oldest: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Level {
    waiting(oldest, now, TimeDelta::minutes(2), TimeDelta::minutes(30))
}

fn waiting(oldest: Option<DateTime<Utc>>, now: DateTime<Utc>, watch: TimeDelta, bad: TimeDelta) -> Level {
    match oldest.map(|oldest| now - oldest) {
        Some(age) if age >= bad => Level::Bad,
        Some(age) if age >= watch => Level::Watch,
        _ => Level::Well,
    }
}

/// Some of a thing that should not be.
pub const fn none(count: i64, otherwise: Level) -> Level {
    if count == 0 { Level::Well } else { otherwise }
}

/// As `/readyz` says it.
pub const fn clock(difference: TimeDelta) -> Level {
    match difference.num_seconds() {
        ..=5 => Level::Well,
        6..=60 => Level::Watch,
        _ => Level::Bad,
    }
}

const MAX_ERROR: usize = 160;

/// The first line of an error, without addresses and without numbers that could be a card's or a phone's.
pub fn shown_error(error: &str) -> String {
    let line = error.lines().next().unwrap_or_default();
    let is_hidden = |word: &str| word.contains('@') || word.chars().filter(char::is_ascii_digit).count() > 6;
    let words: Vec<&str> =
        line.split_whitespace().map(|word| if is_hidden(word) { "…" } else { word }).collect();
    kernel::text::clean(&words.join(" "), MAX_ERROR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_gets_worse_with_time() {
        let now: DateTime<Utc> = "2026-11-15T12:00:00Z".parse().expect("a time");
        let since = |minutes| Some(now - TimeDelta::minutes(minutes));
        assert_eq!(payments(None, now), Level::Well);
        assert_eq!(payments(since(4), now), Level::Well);
        assert_eq!(payments(since(5), now), Level::Watch);
        assert_eq!(payments(since(60), now), Level::Bad);
        assert_eq!(mail(since(22), now), Level::Watch);
        assert_eq!(queue(since(1), now), Level::Well);
        assert_eq!(queue(since(30), now), Level::Bad);
        assert_eq!([none(0, Level::Bad), none(1, Level::Bad)], [Level::Well, Level::Bad]);
        assert_eq!(
            [5, 6, 60, 61].map(|seconds| clock(TimeDelta::seconds(seconds))),
            [Level::Well, Level::Watch, Level::Watch, Level::Bad]
        );
    }

    /// [D36]
    #[test]
    fn an_error_names_nobody_and_no_number() {
        assert_eq!(
            shown_error("550 no mailbox salma@example.com for +966501234567\nstack of the program"),
            "550 no mailbox … for …"
        );
        assert!(shown_error(&"كلمة ".repeat(100)).chars().count() <= MAX_ERROR);
    }
}
