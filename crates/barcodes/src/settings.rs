//! Settings of the shop owner.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

/// The group `barcodes` of the table `settings`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BarcodeSettings {
    /// Days after which the list of actions forgets one. The ledger of the stock never does.
    pub action_retention_days: u32,
    /// Days until ordered goods arrive: what will be sold out sooner needs an order now.
    pub restock_days: u32,
}

impl Default for BarcodeSettings {
    fn default() -> Self {
        Self { action_retention_days: 90, restock_days: 7 }
    }
}

impl BarcodeSettings {
    /// At least a day: an action can be undone for minutes.
    pub fn action_retention(&self) -> TimeDelta {
        TimeDelta::days(i64::from(self.action_retention_days.clamp(1, 3_650)))
    }

    /// At most a year.
    pub fn restock_days(&self) -> i32 {
        i32::try_from(self.restock_days.min(365)).unwrap_or(365)
    }
}
