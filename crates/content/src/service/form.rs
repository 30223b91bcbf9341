//! The form of the staff's editor.

use std::collections::BTreeMap;

use kernel::{msg, text};

use crate::{
    rules::{BlockForm, EditorError, ItemKind, MAX_BLOCKS, MAX_SLUG_CHARS, Snapshot, field_name, slugify},
    store::Draft,
};

const MAX_TITLE_CHARS: usize = 200;
const MAX_LEAD_CHARS: usize = 500;

/// The editor's form as it was typed.
#[derive(Debug, Clone)]
pub struct Editor {
    /// `None`: a new item.
    pub id: Option<i64>,
    pub kind: ItemKind,
    /// The version number of the item that the editor was opened with.
    pub version: i64,
    pub title: String,
    pub slug: String,
    pub lead: String,
    pub author: String,
    pub picture: String,
    pub page_group: String,
    pub comments_open: bool,
    pub categories: Vec<i64>,
    pub blocks: Vec<BlockForm>,
    /// When to start, as typed.
    pub at: String,
}

/// What a button of the editor does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditorAction<'a> {
    Save,
    Publish,
    Schedule,
    Hide,
    /// Shows the editor with what was chosen between two edits.
    Merge,
    Add(&'a str),
    Remove(usize),
    Up(usize),
    Down(usize),
}

impl<'a> EditorAction<'a> {
    pub fn parse(text: &'a str) -> Option<Self> {
        let (name, value) = text.split_once(':').unwrap_or((text, ""));
        let index = || value.parse().ok();
        Some(match name {
            "save" => Self::Save,
            "publish" => Self::Publish,
            "schedule" => Self::Schedule,
            "hide" => Self::Hide,
            "merge" => Self::Merge,
            "add" => Self::Add(value),
            "remove" => Self::Remove(index()?),
            "up" => Self::Up(index()?),
            "down" => Self::Down(index()?),
            _ => return None,
        })
    }
}

impl Editor {
    pub fn empty(kind: ItemKind) -> Self {
        Self {
            id: None,
            kind,
            version: 0,
            title: String::new(),
            slug: String::new(),
            lead: String::new(),
            author: String::new(),
            picture: String::new(),
            page_group: String::new(),
            comments_open: kind == ItemKind::Post,
            categories: Vec::new(),
            blocks: BlockForm::empty("text").into_iter().collect(),
            at: String::new(),
        }
    }

    /// `number` is the version number of the item.
    pub fn from_draft(item: i64, draft: &Draft, number: i64) -> Self {
        Self {
            id: Some(item),
            kind: draft.kind,
            version: number,
            title: draft.title.clone(),
            slug: draft.slug.clone(),
            lead: draft.lead.clone(),
            author: draft.author.clone(),
            picture: draft.picture.clone(),
            page_group: draft.page_group.clone(),
            comments_open: draft.comments_open,
            categories: draft.categories.clone(),
            blocks: draft.blocks.iter().map(BlockForm::from_block).collect(),
            at: String::new(),
        }
    }

    /// The fields and blocks in a form in which equal contents are equal.
    pub fn snapshot(&self) -> Snapshot {
        let trimmed = |text: &str| text.trim().replace("\r\n", "\n");
        let mut fields = vec![
            ("title", trimmed(&self.title)),
            ("slug", self.clean_slug(self.title.trim())),
            ("lead", trimmed(&self.lead)),
            ("picture", trimmed(&self.picture)),
        ];
        match self.kind {
            ItemKind::Page => fields.push(("group", slugify(&self.page_group))),
            ItemKind::Post => {
                let mut categories = self.categories.clone();
                categories.sort_unstable();
                let categories: Vec<String> = categories.iter().map(i64::to_string).collect();
                let comments = if self.comments_open { "1" } else { "" };
                fields.extend([
                    ("author", trimmed(&self.author)),
                    ("comments", comments.to_owned()),
                    ("categories", categories.join(",")),
                ]);
            }
        }
        Snapshot { fields, blocks: self.blocks.iter().map(BlockForm::normalized).collect() }
    }

    /// Takes all values of a snapshot.
    pub fn apply(&mut self, snapshot: Snapshot) {
        for (name, value) in snapshot.fields {
            match name {
                "title" => self.title = value,
                "slug" => self.slug = value,
                "lead" => self.lead = value,
                "picture" => self.picture = value,
                "group" => self.page_group = value,
                "author" => self.author = value,
                "comments" => self.comments_open = !value.is_empty(),
                "categories" => self.categories = value.split(',').filter_map(|id| id.parse().ok()).collect(),
                _ => {}
            }
        }
        self.blocks = snapshot.blocks;
    }

    /// The fields of the form: [`Self::from_pairs`] reads the same editor from them.
    pub fn to_pairs(&self) -> Vec<(String, String)> {
        let mut pairs = vec![
            ("kind".to_owned(), self.kind.name().to_owned()),
            ("version".to_owned(), self.version.to_string()),
            ("title".to_owned(), self.title.clone()),
            ("slug".to_owned(), self.slug.clone()),
            ("lead".to_owned(), self.lead.clone()),
            ("author".to_owned(), self.author.clone()),
            ("picture".to_owned(), self.picture.clone()),
            ("group".to_owned(), self.page_group.clone()),
            ("at".to_owned(), self.at.clone()),
        ];
        pairs.extend(self.id.map(|id| ("id".to_owned(), id.to_string())));
        pairs.extend(self.comments_open.then(|| ("comments".to_owned(), "1".to_owned())));
        pairs.extend(self.categories.iter().map(|id| ("category[]".to_owned(), id.to_string())));
        for (index, block) in self.blocks.iter().enumerate() {
            pairs.push((field_name(index, "kind"), block.kind.to_owned()));
            pairs.extend(block.values.iter().map(|(name, value)| (field_name(index, name), value.clone())));
        }
        pairs
    }

    /// The address, which is made of the title if none was typed.
    fn clean_slug(&self, title: &str) -> String {
        slugify(if self.slug.trim().is_empty() { title } else { &self.slug })
    }

    /// Reads the form. `None` if it names no kind.
    pub fn from_pairs(pairs: &[(String, String)]) -> Option<Self> {
        let get = |name: &str| {
            pairs.iter().find(|(field, _)| field == name).map_or(String::new(), |(_, value)| value.clone())
        };
        let mut blocks: BTreeMap<usize, BTreeMap<String, String>> = BTreeMap::new();
        for (field, value) in pairs {
            let Some((index, name)) = field.strip_prefix("block-").and_then(|rest| rest.split_once('-'))
            else {
                continue;
            };
            let Ok(index) = index.parse() else { continue };
            blocks.entry(index).or_default().insert(name.to_owned(), value.clone());
        }
        let blocks = blocks.into_values().filter_map(|mut values| {
            let empty = BlockForm::empty(&values.remove("kind")?)?;
            Some(BlockForm { values, ..empty })
        });
        let categories = pairs.iter().filter(|(field, _)| field == "category[]");
        Some(Self {
            id: get("id").parse().ok(),
            kind: ItemKind::parse(&get("kind"))?,
            version: get("version").parse().unwrap_or(0),
            title: get("title"),
            slug: get("slug"),
            lead: get("lead"),
            author: get("author"),
            picture: get("picture"),
            page_group: get("group"),
            comments_open: !get("comments").is_empty(),
            categories: categories.filter_map(|(_, value)| value.parse().ok()).collect(),
            blocks: blocks.collect(),
            at: get("at"),
        })
    }

    /// Adds, removes or moves a block. Returns false if the action does something else.
    pub fn rearrange(&mut self, action: EditorAction<'_>) -> bool {
        let last = self.blocks.len().saturating_sub(1);
        match action {
            EditorAction::Add(kind) if self.blocks.len() < MAX_BLOCKS => {
                self.blocks.extend(BlockForm::empty(kind))
            }
            EditorAction::Add(_) => {}
            EditorAction::Remove(index) if index < self.blocks.len() => drop(self.blocks.remove(index)),
            EditorAction::Up(index) if index > 0 && index <= last => self.blocks.swap(index, index - 1),
            EditorAction::Down(index) if index < last => self.blocks.swap(index, index + 1),
            EditorAction::Remove(_) | EditorAction::Up(_) | EditorAction::Down(_) => {}
            EditorAction::Save
            | EditorAction::Publish
            | EditorAction::Schedule
            | EditorAction::Hide
            | EditorAction::Merge => return false,
        }
        true
    }

    /// Checks the form. `reserved` are the first parts of addresses that the shop's own pages have.
    pub fn check(&self, reserved: &[String]) -> Result<Draft, Vec<EditorError>> {
        let mut errors = Vec::new();
        let title = text::clean(&self.title, MAX_TITLE_CHARS).trim().to_owned();
        if title.is_empty() {
            errors.push(EditorError::new("title", msg::content::FIELD_MISSING));
        }
        let slug = self.clean_slug(&title);
        if slug.is_empty() && !title.is_empty() {
            errors.push(EditorError::new("slug", msg::content::FIELD_INVALID));
        }
        if reserved.contains(&slug) {
            errors.push(EditorError::new("slug", msg::content::SLUG_RESERVED));
        }
        let mut blocks = Vec::new();
        for (index, form) in self.blocks.iter().enumerate() {
            match form.to_block(index) {
                Ok(block) => blocks.push(block),
                Err(more) => errors.extend(more),
            }
        }
        if blocks.len() > MAX_BLOCKS {
            errors.push(EditorError::new("", msg::content::TOO_MANY_BLOCKS));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Draft {
            kind: self.kind,
            slug,
            page_group: slugify(&self.page_group),
            title,
            lead: text::clean(&self.lead, MAX_LEAD_CHARS).trim().to_owned(),
            author: text::clean(&self.author, MAX_SLUG_CHARS).trim().to_owned(),
            picture: self.picture.trim().to_owned(),
            blocks,
            categories: if self.kind == ItemKind::Post { self.categories.clone() } else { Vec::new() },
            comments_open: self.kind == ItemKind::Post && self.comments_open,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn the_form_keeps_the_order_of_its_blocks() {
        let form = pairs(&[
            ("kind", "page"),
            ("title", "عن المتجر"),
            ("block-10-kind", "text"),
            ("block-10-html", "<p>b</p>"),
            ("block-2-kind", "heading"),
            ("block-2-level", "2"),
            ("block-2-text", "a"),
            ("block-3-kind", "script"),
        ]);
        let mut editor = Editor::from_pairs(&form).expect("a form");
        let kinds: Vec<_> = editor.blocks.iter().map(|block| block.kind).collect();
        assert_eq!(kinds, ["heading", "text"]);
        assert!(editor.rearrange(EditorAction::Down(0)));
        assert!(editor.rearrange(EditorAction::Add("tabs")));
        assert!(editor.rearrange(EditorAction::Remove(1)));
        let kinds: Vec<_> = editor.blocks.iter().map(|block| block.kind).collect();
        assert_eq!(kinds, ["text", "tabs"]);
        assert!(!editor.rearrange(EditorAction::Save));
    }

    #[test]
    fn a_form_survives_its_own_fields_and_its_snapshot() {
        let form = pairs(&[
            ("id", "7"),
            ("kind", "post"),
            ("version", "3"),
            ("title", "قهوة الصباح"),
            ("slug", "morning"),
            ("lead", "سطر"),
            ("author", "خالد"),
            ("picture", "story"),
            ("comments", "1"),
            ("category[]", "4"),
            ("category[]", "2"),
            ("at", "2026-11-20T08:30"),
            ("block-0-kind", "text"),
            ("block-0-html", "<p>نص</p>"),
        ]);
        let editor = Editor::from_pairs(&form).expect("a form");
        let again = Editor::from_pairs(&editor.to_pairs()).expect("a form");
        assert_eq!(format!("{editor:?}"), format!("{again:?}"));

        let mut empty = Editor::empty(ItemKind::Post);
        empty.apply(editor.snapshot());
        assert_eq!(empty.snapshot(), editor.snapshot());
        assert_eq!(empty.categories, [2, 4]);
    }

    #[test]
    fn an_address_of_the_shop_itself_is_refused() {
        let reserved = ["cart".to_owned()];
        let mut editor = Editor { title: "Cart".to_owned(), ..Editor::empty(ItemKind::Page) };
        editor.blocks.clear();
        let errors = editor.check(&reserved).expect_err("refused");
        assert_eq!(errors, [EditorError::new("slug", msg::content::SLUG_RESERVED)]);
        editor.slug = "the-cart".to_owned();
        assert_eq!(editor.check(&reserved).expect("a draft").slug, "the-cart");
    }
}
