//! The blocks of the editor's form: each block is a list of named fields.

use std::collections::BTreeMap;

use kernel::{Key, Message, msg, text};

use super::{
    blocks::{Block, Tab},
    html::{SafeHtml, SafeUrl},
};

/// The kinds of blocks, as they are stored, with their names for staff.
pub const KINDS: [(&str, Key); 9] = [
    ("heading", msg::content::BLOCK_HEADING),
    ("text", msg::content::BLOCK_TEXT),
    ("picture", msg::content::BLOCK_PICTURE),
    ("gallery", msg::content::BLOCK_GALLERY),
    ("products", msg::content::BLOCK_PRODUCTS),
    ("reviews-grid", msg::content::BLOCK_REVIEWS_GRID),
    ("reviews-slider", msg::content::BLOCK_REVIEWS_SLIDER),
    ("tabs", msg::content::BLOCK_TABS),
    ("button", msg::content::BLOCK_BUTTON),
];

/// Tabs of one block.
const MAX_TABS: usize = 12;
const MAX_LINE_CHARS: usize = 200;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    Text,
    Lines,
    Html,
    /// A level of a heading.
    Level,
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

/// A block as it was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockForm {
    /// One of [`KINDS`].
    pub kind: &'static str,
    pub values: BTreeMap<String, String>,
}

/// What is wrong with a field of the editor. Each has one text in `content.ftl`.
#[derive(Debug, Clone, PartialEq)]
pub struct EditorError {
    /// Name of the field; empty for the whole form.
    pub field: String,
    pub message: Message,
}

impl EditorError {
    pub fn new(field: impl Into<String>, message: impl Into<Message>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}

impl BlockForm {
    /// An empty block; `None`: there is no such kind.
    pub fn empty(kind: &str) -> Option<Self> {
        let (kind, _) = KINDS.into_iter().find(|(name, _)| *name == kind)?;
        Some(Self { kind, values: BTreeMap::new() })
    }

    pub fn from_block(block: &Block) -> Self {
        let pairs: Vec<(String, String)> = match block {
            Block::Heading { level, text } => {
                vec![("level".into(), level.to_string()), ("text".into(), text.clone())]
            }
            Block::Text { html } => vec![("html".into(), html.as_str().to_owned())],
            Block::Picture { name, alt, caption } => vec![
                ("name".into(), name.clone()),
                ("alt".into(), alt.clone()),
                ("caption".into(), caption.clone()),
            ],
            Block::Gallery { label, names } => {
                vec![("label".into(), label.clone()), ("names".into(), names.join("\n"))]
            }
            Block::Products { title, skus, category, count } => vec![
                ("title".into(), title.clone()),
                ("skus".into(), skus.join("\n")),
                ("category".into(), category.clone()),
                ("count".into(), count.to_string()),
            ],
            Block::ReviewsGrid {} | Block::ReviewsSlider {} => Vec::new(),
            Block::Tabs { label, tabs } => {
                let fields = tabs.iter().enumerate().flat_map(|(index, tab)| {
                    [
                        (format!("title-{index}"), tab.title.clone()),
                        (format!("html-{index}"), tab.html.as_str().to_owned()),
                    ]
                });
                [("label".to_owned(), label.clone())].into_iter().chain(fields).collect()
            }
            Block::Button { label, url, is_primary } => vec![
                ("label".into(), label.clone()),
                ("url".into(), url.as_str().to_owned()),
                ("primary".into(), if *is_primary { "1".to_owned() } else { String::new() }),
            ],
        };
        let kind = match block {
            Block::Heading { .. } => "heading",
            Block::Text { .. } => "text",
            Block::Picture { .. } => "picture",
            Block::Gallery { .. } => "gallery",
            Block::Products { .. } => "products",
            Block::ReviewsGrid {} => "reviews-grid",
            Block::ReviewsSlider {} => "reviews-slider",
            Block::Tabs { .. } => "tabs",
            Block::Button { .. } => "button",
        };
        Self { kind, values: pairs.into_iter().collect() }
    }

    pub fn value(&self, name: &str) -> &str {
        self.values.get(name).map_or("", String::as_str)
    }

    pub fn fields(&self) -> Vec<BlockField> {
        let field = |name: &str, label: Key, kind: FieldKind, required: bool| BlockField {
            name: name.to_owned(),
            label,
            kind,
            hint: None,
            required,
        };
        let hinted = |field: BlockField, hint: Key| BlockField { hint: Some(hint), ..field };
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
            "tabs" => {
                let label = field("label", msg::content::FIELD_LABEL, FieldKind::Text, true);
                let tabs = (0..self.tab_count()).flat_map(|index| {
                    [
                        field(
                            &format!("title-{index}"),
                            msg::content::FIELD_TAB_TITLE,
                            FieldKind::Text,
                            false,
                        ),
                        field(&format!("html-{index}"), msg::content::FIELD_TAB_TEXT, FieldKind::Html, false),
                    ]
                });
                [label].into_iter().chain(tabs).collect()
            }
            "button" => vec![
                field("label", msg::content::FIELD_LABEL, FieldKind::Text, true),
                hinted(
                    field("url", msg::content::FIELD_URL, FieldKind::Address, true),
                    msg::content::HINT_URL,
                ),
                field("primary", msg::content::FIELD_PRIMARY, FieldKind::Checkbox, false),
            ],
            _ => Vec::new(),
        }
    }

    /// One empty tab follows those that were filled in.
    fn tab_count(&self) -> usize {
        let filled = (0..MAX_TABS).rev().find(|index| {
            !self.value(&format!("title-{index}")).trim().is_empty()
                || !self.value(&format!("html-{index}")).trim().is_empty()
        });
        filled.map_or(2, |last| (last + 2).clamp(2, MAX_TABS))
    }

    /// Checks a block. `index` is part of the names of its fields.
    pub fn to_block(&self, index: usize) -> Result<Block, Vec<EditorError>> {
        let mut errors = Vec::new();
        let mut wrong = |name: &str, key: Key| errors.push(EditorError::new(field_name(index, name), key));
        let line = |name: &str| text::clean(self.value(name), MAX_LINE_CHARS).trim().to_owned();
        let lines = |name: &str| -> Vec<String> {
            self.value(name)
                .lines()
                .map(|line| text::clean(line, MAX_LINE_CHARS).trim().to_owned())
                .filter(|line| !line.is_empty())
                .take(40)
                .collect()
        };
        for field in self.fields() {
            if field.required && self.value(&field.name).trim().is_empty() {
                wrong(&field.name, msg::content::FIELD_MISSING);
            }
        }
        let block = match self.kind {
            "heading" => {
                let level = self.value("level").parse().ok().filter(|level| (2..=4).contains(level));
                if level.is_none() {
                    wrong("level", msg::content::FIELD_INVALID);
                }
                Block::Heading { level: level.unwrap_or(2), text: line("text") }
            }
            "text" => Block::Text { html: SafeHtml::clean(self.value("html")) },
            "picture" => Block::Picture { name: line("name"), alt: line("alt"), caption: line("caption") },
            "gallery" => Block::Gallery { label: line("label"), names: lines("names") },
            "products" => Block::Products {
                title: line("title"),
                skus: lines("skus"),
                category: line("category").trim_matches('/').to_owned(),
                count: kernel::digits::fold(self.value("count")).trim().parse().unwrap_or(4).clamp(1, 12),
            },
            "reviews-grid" => Block::ReviewsGrid {},
            "reviews-slider" => Block::ReviewsSlider {},
            "tabs" => {
                let tabs: Vec<Tab> = (0..MAX_TABS)
                    .map(|index| Tab {
                        title: line(&format!("title-{index}")),
                        html: SafeHtml::clean(self.value(&format!("html-{index}"))),
                    })
                    .filter(|tab| !tab.title.is_empty() || !tab.html.is_empty())
                    .collect();
                if tabs.is_empty() || tabs.iter().any(|tab| tab.title.is_empty()) {
                    wrong("title-0", msg::content::TABS_INCOMPLETE);
                }
                Block::Tabs { label: line("label"), tabs }
            }
            _ => {
                let url = SafeUrl::parse(self.value("url"));
                if url.is_none() && !self.value("url").trim().is_empty() {
                    wrong("url", msg::content::URL_INVALID);
                }
                Block::Button {
                    label: line("label"),
                    url: url.unwrap_or_default(),
                    is_primary: !self.value("primary").is_empty(),
                }
            }
        };
        if errors.is_empty() { Ok(block) } else { Err(errors) }
    }
}

/// The name of a block's field in the form.
pub fn field_name(index: usize, name: &str) -> String {
    format!("block-{index}-{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_block_survives_the_form() {
        let blocks = [
            Block::Heading { level: 3, text: "عنوان".to_owned() },
            Block::Text { html: SafeHtml::clean("<p>نص</p>") },
            Block::Picture { name: "story".to_owned(), alt: "دلّة".to_owned(), caption: String::new() },
            Block::Gallery { label: "صور".to_owned(), names: vec!["a".to_owned(), "b".to_owned()] },
            Block::Products {
                title: "من رفوفنا".to_owned(),
                skus: vec!["A-1".to_owned()],
                category: String::new(),
                count: 4,
            },
            Block::ReviewsGrid {},
            Block::ReviewsSlider {},
            Block::Tabs {
                label: "مساعدة".to_owned(),
                tabs: vec![Tab { title: "الشحن".to_owned(), html: SafeHtml::clean("<p>x</p>") }],
            },
            Block::Button {
                label: "تسوّق".to_owned(),
                url: SafeUrl::parse("/ar/shop/").expect("an address"),
                is_primary: true,
            },
        ];
        for block in blocks {
            let form = BlockForm::from_block(&block);
            assert!(KINDS.iter().any(|(kind, _)| *kind == form.kind));
            assert_eq!(form.to_block(0).expect("a block"), block);
        }
    }

    #[test]
    fn a_block_that_is_not_filled_in_names_its_fields() {
        let fields = |form: &BlockForm| -> Vec<String> {
            form.to_block(2).expect_err("refused").into_iter().map(|error| error.field).collect()
        };
        let button = BlockForm {
            kind: "button",
            values: BTreeMap::from([("url".to_owned(), "javascript:alert(1)".to_owned())]),
        };
        assert_eq!(fields(&button), ["block-2-label", "block-2-url"]);
        assert_eq!(fields(&BlockForm::empty("text").expect("a kind")), ["block-2-html"]);
        assert_eq!(BlockForm::empty("script"), None);
    }
}
