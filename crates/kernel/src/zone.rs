//! Local times of a time zone.

use std::str::FromStr;

use chrono::{DateTime, Datelike, LocalResult, NaiveDateTime, Offset, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

use crate::{date, digits};

/// A time zone of the IANA database, by default UTC.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Zone(Tz);

impl Zone {
    /// By its name, such as `Asia/Riyadh`.
    pub fn find(name: &str) -> Option<Self> {
        Tz::from_str(name).ok().map(Self)
    }

    /// `Asia/Riyadh`.
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    pub fn local(&self, time: DateTime<Utc>) -> NaiveDateTime {
        time.with_timezone(&self.0).naive_local()
    }

    /// The moment of a local time: the first of two where clocks are set back. A time that clocks skip is read with the
    /// offset before the change.
    pub fn moment(&self, local: NaiveDateTime) -> DateTime<Utc> {
        match self.0.from_local_datetime(&local) {
            LocalResult::Single(time) | LocalResult::Ambiguous(time, _) => time.to_utc(),
            LocalResult::None => {
                // No offset is as long as a day.
                let before = self.0.offset_from_utc_datetime(&(local - TimeDelta::days(1)));
                local.and_utc() - TimeDelta::seconds(i64::from(before.fix().local_minus_utc()))
            }
        }
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

    /// «السبت 14 نوفمبر، 10:46 مساءً».
    pub fn weekday_and_time(&self, time: DateTime<Utc>) -> String {
        date::weekday_and_time(self.local(time))
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

    /// In 2026 an hour forward on 8 March, and back on 1 November.
    fn detroit() -> Zone {
        Zone::find("America/Detroit").expect("a known zone")
    }

    #[test]
    fn an_unknown_name_is_no_zone() {
        for unknown in ["", "Riyadh", "asia/riyadh ", "+03:00"] {
            assert_eq!(Zone::find(unknown), None, "{unknown}");
        }
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
}
