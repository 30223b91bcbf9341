//! Local times of a time zone.

use chrono::{DateTime, Datelike, NaiveDateTime, TimeDelta, Utc};

use crate::{date, digits};

/// A time zone as the moments at which its offset from UTC changes. `edge` reads them from the database, which has the
/// time zone data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Zone {
    /// In their order, each with the offset from then on. Without any the zone is UTC.
    changes: Vec<(DateTime<Utc>, TimeDelta)>,
}

impl Zone {
    /// `changes` are in their order. The first offset also applies to all times before.
    pub fn new(changes: Vec<(DateTime<Utc>, TimeDelta)>) -> Self {
        Self { changes }
    }

    fn offset(&self, time: DateTime<Utc>) -> TimeDelta {
        let started = self.changes.partition_point(|(at, _)| *at <= time);
        self.changes.get(started.saturating_sub(1)).map_or(TimeDelta::zero(), |(_, offset)| *offset)
    }

    pub fn local(&self, time: DateTime<Utc>) -> NaiveDateTime {
        time.naive_utc() + self.offset(time)
    }

    /// The moment of a local time: the first of two where clocks are set back. A time that clocks skip is read with the
    /// offset before the change.
    pub fn moment(&self, local: NaiveDateTime) -> DateTime<Utc> {
        let (near, day) = (local.and_utc(), TimeDelta::days(1));
        // No offset is as long as a day.
        let before = near - self.offset(near - day);
        let after = near - self.offset(near + day);
        let exact = [before, after].into_iter().filter(|time| self.local(*time) == local);
        exact.min().unwrap_or(before)
    }

    /// Reads the value of a `datetime-local` field, in any digits.
    pub fn parse(&self, text: &str) -> Option<DateTime<Utc>> {
        let text = digits::fold(text.trim());
        let local = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"]
            .into_iter()
            .find_map(|format| NaiveDateTime::parse_from_str(&text, format).ok())?;
        (1970..3000).contains(&local.year()).then(|| self.moment(local))
    }

    /// «14 نوفمبر 2026».
    pub fn date(&self, time: DateTime<Utc>) -> String {
        date::date(self.local(time))
    }

    /// «14 نوفمبر 2026، 10:46 مساءً».
    pub fn date_time(&self, time: DateTime<Utc>) -> String {
        date::date_time(self.local(time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> DateTime<Utc> {
        text.parse().expect("a time")
    }

    /// Detroit in 2026: an hour forward on 8 March, back on 1 November.
    fn detroit() -> Zone {
        let hours = TimeDelta::hours;
        Zone::new(vec![
            (time("2010-01-01T00:00:00Z"), hours(-5)),
            (time("2026-03-08T07:00:00Z"), hours(-4)),
            (time("2026-11-01T06:00:00Z"), hours(-5)),
        ])
    }

    #[test]
    fn a_time_is_shown_and_read_in_the_zone() {
        let zone = detroit();
        assert_eq!(zone.date_time(time("2026-07-01T02:30:00Z")), "30 يونيو 2026، 10:30 مساءً");
        assert_eq!(zone.date_time(time("2026-12-01T02:30:00Z")), "30 نوفمبر 2026، 9:30 مساءً");
        assert_eq!(zone.parse("2026-06-30T22:30"), Some(time("2026-07-01T02:30:00Z")));
        assert_eq!(zone.parse("٢٠٢٦-١١-٣٠T٢١:٣٠"), Some(time("2026-12-01T02:30:00Z")));
        assert_eq!(Zone::default().parse("2026-06-30 22:30"), Some(time("2026-06-30T22:30:00Z")));
        for invalid in ["", "tomorrow", "2026-13-01T00:00", "99999-01-01T00:00", "-4000-01-01T00:00"] {
            assert_eq!(zone.parse(invalid), None, "{invalid}");
        }
    }

    #[test]
    fn a_skipped_hour_is_moved_and_of_a_repeated_one_the_first_counts() {
        let zone = detroit();
        let skipped = zone.parse("2026-03-08T02:30").expect("a time");
        assert_eq!(zone.local(skipped).to_string(), "2026-03-08 03:30:00");
        assert_eq!(zone.parse("2026-11-01T01:30"), Some(time("2026-11-01T05:30:00Z")));
        assert_eq!(zone.parse("2026-11-01T02:30"), Some(time("2026-11-01T07:30:00Z")));
    }

    #[test]
    fn before_the_first_change_its_offset_applies() {
        assert_eq!(detroit().local(time("1999-01-01T05:00:00Z")).to_string(), "1999-01-01 00:00:00");
    }
}
