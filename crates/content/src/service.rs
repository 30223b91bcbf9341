//! What other crates may ask of content, and how its pages are built.

pub mod blocks;
mod comments;
mod conflict;
mod edit;
mod feed;
mod form;
mod import;
mod pages;
mod share;
mod submit;

pub(crate) use comments::CommentRequest;
pub(crate) use conflict::{Conflicting, choices};
pub(crate) use edit::{EditOutcome, change_version, save};
pub(crate) use feed::feed;
pub(crate) use form::{Editor, EditorAction};
pub(crate) use pages::{blog_page, item_page, render_item, search_page};
pub(crate) use share::{PreviewLink, share};
pub(crate) use submit::{CommentForm, submit};

pub use crate::store::{
    Draft, PictureUse, find_redirect, list_for_sitemap, list_picture_uses, list_used_pictures,
};
pub use import::{publish_comment, put_category, put_item};
pub use pages::{find_articles, form_names, page_from};

/// Nonce actions.
pub(crate) mod nonces {
    /// The time at which a comment form was rendered.
    pub const TIME: &str = "comments.time";
    /// The link by which a writer sees a held comment.
    pub const HELD: &str = "comments.held";
    /// The link by which others read a version that is not public.
    pub const PREVIEW: &str = "content.preview";
    pub const STAFF: &str = "content.staff";
}

/// The purpose of the form's captcha.
pub(crate) const CAPTCHA: &str = "comment";

/// Cache tags.
pub mod tags {
    /// Pages that show posts in a list.
    pub const POSTS: &str = "posts";
    /// Results of the search in content.
    pub const SEARCH: &str = "content-search";
    /// Pages that name categories of posts.
    pub const CATEGORIES: &str = "post-categories";

    /// Pages that show an item.
    pub fn item(id: i64) -> String {
        format!("content:{id}")
    }

    /// Pages that link to the pages of a group.
    pub fn group(name: &str) -> String {
        format!("content-group:{name}")
    }

    /// The comments of a post.
    pub fn comments(post: i64) -> String {
        format!("comments:{post}")
    }
}
