use catalog::PictureView;
use edge::view::{LinkView, View};
use reviews::view::ReviewPagesView;
use serde::Serialize;
use ts_rs::TS;

use super::{blocks::BlockView, comments::CommentsView};

/// A page, such as the terms.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct ContentPageView {
    pub title: String,
    /// A sentence below the title; empty for none.
    pub lead: String,
    /// Above the title; `None` for most pages.
    pub hero: Option<PictureView>,
    pub crumbs: Vec<LinkView>,
    /// Pages of the same group, this one included; empty if it is alone. The page whose URL is `url` is current.
    pub siblings: Vec<LinkView>,
    pub url: String,
    /// When the text was last changed, written out in Arabic; only pages of a group (policies) show it.
    pub updated: Option<String>,
    pub blocks: Vec<BlockView>,
    /// `None` on a public page.
    pub preview: Option<PreviewView>,
}

impl View for ContentPageView {
    const COMPONENT: &'static str = "content/ContentPage";
}

/// The band on top of a page that is not public.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct PreviewView {
    /// What is shown: the draft, or the state at a moment.
    pub text: String,
    /// `None` for those who only have a link.
    pub edit_url: Option<String>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct PostPageView {
    pub title: String,
    pub lead: String,
    pub hero: Option<PictureView>,
    pub crumbs: Vec<LinkView>,
    /// Empty if the post names none.
    pub author: String,
    /// Written out in Arabic.
    pub date: String,
    /// ISO 8601.
    pub datetime: String,
    pub reading_minutes: u32,
    pub categories: Vec<LinkView>,
    pub blocks: Vec<BlockView>,
    pub comments: CommentsView,
    pub preview: Option<PreviewView>,
}

impl View for PostPageView {
    const COMPONENT: &'static str = "content/PostPage";
}

/// The blog, one of its categories, or the results of a search in posts and pages.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct BlogPageView {
    pub title: String,
    pub crumbs: Vec<LinkView>,
    /// The whole blog first.
    pub categories: Vec<BlogCategoryLink>,
    pub search: BlogSearchView,
    pub posts: Vec<PostCardView>,
    pub pages: Option<ReviewPagesView>,
    /// RSS.
    pub feed_url: String,
}

impl View for BlogPageView {
    const COMPONENT: &'static str = "content/BlogPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct BlogCategoryLink {
    pub label: String,
    pub url: String,
    pub current: bool,
}

/// Sent by GET.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct BlogSearchView {
    pub action: String,
    /// Name of the field.
    pub name: String,
    /// Empty while nothing is searched.
    pub query: String,
    pub clear_url: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct PostCardView {
    pub title: String,
    pub url: String,
    /// The first words, as plain text.
    pub excerpt: String,
    pub picture: Option<PictureView>,
    /// Empty for pages, which have none.
    pub date: String,
    pub datetime: String,
    pub reading_minutes: u32,
}
