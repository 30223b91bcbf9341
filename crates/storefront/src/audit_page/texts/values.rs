//! What was before and after an act: states, people, and the fields that an editor has changed.

use edge::changes::Patch;
use kernel::{Key, msg, msg::audit as text};
use serde_json::{Map, Value};

use super::{
    AuditPartView, AuditValueView, LineTexts, Logged, first_word, given, number_after,
    patch::{self, Beginning, FieldValue},
    raw, value,
};
use crate::{
    media_library::texts as picture_texts,
    staff_products::{bundle_texts, texts as product_texts},
    staff_settings::{Kind, PARTS, Target, Words},
};

/// A part of the settings, or a zone or a method of shipping, and what follows it without the space.
pub(super) fn settings_target(subject: &str) -> Option<(Target, &str)> {
    if let Some(rest) = subject.strip_prefix("settings ") {
        let (group, rest) = first_word(rest);
        let part = PARTS.iter().find(|part| part.group == group)?;
        return Some((Target::Part(part), rest));
    }
    if let Some((id, rest)) = number_after(subject, "shipping_zone ") {
        return Some((Target::Zone(id), rest));
    }
    let (id, rest) = number_after(subject, "shipping_method ")?;
    Some((Target::Method(id), rest))
}

/// Whose fields a list of fields has.
#[derive(Clone, Copy)]
enum Edited {
    Product,
    Bundle,
    Picture,
    Settings(Target),
}

impl Edited {
    fn of(subject: &str) -> Option<Self> {
        match first_word(subject).0 {
            "product" | "variation" => Some(Self::Product),
            "bundle" => Some(Self::Bundle),
            "picture" => Some(Self::Picture),
            _ => settings_target(subject).map(|(target, _)| Self::Settings(target)),
        }
    }

    /// As the editor calls the field. Each editor has one label for all other names.
    fn label(self, field: &str) -> Option<Key> {
        let (label, other, own) = match self {
            Self::Product => (product_texts::label(field), msg::staff_products::FIELD_PICTURES, "pictures"),
            Self::Bundle => (bundle_texts::label(field), msg::staff_bundles::PARTS, "parts"),
            Self::Picture => (picture_texts::label(field), msg::media_library::FIELD_DELETED, "is_deleted"),
            Self::Settings(target) => return target.spec(field).map(|spec| spec.label),
        };
        (label != other || field == own).then_some(label)
    }

    /// Whether the value is an empty field.
    fn is_empty(self, value: &Value) -> bool {
        match value {
            Value::Null => true,
            Value::String(text) => text.is_empty(),
            Value::Array(values) => values.is_empty(),
            // Of a bundle: no discount and no limit.
            Value::Number(number) => matches!(self, Self::Bundle) && number.as_i64() == Some(0),
            Value::Bool(_) | Value::Object(_) => false,
        }
    }

    fn none(self) -> Key {
        match self {
            Self::Product | Self::Bundle => msg::staff_products::VALUE_NONE,
            Self::Picture => msg::media_library::NOTHING,
            Self::Settings(_) => msg::settings::VALUE_NONE,
        }
    }
}

fn affiliate_state(state: &str) -> Option<Key> {
    Some(match state {
        "requested" => msg::affiliates::STATE_REQUESTED,
        "active" => msg::affiliates::STATE_ACTIVE,
        "disabled" => msg::affiliates::STATE_DISABLED,
        _ => return None,
    })
}

impl LineTexts<'_> {
    /// What stands before or after an act.
    pub(super) fn values(&self, line: &Logged<'_>, stored: &str) -> Vec<AuditValueView> {
        if stored.is_empty() {
            return Vec::new();
        }
        let known = match line.action {
            "role-edit" => self.role_summary(stored),
            "affiliate-changed" => self.affiliate_summary(stored),
            "affiliate-product-rate" => self.affiliate_rate(stored).map(|rate| vec![rate]),
            _ => self.edited_fields(line.subject, stored),
        };
        known.unwrap_or_else(|| vec![value(self.state(line.action, stored))])
    }

    fn state(&self, action: &str, stored: &str) -> AuditPartView {
        match action {
            "order-state" => self.order_state(stored),
            "order-pick" => {
                let key = match stored {
                    "open" => Some(text::IS_OPEN),
                    "picked" => Some(text::IS_PICKED),
                    _ => None,
                };
                self.word(key, stored)
            }
            "product-schedule" => self.moment(stored),
            "bulk" => self.bulk_state(stored),
            "moderate" | "moderate-undo" => self.moderation(stored),
            "enquiry" => self.enquiry_state(stored),
            "enquiry-assign" => self.assignee(stored, msg::enquiries::INBOX_NOBODY),
            "job-retry" | "job-stop" => {
                let key = match stored {
                    "failed" => Some(text::IS_FAILED),
                    "waiting" => Some(text::IS_WAITING),
                    "stopped" => Some(text::IS_STOPPED),
                    _ => None,
                };
                self.word(key, stored)
            }
            "staff-role" | "staff-view-begin" | "staff-view-end" => self.role(stored),
            _ => raw(stored),
        }
    }

    fn edited_fields(&self, subject: &str, stored: &str) -> Option<Vec<AuditValueView>> {
        let edited = Edited::of(subject)?;
        let fields = patch::read(stored)?;
        Some(fields.into_iter().map(|(field, value)| self.edited_field(edited, field, &value)).collect())
    }

    fn edited_field(&self, edited: Edited, field: &str, stored: &FieldValue<'_>) -> AuditValueView {
        let label = self.label(edited, field);
        let parts = match stored {
            FieldValue::Whole(value) => {
                vec![self.field_value(edited, field, value).unwrap_or_else(|| raw(value.to_string()))]
            }
            FieldValue::Cut(json) => {
                self.cut_value(edited, field, json).unwrap_or_else(|| vec![raw(format!("{json}…"))])
            }
        };
        AuditValueView { label: Some(label), parts }
    }

    fn label(&self, edited: Edited, field: &str) -> AuditPartView {
        let Some(key) = edited.label(field) else { return raw(field) };
        // Two methods of payment have the same fields.
        match edited {
            Edited::Settings(target) if field.contains('.') => {
                let of =
                    target.sections().iter().find(|one| one.fields.iter().any(|spec| spec.name == field));
                let label = self.messages.text(key);
                of.map_or_else(|| self.text(key), |section| self.labelled(section.title, label))
            }
            _ => self.text(key),
        }
    }

    fn cut_value(&self, edited: Edited, field: &str, json: &str) -> Option<Vec<AuditPartView>> {
        let Beginning { value, rest } = patch::beginning(json)?;
        if edited.is_empty(&value) {
            return None;
        }
        let known = self.field_value(edited, field, &value)?;
        let rest = rest.map(|rest| raw(format!("{rest}…")));
        Some(std::iter::once(known).chain(rest).collect())
    }

    /// `None`: the field is unknown, or its value is none of its values.
    fn field_value(&self, edited: Edited, field: &str, value: &Value) -> Option<AuditPartView> {
        edited.label(field)?;
        let patch = Patch(Map::from_iter([(field.to_owned(), value.clone())]));
        let shown = match edited {
            Edited::Product => {
                product_texts::shown(self.messages, self.zone, &self.names.categories, field, &patch)
            }
            Edited::Bundle => bundle_texts::shown(self.messages, &self.names.products(), field, &patch),
            Edited::Picture => picture_texts::shown(self.messages, field, &patch),
            Edited::Settings(target) => self.setting(target, field, &patch, value)?,
        };
        // What a function of a form cannot read is an empty field there.
        if shown == self.messages.text(edited.none()) {
            return edited.is_empty(value).then(|| self.text(edited.none()));
        }
        let is_amount = value.is_number() && (field.ends_with("_minor") || field.ends_with("Minor"));
        Some(if is_amount { raw(shown) } else { given(shown) })
    }

    fn setting(&self, target: Target, field: &str, patch: &Patch, value: &Value) -> Option<String> {
        if matches!(target.spec(field)?.kind, Kind::Switch | Kind::Removed) && !value.is_boolean() {
            return None;
        }
        if let (Target::Zone(_), "methods", Value::Array(ids)) = (target, field, value) {
            let name = |id: &Value| {
                let id = id.to_string();
                self.names.find("method", &id).map_or(id, |method| method.text.clone())
            };
            let names: Vec<String> = ids.iter().map(name).collect();
            if !names.is_empty() {
                return Some(names.join("، "));
            }
        }
        Some(Words { messages: self.messages, rates: self.rates }.shown(target, field, patch))
    }

    /// A role in full: title, rights, parts of rights and limits.
    fn role_summary(&self, stored: &str) -> Option<Vec<AuditValueView>> {
        let (rest, pieces) = stored.rsplit_once("; pieces: ")?;
        let (rest, refunds) = rest.rsplit_once("; refunds: ")?;
        let (rest, scopes) = rest.rsplit_once("; in part: ")?;
        let (title, rights) = rest.rsplit_once(": ")?;
        let refunds = match refunds {
            "none" => self.text(text::ANY_AMOUNT),
            minor => super::money(minor.parse().ok()?),
        };
        let pieces = match pieces {
            "none" => self.text(text::STOCK_LIMIT_OF_SHOP),
            pieces => raw(pieces),
        };
        let mut values = vec![
            self.field(msg::accounts::TEAM_ROLE_TITLE, given(title)),
            AuditValueView { label: Some(self.text(text::RIGHTS)), parts: self.rights_of(rights) },
        ];
        if !scopes.is_empty() {
            let parts = scopes.split(' ').map(|name| self.scope(name)).collect();
            values.push(AuditValueView { label: Some(self.text(text::RIGHTS_IN_PART)), parts });
        }
        values.push(self.field(msg::accounts::TEAM_REFUND_LIMIT, refunds));
        values.push(self.field(msg::accounts::TEAM_STOCK_LIMIT, pieces));
        Some(values)
    }

    /// `salma: active, rate 12.5`.
    fn affiliate_summary(&self, stored: &str) -> Option<Vec<AuditValueView>> {
        let (rest, rate) = stored.rsplit_once(", rate ")?;
        let (slug, state) = rest.split_once(": ")?;
        let rate = match rate {
            "of the shop" => self.field(msg::affiliates::RATE, self.text(text::RATE_OF_SHOP)),
            rate => self.field(msg::affiliates::RATE, raw(format!("{rate}%"))),
        };
        Some(vec![
            self.field(msg::affiliates::SLUG, given(slug)),
            self.field(msg::affiliates::STATE, self.word(affiliate_state(state), state)),
            rate,
        ])
    }

    /// `rate 12.5`.
    fn affiliate_rate(&self, stored: &str) -> Option<AuditValueView> {
        let rate = stored.strip_prefix("rate ")?;
        Some(self.field(msg::affiliates::RATE, raw(format!("{rate}%"))))
    }
}
