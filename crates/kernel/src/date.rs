//! Formats dates and times: Gregorian calendar, day month year, twelve-hour clock, UTC.

use chrono::{DateTime, Datelike, Timelike, Utc};

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

/// «14 نوفمبر 2026».
pub fn date(time: DateTime<Utc>) -> String {
    let month = MONTHS.get(time.month0() as usize).copied().unwrap_or_default();
    format!("{} {month} {}", time.day(), time.year())
}

/// «14 نوفمبر 2026، 10:46 مساءً بالتوقيت العالمي».
pub fn date_time(time: DateTime<Utc>) -> String {
    let (_, hour) = time.hour12();
    let part = match time.hour() {
        0..12 => "صباحًا",
        12 => "ظهرًا",
        _ => "مساءً",
    };
    format!("{}، {hour}:{:02} {part} بالتوقيت العالمي", date(time), time.minute())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_formatted_day_first_with_its_part_of_the_day() {
        let formatted = |text: &str| date_time(text.parse().expect("time"));
        assert_eq!(formatted("2026-11-14T22:46:00Z"), "14 نوفمبر 2026، 10:46 مساءً بالتوقيت العالمي");
        assert_eq!(formatted("2026-01-02T00:05:00Z"), "2 يناير 2026، 12:05 صباحًا بالتوقيت العالمي");
        assert_eq!(formatted("2026-12-31T12:00:00Z"), "31 ديسمبر 2026، 12:00 ظهرًا بالتوقيت العالمي");
    }
}
