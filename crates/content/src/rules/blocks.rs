//! The blocks of a page or post, as they are stored.

use serde::{Deserialize, Serialize};

use super::{
    contacts::ContactWay,
    html::{SafeHtml, SafeUrl, escape},
};

/// More blocks are refused by the editor's form.
pub const MAX_BLOCKS: usize = 40;

pub type Blocks = Vec<Block>;

/// One block. Every kind is one component of React; unknown kinds and fields are an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Block {
    Heading {
        /// 2 to 4.
        level: u8,
        text: String,
    },
    Text {
        html: SafeHtml,
    },
    Picture {
        /// Name in `pictures`.
        name: String,
        alt: String,
        #[serde(default)]
        caption: String,
    },
    Gallery {
        label: String,
        names: Vec<String>,
    },
    Products {
        title: String,
        /// SKUs of the shown products; empty: the category's.
        #[serde(default)]
        skus: Vec<String>,
        /// Path of a category, such as `coffee/beans`; empty: the whole shop.
        #[serde(default)]
        category: String,
        /// How many of the category.
        #[serde(default = "default_count")]
        count: u8,
    },
    ReviewsGrid {},
    ReviewsSlider {},
    Tabs {
        label: String,
        tabs: Vec<Tab>,
    },
    /// Numbers about the shop, side by side.
    Figures {
        /// Accessible name.
        label: String,
        figures: Vec<Figure>,
    },
    People {
        label: String,
        people: Vec<Person>,
    },
    Button {
        label: String,
        url: SafeUrl,
        #[serde(default)]
        is_primary: bool,
    },
    /// Ways to reach the shop. A form that follows stands beside them.
    Contacts {
        /// Accessible name.
        label: String,
        ways: Vec<ContactWay>,
    },
    /// A form of `enquiries`, by its name.
    Form {
        name: String,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tab {
    pub title: String,
    pub html: SafeHtml,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// With its unit, such as «12 يومًا».
    pub value: String,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    pub name: String,
    #[serde(default)]
    pub role: String,
    #[serde(default)]
    pub text: String,
}

impl Person {
    /// «خالد الرويلي، المحمصة».
    pub fn title(&self) -> String {
        if self.role.is_empty() { self.name.clone() } else { format!("{}، {}", self.name, self.role) }
    }
}

fn default_count() -> u8 {
    4
}

impl Block {
    /// Names of the pictures that the block shows.
    pub fn pictures(&self) -> &[String] {
        match self {
            Self::Picture { name, .. } => std::slice::from_ref(name),
            Self::Gallery { names, .. } => names,
            _ => &[],
        }
    }

    /// The words that a visitor reads in the block itself.
    pub fn plain(&self) -> String {
        match self {
            Self::Heading { text, .. } => text.clone(),
            Self::Text { html } => html.plain(),
            Self::Picture { caption, .. } => caption.clone(),
            Self::Tabs { tabs, .. } => {
                join(tabs.iter().map(|tab| format!("{} {}", tab.title, tab.html.plain())))
            }
            Self::Products { title, .. } => title.clone(),
            Self::Figures { figures, .. } => {
                join(figures.iter().map(|one| format!("{} {}", one.value, one.text)))
            }
            Self::People { label, people } => {
                let people = people.iter().map(|one| format!("{} {}", one.title(), one.text));
                join([label.clone()].into_iter().chain(people))
            }
            Self::Contacts { ways, .. } => join(ways.iter().map(ContactWay::plain)),
            Self::Gallery { .. }
            | Self::ReviewsGrid {}
            | Self::ReviewsSlider {}
            | Self::Button { .. }
            | Self::Form { .. } => String::new(),
        }
    }

    /// The block as HTML for feeds and emails: texts and links, nothing that needs the shop's scripts or styles.
    pub fn to_html(&self, origin: &str) -> String {
        match self {
            Self::Heading { level, text } => {
                format!("<h{level}>{}</h{level}>", escape(text), level = (*level).clamp(2, 4))
            }
            Self::Text { html } => html.absolute(origin),
            Self::Tabs { tabs, .. } => tabs
                .iter()
                .map(|tab| format!("<h2>{}</h2>{}", escape(&tab.title), tab.html.absolute(origin)))
                .collect(),
            Self::Figures { figures, .. } => {
                let item = |one: &Figure| format!("<li>{} {}</li>", escape(&one.value), escape(&one.text));
                format!("<ul>{}</ul>", figures.iter().map(item).collect::<String>())
            }
            Self::Contacts { ways, .. } => {
                format!("<ul>{}</ul>", ways.iter().map(|way| way.to_html(origin)).collect::<String>())
            }
            Self::People { label, people } => {
                let item = |one: &Person| {
                    format!("<li><strong>{}</strong> {}</li>", escape(&one.title()), escape(&one.text))
                };
                let people: String = people.iter().map(item).collect();
                format!("<h2>{}</h2><ul>{people}</ul>", escape(label))
            }
            Self::Button { label, url, .. } => {
                let link = format!("<p><a href=\"{}\">{}</a></p>", escape(url.as_str()), escape(label));
                SafeHtml::clean(&link).absolute(origin)
            }
            Self::Picture { .. }
            | Self::Gallery { .. }
            | Self::Products { .. }
            | Self::ReviewsGrid {}
            | Self::ReviewsSlider {}
            | Self::Form { .. } => String::new(),
        }
    }
}

fn join(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_stored_by_its_kind_and_unknown_ones_are_refused() {
        let block: Block =
            serde_json::from_str(r#"{"kind":"text","html":"<p>a</p><script>x</script>"}"#).expect("a block");
        assert_eq!(block, Block::Text { html: SafeHtml::clean("<p>a</p>") });
        let json = serde_json::to_string(&block).expect("JSON");
        assert_eq!(serde_json::from_str::<Block>(&json).expect("a block"), block);
        assert_eq!(
            serde_json::to_string(&Block::ReviewsSlider {}).expect("JSON"),
            r#"{"kind":"reviews-slider"}"#
        );
        for invalid in [
            r#"{"kind":"script","html":"x"}"#,
            r#"{"kind":"text","html":"x","style":"y"}"#,
            r#"{"kind":"heading","text":"x"}"#,
        ] {
            assert!(serde_json::from_str::<Block>(invalid).is_err(), "{invalid}");
        }
    }

    #[test]
    fn a_feed_gets_texts_without_markup_of_titles() {
        let heading = Block::Heading { level: 2, text: "<script>x</script>".to_owned() };
        assert!(!heading.to_html("https://a.example").contains("<script"));
        let button = Block::Button {
            label: "<b>متجر".to_owned(),
            url: SafeUrl::parse("/ar/shop/?a=1&b=2").expect("an address"),
            is_primary: true,
        };
        let people = Block::People {
            label: "<i>".to_owned(),
            people: vec![Person { name: "<b>".to_owned(), role: "<u>".to_owned(), text: "<s>".to_owned() }],
        };
        let html = people.to_html("https://a.example");
        assert!(!["<i>", "<b>", "<u>", "<s>"].iter().any(|tag| html.contains(tag)), "{html}");
        let html = button.to_html("https://a.example");
        assert!(html.contains("href=\"https://a.example/ar/shop/?a=1&amp;b=2\""), "{html}");
        assert!(!html.contains("<b>"), "{html}");
    }
}
