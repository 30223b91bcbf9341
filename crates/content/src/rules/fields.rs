//! The fields that a block has in the editor's form.

use kernel::{Key, msg};

use super::editor::{BlockForm, MAX_ENTRIES};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    Text,
    Lines,
    Html,
    /// A level of a heading.
    Level,
    /// A form of `enquiries`.
    Form,
    /// An icon of a way to reach the shop.
    Icon,
    Checkbox,
    Address,
}

/// A field of a block.
#[derive(Debug, Clone)]
pub struct BlockField {
    pub name: String,
    pub label: Key,
    pub kind: FieldKind,
    pub hint: Option<Key>,
    pub required: bool,
}

impl BlockForm {
    pub fn fields(&self) -> Vec<BlockField> {
        let field = |name: &str, label: Key, kind: FieldKind, required: bool| BlockField {
            name: name.to_owned(),
            label,
            kind,
            hint: None,
            required,
        };
        let hinted = |field: BlockField, hint: Key| BlockField { hint: Some(hint), ..field };
        // A name for the list, and the fields of its entries.
        let entries = |label: Key, parts: &[(&str, Key, FieldKind)]| -> Vec<BlockField> {
            // A select always has a value, so it does not tell whether an entry was filled in.
            let typed = parts.iter().filter(|(_, _, kind)| *kind != FieldKind::Icon);
            let names: Vec<&str> = typed.map(|(name, ..)| *name).collect();
            let mut fields = vec![field("label", label, FieldKind::Text, true)];
            for index in 0..self.entry_count(&names) {
                for (name, label, kind) in parts {
                    fields.push(field(&format!("{name}-{index}"), *label, *kind, false));
                }
            }
            fields
        };
        match self.kind {
            "heading" => vec![
                field("level", msg::content::FIELD_LEVEL, FieldKind::Level, true),
                field("text", msg::content::FIELD_TEXT, FieldKind::Text, true),
            ],
            "text" => vec![hinted(
                field("html", msg::content::FIELD_HTML, FieldKind::Html, true),
                msg::content::HINT_HTML,
            )],
            "picture" => vec![
                hinted(
                    field("name", msg::content::FIELD_PICTURE_NAME, FieldKind::Address, true),
                    msg::content::HINT_PICTURE,
                ),
                field("alt", msg::content::FIELD_ALT, FieldKind::Text, true),
                field("caption", msg::content::FIELD_CAPTION, FieldKind::Text, false),
            ],
            "gallery" => vec![
                field("label", msg::content::FIELD_LABEL, FieldKind::Text, true),
                hinted(
                    field("names", msg::content::FIELD_PICTURE_NAMES, FieldKind::Lines, true),
                    msg::content::HINT_LINES,
                ),
            ],
            "products" => vec![
                field("title", msg::content::FIELD_TITLE, FieldKind::Text, true),
                hinted(
                    field("skus", msg::content::FIELD_SKUS, FieldKind::Lines, false),
                    msg::content::HINT_SKUS,
                ),
                field("category", msg::content::FIELD_CATEGORY_PATH, FieldKind::Address, false),
                field("count", msg::content::FIELD_COUNT, FieldKind::Text, false),
            ],
            "tabs" => entries(
                msg::content::FIELD_LABEL,
                &[
                    ("title", msg::content::FIELD_TAB_TITLE, FieldKind::Text),
                    ("html", msg::content::FIELD_TAB_TEXT, FieldKind::Html),
                ],
            ),
            "figures" => entries(
                msg::content::FIELD_LABEL,
                &[
                    ("value", msg::content::FIELD_FIGURE_VALUE, FieldKind::Text),
                    ("text", msg::content::FIELD_FIGURE_TEXT, FieldKind::Text),
                ],
            ),
            "people" => entries(
                msg::content::FIELD_TITLE,
                &[
                    ("name", msg::content::FIELD_PERSON_NAME, FieldKind::Text),
                    ("role", msg::content::FIELD_PERSON_ROLE, FieldKind::Text),
                    ("text", msg::content::FIELD_PERSON_TEXT, FieldKind::Text),
                ],
            ),
            "button" => vec![
                field("label", msg::content::FIELD_LABEL, FieldKind::Text, true),
                hinted(
                    field("url", msg::content::FIELD_URL, FieldKind::Address, true),
                    msg::content::HINT_URL,
                ),
                field("primary", msg::content::FIELD_PRIMARY, FieldKind::Checkbox, false),
            ],
            "contacts" => entries(
                msg::content::FIELD_LABEL,
                &[
                    ("icon", msg::content::FIELD_ICON, FieldKind::Icon),
                    ("title", msg::content::FIELD_TITLE, FieldKind::Text),
                    ("note", msg::content::FIELD_NOTE, FieldKind::Text),
                    ("url", msg::content::FIELD_URL, FieldKind::Address),
                    ("detail", msg::content::FIELD_DETAIL, FieldKind::Address),
                ],
            ),
            "form" => vec![field("name", msg::content::FIELD_FORM, FieldKind::Form, true)],
            _ => Vec::new(),
        }
    }

    /// One empty entry follows those that were filled in.
    fn entry_count(&self, names: &[&str]) -> usize {
        let is_filled = |index: &usize| {
            names.iter().any(|name| !self.value(&format!("{name}-{index}")).trim().is_empty())
        };
        (0..MAX_ENTRIES).rev().find(is_filled).map_or(2, |last| (last + 2).clamp(2, MAX_ENTRIES))
    }
}
