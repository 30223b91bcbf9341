//! The blocks of the editor's form: each block is a list of named fields.

use std::collections::BTreeMap;

use kernel::{Key, Message, msg, text};

use super::{
    blocks::{Block, Figure, Person, Tab},
    contacts::{ContactIcon, ContactWay},
    html::{SafeHtml, SafeUrl},
};

/// The kinds of blocks, as they are stored, with their names for staff.
pub const KINDS: [(&str, Key); 13] = [
    ("heading", msg::content::BLOCK_HEADING),
    ("text", msg::content::BLOCK_TEXT),
    ("picture", msg::content::BLOCK_PICTURE),
    ("gallery", msg::content::BLOCK_GALLERY),
    ("products", msg::content::BLOCK_PRODUCTS),
    ("reviews-grid", msg::content::BLOCK_REVIEWS_GRID),
    ("reviews-slider", msg::content::BLOCK_REVIEWS_SLIDER),
    ("tabs", msg::content::BLOCK_TABS),
    ("figures", msg::content::BLOCK_FIGURES),
    ("people", msg::content::BLOCK_PEOPLE),
    ("button", msg::content::BLOCK_BUTTON),
    ("contacts", msg::content::BLOCK_CONTACTS),
    ("form", msg::content::BLOCK_FORM),
];

/// Tabs, figures or people of one block.
pub const MAX_ENTRIES: usize = 12;
const MAX_LINE_CHARS: usize = 200;

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
                let entry =
                    |tab: &Tab| vec![("title", tab.title.clone()), ("html", tab.html.as_str().to_owned())];
                entries(label, tabs.iter().map(entry))
            }
            Block::Figures { label, figures } => {
                let entry = |one: &Figure| vec![("value", one.value.clone()), ("text", one.text.clone())];
                entries(label, figures.iter().map(entry))
            }
            Block::People { label, people } => {
                let entry = |one: &Person| {
                    vec![("name", one.name.clone()), ("role", one.role.clone()), ("text", one.text.clone())]
                };
                entries(label, people.iter().map(entry))
            }
            Block::Button { label, url, is_primary } => vec![
                ("label".into(), label.clone()),
                ("url".into(), url.as_str().to_owned()),
                ("primary".into(), if *is_primary { "1".to_owned() } else { String::new() }),
            ],
            Block::Contacts { label, ways } => {
                let entry = |way: &ContactWay| {
                    vec![
                        ("icon", way.icon.name().to_owned()),
                        ("title", way.title.clone()),
                        ("note", way.note.clone()),
                        ("url", way.url.as_str().to_owned()),
                        ("detail", way.detail.clone()),
                    ]
                };
                entries(label, ways.iter().map(entry))
            }
            Block::Form { name } => vec![("name".into(), name.clone())],
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
            Block::Figures { .. } => "figures",
            Block::People { .. } => "people",
            Block::Button { .. } => "button",
            Block::Contacts { .. } => "contacts",
            Block::Form { .. } => "form",
        };
        Self { kind, values: pairs.into_iter().collect() }
    }

    pub fn value(&self, name: &str) -> &str {
        self.values.get(name).map_or("", String::as_str)
    }

    /// The block in a form in which equal contents are equal: as it would be stored, or without surrounding spaces if it
    /// cannot be.
    pub fn normalized(&self) -> Self {
        let form = match self.to_block(0) {
            Ok(block) => Self::from_block(&block),
            Err(_) => {
                let trimmed = |value: &String| value.trim().replace("\r\n", "\n");
                let values = self.values.iter().map(|(name, value)| (name.clone(), trimmed(value)));
                Self { kind: self.kind, values: values.collect() }
            }
        };
        Self { values: form.values.into_iter().filter(|(_, value)| !value.is_empty()).collect(), ..form }
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
                let tabs: Vec<Tab> = (0..MAX_ENTRIES)
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
            "figures" => {
                let figures: Vec<Figure> = (0..MAX_ENTRIES)
                    .map(|index| Figure {
                        value: line(&format!("value-{index}")),
                        text: line(&format!("text-{index}")),
                    })
                    .filter(|figure| !figure.value.is_empty() || !figure.text.is_empty())
                    .collect();
                let is_incomplete = |one: &Figure| one.value.is_empty() || one.text.is_empty();
                if figures.is_empty() || figures.iter().any(is_incomplete) {
                    wrong("value-0", msg::content::FIGURES_INCOMPLETE);
                }
                Block::Figures { label: line("label"), figures }
            }
            "people" => {
                let people: Vec<Person> = (0..MAX_ENTRIES)
                    .map(|index| Person {
                        name: line(&format!("name-{index}")),
                        role: line(&format!("role-{index}")),
                        text: line(&format!("text-{index}")),
                    })
                    .filter(|one| !one.name.is_empty() || !one.role.is_empty() || !one.text.is_empty())
                    .collect();
                if people.is_empty() || people.iter().any(|one| one.name.is_empty()) {
                    wrong("name-0", msg::content::PEOPLE_INCOMPLETE);
                }
                Block::People { label: line("label"), people }
            }
            "contacts" => {
                let mut ways = Vec::new();
                for index in 0..MAX_ENTRIES {
                    let part = |name: &str| line(&format!("{name}-{index}"));
                    let (title, typed) = (part("title"), part("url"));
                    // The icon alone is no entry: a select always has a value.
                    if [&title, &typed, &part("note"), &part("detail")]
                        .into_iter()
                        .all(|part| part.is_empty())
                    {
                        continue;
                    }
                    let (icon, url) = (ContactIcon::parse(&part("icon")), SafeUrl::parse(&typed));
                    if title.is_empty() || icon.is_none() {
                        wrong(&format!("title-{index}"), msg::content::CONTACTS_INCOMPLETE);
                    }
                    if url.is_none() && !typed.is_empty() {
                        wrong(&format!("url-{index}"), msg::content::URL_INVALID);
                    }
                    ways.push(ContactWay {
                        icon: icon.unwrap_or(ContactIcon::Chat),
                        title,
                        note: part("note"),
                        url: url.unwrap_or_default(),
                        detail: part("detail"),
                    });
                }
                if ways.is_empty() {
                    wrong("title-0", msg::content::CONTACTS_INCOMPLETE);
                }
                Block::Contacts { label: line("label"), ways }
            }
            "form" => Block::Form { name: line("name") },
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

/// The label of a list, and the fields of its entries with their numbers.
fn entries(label: &str, all: impl Iterator<Item = Vec<(&'static str, String)>>) -> Vec<(String, String)> {
    let numbered = all.enumerate().flat_map(|(index, entry)| {
        entry.into_iter().map(move |(name, value)| (format!("{name}-{index}"), value))
    });
    [("label".to_owned(), label.to_owned())].into_iter().chain(numbered).collect()
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
            Block::Figures {
                label: "بالأرقام".to_owned(),
                figures: vec![Figure { value: "23".to_owned(), text: "مزرعة".to_owned() }],
            },
            Block::People {
                label: "أهل الدكان".to_owned(),
                people: vec![Person {
                    name: "خالد".to_owned(),
                    role: String::new(),
                    text: "يحمّص".to_owned(),
                }],
            },
            Block::Button {
                label: "تسوّق".to_owned(),
                url: SafeUrl::parse("/ar/shop/").expect("an address"),
                is_primary: true,
            },
            Block::Contacts {
                label: "طرق التواصل".to_owned(),
                ways: vec![ContactWay {
                    icon: ContactIcon::Phone,
                    title: "اتصال".to_owned(),
                    note: String::new(),
                    url: SafeUrl::parse("tel:+12025550148").expect("an address"),
                    detail: "+1 202 555 0148".to_owned(),
                }],
            },
            Block::Form { name: "contact".to_owned() },
        ];
        for block in blocks {
            let form = BlockForm::from_block(&block);
            assert!(KINDS.iter().any(|(kind, _)| *kind == form.kind));
            assert_eq!(form.to_block(0).expect("a block"), block);
            assert_eq!(form.normalized(), form.normalized().normalized());
        }
    }

    #[test]
    fn the_same_content_is_equal_whatever_line_ends_and_spaces_it_was_sent_with() {
        let form = |html: &str| BlockForm {
            kind: "text",
            values: BTreeMap::from([("html".to_owned(), html.to_owned()), ("x".to_owned(), String::new())]),
        };
        assert_eq!(form("<p>a</p>\r\n<p>b</p>").normalized(), form("<p>a</p>\n<p>b</p>").normalized());
        assert_ne!(form("<p>a</p>").normalized(), form("<p>b</p>").normalized());
    }

    #[test]
    fn a_list_shows_one_empty_entry_more_and_refuses_half_of_one() {
        let figures = |pairs: &[(&str, &str)]| BlockForm {
            kind: "figures",
            values: pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        };
        let full =
            figures(&[("label", "أ"), ("value-0", "1"), ("text-0", "ب"), ("value-1", "2"), ("text-1", "ج")]);
        let names: Vec<String> = full.fields().into_iter().map(|field| field.name).collect();
        assert_eq!(names, ["label", "value-0", "text-0", "value-1", "text-1", "value-2", "text-2"]);
        assert!(full.to_block(0).is_ok());
        assert!(figures(&[("label", "أ"), ("value-0", "1")]).to_block(0).is_err());
        assert!(figures(&[("label", "أ")]).to_block(0).is_err());
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
