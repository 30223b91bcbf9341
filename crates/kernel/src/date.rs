//! Dates and times in words: Gregorian, day month year, twelve hours, in UTC.

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
pub fn date(at: DateTime<Utc>) -> String {
    let month = MONTHS.get(at.month0() as usize).copied().unwrap_or_default();
    format!("{} {month} {}", at.day(), at.year())
}

/// «14 نوفمبر 2026، 10:46 مساءً بالتوقيت العالمي».
pub fn moment(at: DateTime<Utc>) -> String {
    let (_, hour) = at.hour12();
    let part = match at.hour() {
        0..12 => "صباحًا",
        12 => "ظهرًا",
        _ => "مساءً",
    };
    format!("{}، {hour}:{:02} {part} بالتوقيت العالمي", date(at), at.minute())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_written_day_first_with_its_part_of_the_day() {
        let written = |text: &str| moment(text.parse().expect("time"));
        assert_eq!(written("2026-11-14T22:46:00Z"), "14 نوفمبر 2026، 10:46 مساءً بالتوقيت العالمي");
        assert_eq!(written("2026-01-02T00:05:00Z"), "2 يناير 2026، 12:05 صباحًا بالتوقيت العالمي");
        assert_eq!(written("2026-12-31T12:00:00Z"), "31 ديسمبر 2026، 12:00 ظهرًا بالتوقيت العالمي");
    }
}
