//! Conditions of elements.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::element::ElementId;

/// When an element is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "enquiries.ts", rename = "EnquiryLogic")]
pub struct Logic {
    /// What happens when the rules match; otherwise the opposite happens.
    pub action: LogicAction,
    #[serde(rename = "match")]
    pub matching: Match,
    #[serde(default)]
    pub animate: bool,
    pub rules: Vec<Rule>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
#[ts(export_to = "enquiries.ts", rename = "EnquiryLogicAction")]
pub enum LogicAction {
    Show,
    Hide,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
#[ts(export_to = "enquiries.ts", rename = "EnquiryMatch")]
pub enum Match {
    Any,
    All,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "enquiries.ts", rename = "EnquiryRule")]
pub struct Rule {
    pub element_id: ElementId,
    pub operator: Operator,
    /// Empty: nothing is chosen.
    pub value: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
#[ts(export_to = "enquiries.ts", rename = "EnquiryOperator")]
pub enum Operator {
    Eq,
    Neq,
}
