//! Menus and notices as plain values, and the text in which staff write a menu.

use kernel::{Message, msg, text};
use serde::{Deserialize, Serialize};

/// The menus of the layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Menu {
    Main,
    /// The menu of small screens; the main one if it has no items.
    Mobile,
    /// Rows below the menu of small screens: tracking, contact.
    Service,
    Footer,
}

impl Menu {
    pub const ALL: [Self; 4] = [Self::Main, Self::Mobile, Self::Service, Self::Footer];

    pub fn name(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Mobile => "mobile",
            Self::Service => "service",
            Self::Footer => "footer",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|menu| menu.name() == name)
    }

    /// The cache tag of the pages that show this menu.
    pub fn tag(self) -> String {
        format!("menu:{}", self.name())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeKind {
    /// At the top of every page.
    Store,
    /// At the bottom of every page.
    ComingSoon,
}

impl NoticeKind {
    pub const ALL: [Self; 2] = [Self::Store, Self::ComingSoon];

    pub fn name(self) -> &'static str {
        match self {
            Self::Store => "store",
            Self::ComingSoon => "coming-soon",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The cache tag of the pages that show this notice.
    pub fn tag(self) -> String {
        format!("notice:{}", self.name())
    }
}

/// The cache tags of a layout. The slim one has only the footer.
pub fn layout_tags(is_slim: bool) -> Vec<String> {
    if is_slim {
        return vec![Menu::Footer.tag()];
    }
    Menu::ALL.map(Menu::tag).into_iter().chain(NoticeKind::ALL.map(NoticeKind::tag)).collect()
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MenuItem {
    pub label: String,
    /// May be empty in the footer, for the heading of a column.
    #[serde(default)]
    pub url: String,
    #[serde(default)]
    pub accent: bool,
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub children: Vec<MenuLink>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MenuLink {
    pub label: String,
    pub url: String,
}

pub const MAX_NOTICE_CHARS: usize = 300;
const MAX_LABEL_CHARS: usize = 60;
const MAX_DESCRIPTION_CHARS: usize = 200;
const MAX_ITEMS: usize = 15;
const MAX_CHILDREN: usize = 25;

/// Why a menu cannot be stored. Lines are counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("line {line} has no label")]
    NoLabel { line: usize },
    #[error("line {line} links to an address that is not allowed")]
    Address { line: usize },
    #[error("line {line} is a submenu item without an item above it")]
    NoParent { line: usize },
    #[error("too many items at line {line}")]
    TooMany { line: usize },
}

impl Refusal {
    pub fn message(self) -> Message {
        match self {
            Self::NoLabel { line } => msg::site::NO_LABEL.with("line", line),
            Self::Address { line } => msg::site::BAD_ADDRESS.with("line", line),
            Self::NoParent { line } => msg::site::NO_PARENT.with("line", line),
            Self::TooMany { line } => msg::site::TOO_MANY.with("line", line),
        }
    }
}

/// Reads a menu from text: one item a line, as `label | address | description`. `-` before a label makes it an item of
/// the submenu above, `!` emphasizes it.
pub fn parse_menu(menu: Menu, source: &str) -> Result<Vec<MenuItem>, Refusal> {
    let mut items: Vec<MenuItem> = Vec::new();
    for (line, source) in (1..).zip(source.lines()) {
        if source.trim().is_empty() {
            continue;
        }
        let (source, is_child) = strip(source, '-');
        let (source, accent) = strip(source, '!');
        let mut parts = source.split('|');
        let mut next = |max| text::clean(parts.next().unwrap_or_default(), max);
        let (label, url) = (next(MAX_LABEL_CHARS), next(500));
        let description = next(MAX_DESCRIPTION_CHARS);
        if label.is_empty() {
            return Err(Refusal::NoLabel { line });
        }
        let is_heading = menu == Menu::Footer && !is_child && url.is_empty();
        if !is_heading && !is_allowed_address(&url) {
            return Err(Refusal::Address { line });
        }
        if !is_child {
            items.push(MenuItem { label, url, accent, description, children: Vec::new() });
        } else {
            let parent = items.last_mut().ok_or(Refusal::NoParent { line })?;
            parent.children.push(MenuLink { label, url });
        }
        let children = items.last().map_or(0, |item| item.children.len());
        if items.len() > MAX_ITEMS || children > MAX_CHILDREN {
            return Err(Refusal::TooMany { line });
        }
    }
    Ok(items)
}

fn strip(line: &str, mark: char) -> (&str, bool) {
    let line = line.trim();
    line.strip_prefix(mark).map_or((line, false), |rest| (rest.trim(), true))
}

/// A page of this shop, or a page elsewhere over https. No other scheme: a link must never run a script.
pub fn is_allowed_address(url: &str) -> bool {
    let is_own = url.starts_with("/ar/");
    let is_foreign =
        url.strip_prefix("https://").is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'));
    (is_own || is_foreign) && !url.contains(|c: char| c.is_whitespace() || c == '\\' || c == '"')
}

/// The text that [`parse_menu`] reads the same items from.
pub fn menu_text(items: &[MenuItem]) -> String {
    let mut text = String::new();
    for item in items {
        let mark = if item.accent { "! " } else { "" };
        let parts = [item.label.as_str(), &item.url, &item.description];
        let length = parts.iter().rposition(|part| !part.is_empty()).map_or(0, |last| last + 1);
        text += &format!("{mark}{}\n", parts[..length].join(" | "));
        for child in &item.children {
            text += &format!("- {} | {}\n", child.label, child.url);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "القهوة | /ar/product-category/coffee/ | بنّ يُحمّص كل صباح\n\
        - بنّ مختصّ | /ar/product-category/coffee/beans/\n\
        ! التخفيضات | /ar/shop/?on_sale=1\n";

    #[test]
    fn a_menu_is_read_from_text_and_written_back() {
        let items = parse_menu(Menu::Main, TEXT).expect("a menu");
        assert_eq!(items.len(), 2);
        assert_eq!(items[0].children[0].label, "بنّ مختصّ");
        assert_eq!(items[0].description, "بنّ يُحمّص كل صباح");
        assert!(items[1].accent);
        assert_eq!(menu_text(&items), TEXT);
    }

    #[test]
    fn only_the_footer_has_headings_without_an_address() {
        assert_eq!(parse_menu(Menu::Main, "عنوان"), Err(Refusal::Address { line: 1 }));
        assert_eq!(
            parse_menu(Menu::Footer, "عنوان\n- أ").expect_err("no address"),
            Refusal::Address { line: 2 }
        );
        assert!(parse_menu(Menu::Footer, "عنوان\n- أ | /ar/").is_ok());
    }

    #[test]
    fn a_faulty_line_is_named() {
        let refusal = |text| parse_menu(Menu::Main, text).expect_err("a refusal");
        assert_eq!(refusal("\n - أ | /ar/"), Refusal::NoParent { line: 2 });
        assert_eq!(refusal("أ | /ar/\n| /ar/"), Refusal::NoLabel { line: 2 });
        assert_eq!(refusal(&"أ | /ar/\n".repeat(16)), Refusal::TooMany { line: 16 });
    }

    #[test]
    fn a_menu_links_to_pages_only() {
        for url in ["/ar/", "/ar/product/بن/", "https://example.com/"] {
            assert!(is_allowed_address(url), "{url}");
        }
        for url in
            ["javascript:alert(1)", "//example.com/", "http://example.com/", "data:text/html,x", "/ar/ x", ""]
        {
            assert!(!is_allowed_address(url), "{url}");
        }
    }
}
