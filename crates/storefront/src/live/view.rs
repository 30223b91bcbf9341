//! Messages of the stream, which are also the answers of those who ask without one.

use serde::Serialize;
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "admin.ts")]
pub struct LiveChange {
    /// Names the change: nobody is told twice.
    pub key: String,
    /// `product` or `order`.
    pub kind: &'static str,
    /// As in the address of the thing; empty: many things of this kind.
    pub id: String,
    /// That the change made; 0 for things without versions.
    pub version: String,
    /// Who made it; empty if nobody of the staff did.
    pub by: String,
    /// The member did it, perhaps in another window.
    pub is_own: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "admin.ts")]
pub struct LiveMessage {
    /// From where to go on: sent back as `since`.
    pub cursor: String,
    pub changes: Vec<LiveChange>,
    /// The names of the others who have the thing open; `null`: as before.
    pub here: Option<Vec<String>>,
}
