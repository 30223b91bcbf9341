//! Forms of settings as the browser gets them, and stored values as people read them.

use cart::service::Rates;
use edge::changes::Patch;
use kernel::{Key, Messages, Money, msg::settings as msg};
use serde_json::Value;

use super::{
    spec::{Kind, Refused, Spec},
    target::Target,
    view::{SettingField, SettingSection},
};
use crate::staff_products::view::{Choice, FieldError};

const WEEKDAYS: [Key; 7] =
    [msg::DAY_0, msg::DAY_1, msg::DAY_2, msg::DAY_3, msg::DAY_4, msg::DAY_5, msg::DAY_6];

/// What the texts of values need.
pub struct Words<'a> {
    pub messages: &'a Messages,
    pub rates: &'a Rates,
}

/// What a form shows: the stored fields, or those that were refused.
pub struct Shown<'a> {
    pub fields: &'a Patch,
    pub refused: &'a [Refused],
    /// As typed, where the text could not be read.
    pub typed: Option<&'a std::collections::HashMap<String, String>>,
}

impl Words<'_> {
    fn options(&self, kind: Kind) -> Vec<Choice> {
        let choice = |value: String, label: String| Choice { value, label };
        match kind {
            Kind::Choice(choices) => choices
                .iter()
                .map(|(value, label)| choice((*value).to_owned(), self.messages.text(*label)))
                .collect(),
            Kind::Countries => {
                self.rates.all_countries().map(|(code, name)| choice(code.clone(), name.clone())).collect()
            }
            Kind::Weekdays => WEEKDAYS
                .iter()
                .enumerate()
                .map(|(number, label)| choice(number.to_string(), self.messages.text(*label)))
                .collect(),
            _ => Vec::new(),
        }
    }

    fn field(&self, spec: &Spec, shown: &Shown<'_>) -> SettingField {
        let text = |key: Key| self.messages.text(key);
        let error = shown.refused.iter().find(|one| one.field == spec.name);
        let typed = error.and(shown.typed).and_then(|typed| typed.get(spec.name)).cloned();
        let stored = || shown.fields.0.get(spec.name).map(|value| spec.kind.text(value)).unwrap_or_default();
        let (control, is_ltr, max_chars) = match spec.kind {
            Kind::Line { max, is_ltr, .. } => ("line", is_ltr, Some(max)),
            Kind::OptionalLine { max } => ("line", false, Some(max)),
            Kind::Email => ("email", true, Some(254)),
            Kind::Path => ("path", true, Some(200)),
            Kind::TimeZone => ("line", true, Some(60)),
            Kind::Lines { is_ltr, .. } => ("lines", is_ltr, None),
            Kind::Accounts => ("lines", false, None),
            Kind::Switch | Kind::Removed => ("switch", false, None),
            Kind::Number { .. } | Kind::OptionalNumber { .. } => ("number", true, None),
            Kind::Money | Kind::OptionalMoney => ("money", true, None),
            Kind::Choice(_) => ("choice", false, None),
            Kind::Countries | Kind::Weekdays | Kind::Order => ("boxes", false, None),
            Kind::Time => ("time", true, None),
        };
        let range = match spec.kind {
            Kind::Number { min, max } | Kind::OptionalNumber { min, max } => Some((min, max)),
            _ => None,
        };
        let bound = |value: i64| i32::try_from(value).ok();
        SettingField {
            name: spec.name.to_owned(),
            label: text(spec.label),
            hint: spec.hint.map(text),
            control,
            value: typed.unwrap_or_else(stored),
            is_ltr,
            is_required: matches!(
                spec.kind,
                Kind::Line { is_required: true, .. } | Kind::Number { .. } | Kind::Time
            ),
            options: self.options(spec.kind),
            max_chars,
            min: range.and_then(|(min, _)| bound(min)),
            max: range.and_then(|(_, max)| bound(max)),
            long_text: max_chars
                .map(|max| self.messages.text(msg::ERROR_TOO_LONG.with("max", max)))
                .unwrap_or_default(),
            bad_text: match (spec.kind, range) {
                (_, Some((min, max))) => {
                    self.messages.text(msg::ERROR_RANGE.with("min", min).with("max", max))
                }
                (Kind::Email, _) => text(msg::ERROR_EMAIL),
                (Kind::Path, _) => text(msg::ERROR_PATH),
                (Kind::Money | Kind::OptionalMoney, _) => text(msg::ERROR_MONEY),
                (Kind::Time, _) => text(msg::ERROR_TIME),
                _ => String::new(),
            },
            error: error.map(|one| self.messages.text(&one.message)),
        }
    }

    pub fn sections(&self, target: Target, shown: &Shown<'_>) -> Vec<SettingSection> {
        let section = |section: &super::parts::Section| SettingSection {
            title: self.messages.text(section.title),
            text: section.text.map(|key| self.messages.text(key)),
            fields: section
                .fields
                .iter()
                .filter(|spec| spec.kind.is_open())
                .map(|spec| self.field(spec, shown))
                .collect(),
        };
        target.sections().iter().map(section).collect()
    }

    pub fn errors(&self, target: Target, refused: &[Refused]) -> Vec<FieldError> {
        let error = |one: &Refused| FieldError {
            field: one.field.to_owned(),
            label: self.messages.text(target.label(one.field)),
            text: self.messages.text(&one.message),
        };
        refused.iter().map(error).collect()
    }

    /// The labels of fields, each once.
    pub fn labels<'a>(&self, target: Target, fields: impl Iterator<Item = &'a str>) -> String {
        let mut labels: Vec<String> = fields.map(|field| self.messages.text(target.label(field))).collect();
        let mut seen = std::collections::BTreeSet::new();
        labels.retain(|label| seen.insert(label.clone()));
        labels.join("، ")
    }

    /// A stored value as people read it.
    pub fn shown(&self, target: Target, field: &str, patch: &Patch) -> String {
        let none = || self.messages.text(msg::VALUE_NONE);
        let (Some(spec), Some(value)) = (target.spec(field), patch.0.get(field)) else { return none() };
        let names = |values: &[Value]| {
            let options = self.options(spec.kind);
            let name = |value: &Value| {
                let code = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                options.iter().find(|one| one.value == code).map_or(code, |one| one.label.clone())
            };
            values.iter().map(name).collect::<Vec<_>>().join("، ")
        };
        let text = match (spec.kind, value) {
            (Kind::Switch | Kind::Removed, value) => {
                let is_on = value.as_bool().unwrap_or_default();
                self.messages.text(if is_on { msg::YES } else { msg::NO })
            }
            (Kind::Money | Kind::OptionalMoney, Value::Number(minor)) => {
                Money::from_minor(minor.as_i64().unwrap_or_default()).format()
            }
            (Kind::Choice(_), value) => names(std::slice::from_ref(value)),
            (Kind::Countries | Kind::Weekdays, Value::Array(values)) => names(values),
            (kind, value) => kind.text(value),
        };
        if text.is_empty() { none() } else { text }
    }
}
