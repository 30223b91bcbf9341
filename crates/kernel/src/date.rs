//! Formats dates and times: Gregorian calendar, day month year, twelve-hour clock.

use chrono::{Datelike, NaiveDateTime, Timelike};

const MONTHS: [&str; 12] = [
    "يناير",
    "فبراير",
    "مارس",
    "أبريل",
    "مايو",
    "يونيو",
    "يوليو",
    "أغسطس",
    "سبتمبر",
    "أكتوبر",
    "نوفمبر",
    "ديسمبر",
];

/// From Sunday on.
const WEEKDAYS: [&str; 7] = ["الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت"];

/// «الثلاثاء 17», in one piece: a line never ends between the two.
pub fn weekday_and_number(day: impl Datelike) -> String {
    let number = day.weekday().num_days_from_sunday() as usize;
    format!("{}\u{a0}{}", WEEKDAYS.get(number).copied().unwrap_or_default(), day.day())
}

/// «الثلاثاء 17 نوفمبر», in one piece.
pub fn weekday_and_day(day: impl Datelike + Copy) -> String {
    let month = MONTHS.get(day.month0() as usize).copied().unwrap_or_default();
    format!("{}\u{a0}{month}", weekday_and_number(day))
}

/// «14 نوفمبر 2026».
pub fn date(day: impl Datelike) -> String {
    let month = MONTHS.get(day.month0() as usize).copied().unwrap_or_default();
    format!("{} {month} {}", day.day(), day.year())
}

/// «14 نوفمبر 2026، 10:46 مساءً», of a local time: see [`crate::Zone`].
pub fn date_time(local: NaiveDateTime) -> String {
    format!("{}، {}", date(local), time(local))
}

/// «السبت 14 نوفمبر، 10:46 مساءً», for days of the near past.
pub fn weekday_and_time(local: NaiveDateTime) -> String {
    format!("{}، {}", weekday_and_day(local), time(local))
}

fn time(local: NaiveDateTime) -> String {
    let (_, hour) = local.hour12();
    let part = match local.hour() {
        0..12 => "صباحًا",
        12 => "ظهرًا",
        _ => "مساءً",
    };
    format!("{hour}:{:02} {part}", local.minute())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_named_by_its_weekday() {
        let day = |text: &str| text.parse::<chrono::NaiveDate>().expect("a day");
        assert_eq!(weekday_and_number(day("2026-11-17")), "الثلاثاء\u{a0}17");
        assert_eq!(weekday_and_day(day("2026-11-22")), "الأحد\u{a0}22\u{a0}نوفمبر");
        assert_eq!(weekday_and_day(day("2027-01-02")), "السبت\u{a0}2\u{a0}يناير");
    }

    #[test]
    fn a_time_is_formatted_day_first_with_its_part_of_the_day() {
        let formatted = |text: &str| date_time(text.parse().expect("time"));
        assert_eq!(formatted("2026-11-14T22:46:00"), "14 نوفمبر 2026، 10:46 مساءً");
        assert_eq!(formatted("2026-01-02T00:05:00"), "2 يناير 2026، 12:05 صباحًا");
        assert_eq!(formatted("2026-12-31T12:00:00"), "31 ديسمبر 2026، 12:00 ظهرًا");
        let near = weekday_and_time("2026-11-14T22:46:00".parse().expect("time"));
        assert_eq!(near, "السبت\u{a0}14\u{a0}نوفمبر، 10:46 مساءً");
    }
}
