//! Views of the pages of settings.

use edge::view::{LinkView, View};
use serde::Serialize;
use ts_rs::TS;

use crate::staff_products::view::{Choice, ConflictField, FieldError, HistoryLine, ListTab, StaffNotice};

/// A field of a form, with what the browser needs to check it while it is filled in.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "settings.ts")]
pub struct SettingField {
    pub name: String,
    pub label: String,
    pub hint: Option<String>,
    /// `line`, `lines`, `email`, `path`, `number`, `money`, `time`, `switch`, `choice` or `boxes`.
    pub control: &'static str,
    pub value: String,
    pub is_ltr: bool,
    pub is_required: bool,
    /// Of a choice, or of boxes.
    pub options: Vec<Choice>,
    pub max_chars: Option<usize>,
    pub min: Option<i32>,
    pub max: Option<i32>,
    /// What is said when the text is too long, and when it cannot be read.
    pub long_text: String,
    pub bad_text: String,
    pub error: Option<String>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "settings.ts")]
pub struct SettingSection {
    pub title: String,
    pub text: Option<String>,
    pub fields: Vec<SettingField>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "settings.ts")]
pub struct SettingsForm {
    pub action: String,
    /// Nonce, version, the page's own copy of the values, and the names of the fields with boxes.
    pub hidden: Vec<(String, String)>,
    pub sections: Vec<SettingSection>,
    pub submit: String,
}

/// A form of one button.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "settings.ts")]
pub struct SettingAct {
    pub action: String,
    pub label: String,
    /// For screen readers: what the button acts on.
    pub name: String,
    pub hidden: Vec<(String, String)>,
}

/// A method in the list of its zone.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "settings.ts")]
pub struct MethodLine {
    pub title: String,
    pub kind: String,
    pub cost: String,
    pub url: String,
    pub edit_label: String,
    pub moves: Vec<SettingAct>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "settings.ts")]
pub struct ZoneBlock {
    pub name: String,
    pub text: String,
    pub url: String,
    pub edit_label: String,
    pub new_method: LinkView,
    pub methods: Vec<MethodLine>,
}

/// A method in the answer of the trial.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "settings.ts")]
pub struct TrialLine {
    pub title: String,
    pub text: String,
    pub cost: Option<String>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "settings.ts")]
pub struct TrialResult {
    pub zone: String,
    pub offers: Vec<TrialLine>,
    pub refused: Vec<TrialLine>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "settings.ts")]
pub struct TrialView {
    pub countries: Vec<Choice>,
    pub country: String,
    pub city: String,
    pub weight: String,
    pub amount: String,
    pub weight_error: Option<String>,
    pub amount_error: Option<String>,
    pub result: Option<TrialResult>,
}

/// Rendered by `web/src/settings/ShippingPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "settings.ts")]
pub struct ShippingPageView {
    pub url: String,
    pub parts: Vec<ListTab>,
    pub notice: Option<StaffNotice>,
    pub new_zone_url: String,
    pub zones: Vec<ZoneBlock>,
    pub removed: Vec<LinkView>,
    pub trial: TrialView,
}

impl View for ShippingPageView {
    const COMPONENT: &'static str = "settings/ShippingPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "settings.ts")]
pub struct PaymentFact {
    pub label: String,
    pub value: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "settings.ts")]
pub struct DiscrepancyLine {
    pub reference: String,
    pub found_at: String,
    pub ours: String,
    pub theirs: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "settings.ts")]
pub struct ScriptLine {
    pub url: String,
    pub reason: String,
    pub text: String,
}

/// What is known of the payment provider. No key is part of it.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "settings.ts")]
pub struct PaymentStateView {
    /// `well`, `watch` or `bad`.
    pub level: &'static str,
    pub state: String,
    pub facts: Vec<PaymentFact>,
    pub discrepancies: Vec<DiscrepancyLine>,
    pub scripts: Vec<ScriptLine>,
}

/// Rendered by `web/src/settings/SettingsPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "settings.ts")]
pub struct SettingsPageView {
    pub title: String,
    pub parts: Vec<ListTab>,
    /// The page that leads here, of a zone or a method.
    pub back: Option<LinkView>,
    pub notice: Option<StaffNotice>,
    pub errors: Vec<FieldError>,
    /// `None`: the thing is removed.
    pub form: Option<SettingsForm>,
    pub remove: Option<SettingAct>,
    pub payments: Option<PaymentStateView>,
    pub is_new: bool,
    pub history: Vec<HistoryLine>,
}

impl View for SettingsPageView {
    const COMPONENT: &'static str = "settings/SettingsPage";
}

/// Rendered by `web/src/settings/SettingsConflictPage.tsx`. Nothing was written.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "settings.ts")]
pub struct SettingsConflictView {
    pub title: String,
    pub back_url: String,
    pub action: String,
    /// Nonce, version, the stored values, and my changes that do not clash.
    pub hidden: Vec<(String, String)>,
    pub fields: Vec<ConflictField>,
}

impl View for SettingsConflictView {
    const COMPONENT: &'static str = "settings/SettingsConflictPage";
}
