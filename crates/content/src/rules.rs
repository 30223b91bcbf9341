//! Decisions about pages, posts and comments, on plain data.

mod blocks;
mod comments;
mod contacts;
mod editor;
mod fields;
mod html;
mod merge;
mod slug;
mod words;

pub use blocks::{Block, Blocks, Figure, MAX_BLOCKS, Person, Tab};
pub use comments::{
    CommentDraft, CommentFields, MAX_COMMENT_CHARS, MAX_DEPTH, MAX_NAME_CHARS, Refusal, check,
};
pub use contacts::{ContactIcon, ContactWay};
pub use editor::{BlockForm, EditorError, KINDS, field_name};
pub use fields::{BlockField, FieldKind};
pub use html::{SafeHtml, SafeUrl, escape};
pub use merge::{Choice, Merge, Origin, Part, Snapshot, mark_changes};
pub use slug::{MAX_SLUG_CHARS, redirect_path, redirect_target, slugify};
pub use words::{index_words, query_words};

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum ItemKind {
    Page,
    Post,
}

impl ItemKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Post => "post",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        [Self::Page, Self::Post].into_iter().find(|kind| kind.name() == name)
    }
}

/// Minutes that reading a text takes, at least one.
pub fn reading_minutes(plain: &str) -> u32 {
    const WORDS_PER_MINUTE: usize = 180;
    u32::try_from(plain.split_whitespace().count().div_ceil(WORDS_PER_MINUTE)).unwrap_or(u32::MAX).max(1)
}

/// The first words of a text, up to about `max_chars`.
pub fn excerpt(plain: &str, max_chars: usize) -> String {
    let mut text = String::new();
    let mut chars = 0;
    for word in plain.split_whitespace() {
        chars += word.chars().count() + 1;
        if chars > max_chars && !text.is_empty() {
            text.push('…');
            return text;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_ends_after_a_word() {
        assert_eq!(excerpt("قهوة سعودية متوازنة", 100), "قهوة سعودية متوازنة");
        assert_eq!(excerpt("قهوة  سعودية\nمتوازنة", 13), "قهوة سعودية…");
        assert_eq!(excerpt("", 10), "");
    }

    #[test]
    fn reading_takes_a_minute_at_least() {
        assert_eq!(reading_minutes(""), 1);
        assert_eq!(reading_minutes(&"كلمة ".repeat(181)), 2);
    }
}
