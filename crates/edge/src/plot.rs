//! Bars over time, as the pages of staff and of affiliates show them.

use chrono::NaiveDate;
use kernel::date;
use serde::Serialize;
use ts_rs::TS;

/// Bars over time, oldest first, and the same figures as a table. Rendered by `web/src/ui/Bars.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "edge.ts")]
pub struct PlotView {
    pub title: String,
    pub total: String,
    /// Name of the intervals and of the values, for the table.
    pub interval: String,
    pub measure: String,
    pub bars: Vec<BarView>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "edge.ts")]
pub struct BarView {
    pub label: String,
    pub text: String,
    /// Of the tallest bar, from 0 to 100.
    pub height: f64,
}

/// A bar for each value, the tallest of which is as high as the plot. `format`: the value as it is read.
pub fn bars(
    values: &[(NaiveDate, i64)],
    label: impl Fn(NaiveDate) -> String,
    format: impl Fn(i64) -> String,
) -> Vec<BarView> {
    let tallest = values.iter().map(|(_, value)| *value).max().unwrap_or(0).max(1);
    // One decimal is finer than a pixel.
    let height = |value: i64| (value.max(0) as f64 / tallest as f64 * 1_000.0).round() / 10.0;
    let bar = |(day, value): &(NaiveDate, i64)| BarView {
        label: label(*day),
        text: format(*value),
        height: height(*value),
    };
    values.iter().map(bar).collect()
}

/// «نوفمبر 2026».
pub fn month_label(month: NaiveDate) -> String {
    let text = date::date(month);
    text.split_once(' ').map_or_else(|| text.clone(), |(_, rest)| rest.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a date")
    }

    #[test]
    fn the_tallest_bar_fills_the_plot_and_a_loss_has_no_bar() {
        let values = [(day("2026-11-01"), 1), (day("2026-11-02"), 3), (day("2026-11-03"), -2)];
        let bars = bars(&values, date::date, |value| value.to_string());
        assert_eq!(bars.iter().map(|bar| bar.height).collect::<Vec<_>>(), [33.3, 100.0, 0.0]);
        assert_eq!(bars[2].text, "-2");
        assert_eq!(bars[0].label, "1 نوفمبر 2026");
    }

    #[test]
    fn values_of_zero_have_no_height() {
        let bars = bars(&[(day("2026-11-01"), 0)], month_label, |value| value.to_string());
        assert_eq!(bars, [BarView { label: "نوفمبر 2026".into(), text: "0".into(), height: 0.0 }]);
    }
}
