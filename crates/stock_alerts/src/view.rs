//! Addresses and answers of stock alerts.

use serde::Serialize;
use ts_rs::TS;

/// Posted by the form.
pub const ALERTS_URL: &str = "/ar/stock-alerts/";
/// One alert, for the person who asked for it: shows it, and cancels it.
pub const ALERT_URL: &str = "/ar/stock-alerts/{key}/";
/// Ends all alerts of an address, from the link in an email.
pub const STOP_URL: &str = "/ar/stock-alerts/stop/{key}/";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "stock_alerts.ts")]
pub enum AlertStatus {
    Waiting,
    /// No valid address, and nobody is signed in.
    Email,
    Available,
    TooMany,
}

/// Answer of the call `matjar_stock_alert`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "stock_alerts.ts")]
pub struct AlertAnswer {
    pub status: AlertStatus,
    pub text: String,
    /// Where the alert can be cancelled, while it waits.
    pub url: Option<String>,
}
