//! The intervals of plots, with a value for each, also for those without any.

use std::collections::BTreeMap;

use chrono::{Datelike, Days, Months, NaiveDate};

/// The last `count` days, oldest first.
pub fn days(today: NaiveDate, count: u64, values: &BTreeMap<NaiveDate, i64>) -> Vec<(NaiveDate, i64)> {
    let day = |back| today.checked_sub_days(Days::new(back));
    (0..count).rev().filter_map(day).map(|day| (day, values.get(&day).copied().unwrap_or(0))).collect()
}

/// The last `count` months by their first day, oldest first.
pub fn months(today: NaiveDate, count: u32, values: &BTreeMap<NaiveDate, i64>) -> Vec<(NaiveDate, i64)> {
    let first = today.with_day(1).unwrap_or(today);
    let month = |back| first.checked_sub_months(Months::new(back));
    (0..count)
        .rev()
        .filter_map(month)
        .map(|month| (month, values.get(&month).copied().unwrap_or(0)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().expect("a date")
    }

    #[test]
    fn intervals_without_a_value_are_zero() {
        let values = BTreeMap::from([(date("2026-03-01"), 4)]);
        let last = days(date("2026-03-02"), 3, &values);
        assert_eq!(last, [(date("2026-02-28"), 0), (date("2026-03-01"), 4), (date("2026-03-02"), 0)]);
        let year = months(date("2026-03-31"), 12, &values);
        assert_eq!(year.first(), Some(&(date("2025-04-01"), 0)));
        assert_eq!(year.last(), Some(&(date("2026-03-01"), 4)));
        assert_eq!(year.len(), 12);
    }
}
