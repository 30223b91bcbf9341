use edge::view::{LinkView, View};
use serde::Serialize;
use ts_rs::TS;

use super::form::{ReviewFormView, ReviewItemView};

/// A setting of the shop.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "reviews.ts")]
pub enum ReviewsMode {
    /// Filters, search and pages load without leaving the page; the form replaces the list.
    #[default]
    Async,
    /// A chosen rating reloads the page with `ivrating`; the classic form follows the list.
    Classic,
}

/// The reviews of a product, or of the whole shop on the page of all reviews.
///
/// Rendered by `web/src/reviews/Reviews.island.tsx`. Every link and form works without script, by GET parameters.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewSectionView {
    pub mode: ReviewsMode,
    /// What is reviewed. Its id is 0 on the page of all reviews: a new review is about the shop.
    pub item: ReviewItemView,
    /// `None` while there are no reviews.
    pub summary: Option<ReviewSummaryView>,
    pub strip: Option<ReviewStripView>,
    pub sort: ReviewSortView,
    pub search: ReviewSearchView,
    pub tags: Vec<ReviewTagView>,
    pub list: ReviewListView,
    /// Page with the form, for visitors without script.
    pub add_url: String,
    /// `None`: reviews are closed.
    pub form: Option<ReviewFormView>,
    /// Address of the vote form, for visitors without script: fields `reviewID`, `upvote` and `nonce`.
    pub vote_url: String,
    /// Nonce of calls 17 and 18. It is not bound to a session, because the page is public.
    pub security: String,
    /// `attributes` of call 19; `None` on the page of a product, which uses calls 16 to 18.
    pub attributes: Option<String>,
}

impl View for ReviewSectionView {
    const COMPONENT: &'static str = "reviews/Reviews";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewSummaryView {
    /// With one decimal, such as `4.8`.
    pub average: String,
    #[ts(type = "number")]
    pub count: i64,
    /// From five stars to one.
    pub rows: Vec<HistogramRow>,
    /// The list without a rating filter.
    pub see_all_url: String,
    /// The rating that the list is filtered by.
    pub selected: Option<u8>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct HistogramRow {
    pub rating: u8,
    #[ts(type = "number")]
    pub count: i64,
    /// Whole percent of all reviews.
    pub share: u8,
    /// The page with `ivrating`.
    pub url: String,
}

/// Pictures and videos of shoppers, newest first.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewStripView {
    pub media: Vec<ReviewMediaView>,
    /// How many more there are.
    #[ts(type = "number")]
    pub more: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "reviews.ts")]
pub enum ReviewMediaKind {
    Picture,
    Video,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewMediaView {
    pub id: String,
    pub kind: ReviewMediaKind,
    pub width: i32,
    pub height: i32,
    /// 320 px, for tiles. A video's poster.
    pub thumb_url: String,
    /// 800 px.
    pub medium_url: String,
    /// 1,600 px, or the video itself.
    pub full_url: String,
    pub poster_url: Option<String>,
    /// Who sent it; part of the alternative text.
    pub author: String,
}

/// The sort form, sent by GET.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewSortView {
    pub action: String,
    /// Name of the field.
    pub name: String,
    pub hidden: Vec<HiddenInput>,
    pub current: String,
    pub options: Vec<ReviewSortOption>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewSortOption {
    pub value: String,
    pub label: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct HiddenInput {
    pub name: String,
    pub value: String,
}

/// The search form, sent by GET.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewSearchView {
    pub action: String,
    pub name: String,
    pub hidden: Vec<HiddenInput>,
    pub query: String,
    pub clear_url: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewTagView {
    /// `crtagid`.
    pub id: String,
    pub label: String,
    #[ts(type = "number")]
    pub count: i64,
    pub selected: bool,
    /// The page with this tag added, or removed if it is selected.
    pub url: String,
}

/// A page of reviews; also a region, whose markup is the `html` of answers.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewListView {
    pub reviews: Vec<ReviewView>,
    /// As in answers: the first page is 1.
    #[ts(type = "number")]
    pub page: i64,
    pub last_page: bool,
    pub count_row: String,
    pub show_more_label: String,
    /// The page with the next reviews, for visitors without script.
    pub more_url: Option<String>,
    /// Only on the page of all reviews.
    pub pages: Option<ReviewPagesView>,
    /// As in [`ReviewSectionView`]: an answer's `html` is rendered without it.
    pub vote_url: String,
}

impl View for ReviewListView {
    const COMPONENT: &'static str = "reviews/ReviewList";
}

/// Numbered pages; also a region, whose markup is the `pagination` of answers.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewPagesView {
    #[ts(type = "number")]
    pub current: i64,
    #[ts(type = "number")]
    pub total: i64,
    pub links: Vec<ReviewPageLink>,
    pub prev_url: Option<String>,
    pub next_url: Option<String>,
}

impl View for ReviewPagesView {
    const COMPONENT: &'static str = "reviews/ReviewPages";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewPageLink {
    /// `None` for the ellipsis.
    #[ts(type = "number | null")]
    pub page: Option<i64>,
    pub url: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "reviews.ts")]
pub enum ReviewKind {
    Product,
    Shop,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewView {
    pub id: String,
    pub kind: ReviewKind,
    /// The reviewed product, where reviews of several are listed.
    pub product: Option<ReviewItemView>,
    pub author: String,
    pub is_verified: bool,
    pub rating: u8,
    /// Written out in Arabic.
    pub date: String,
    /// ISO 8601.
    pub datetime: String,
    pub text: String,
    pub criteria: Vec<ReviewCriterionView>,
    /// Answered onsite questions.
    pub answers: Vec<ReviewAnswerView>,
    pub media: Vec<ReviewMediaView>,
    /// The review names pictures or videos of other hosts that are not downloaded yet (call 21).
    pub has_external_media: bool,
    pub reply: Option<ReviewReplyView>,
    pub votes: VotesView,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewCriterionView {
    pub label: String,
    pub rating: u8,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewAnswerView {
    pub question: String,
    pub answer: String,
}

/// The shop's reply.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewReplyView {
    pub shop_name: String,
    pub text: String,
}

/// Has the field names of the wire format. `current` is 1, -1 or 0; always 0 on public pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export_to = "reviews.ts")]
pub struct VotesView {
    #[ts(type = "number")]
    pub upvotes: i64,
    #[ts(type = "number")]
    pub downvotes: i64,
    pub current: i16,
}

/// All reviews of the shop.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct AllReviewsPageView {
    pub title: String,
    pub crumbs: Vec<LinkView>,
    pub section: ReviewSectionView,
    pub grid: Option<ReviewGridView>,
}

impl View for AllReviewsPageView {
    const COMPONENT: &'static str = "reviews/AllReviewsPage";
}

/// Masonry of product and shop reviews. Rendered by `web/src/reviews/ReviewGrid.island.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewGridView {
    pub summary: Option<ReviewSummaryView>,
    pub reviews: Vec<ReviewView>,
    pub last_page: bool,
    /// Sent back by call 20 with the ids of the reviews that are shown.
    pub attributes: ReviewGridAttributes,
    pub add_url: String,
    pub form: Option<ReviewFormView>,
    /// The page of all reviews.
    pub all_url: String,
}

/// Has the field names of the wire format.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "reviews.ts")]
pub struct ReviewGridAttributes {
    pub count: u32,
    pub count_shop_reviews: u32,
    /// How many reviews 'show more' adds; 0 hides the button.
    pub show_more: u32,
    #[serde(rename = "comment__not_in")]
    pub comment_not_in: Vec<String>,
}

/// Cards of the grid; also a region, whose markup is the `html` of call 20.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewTilesView {
    pub reviews: Vec<ReviewView>,
}

impl View for ReviewTilesView {
    const COMPONENT: &'static str = "reviews/ReviewTiles";
}

/// Rendered by `web/src/reviews/ReviewSlides.island.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewSlidesView {
    pub reviews: Vec<ReviewView>,
    pub all_url: String,
}

/// Summary of the shop's reviews on every page. Rendered by `web/src/reviews/TrustBadge.island.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct TrustBadgeView {
    /// With one decimal.
    pub average: String,
    #[ts(type = "number")]
    pub count: i64,
    /// `None` while there are no reviews of the kind.
    pub shop_average: Option<String>,
    pub product_average: Option<String>,
    pub all_url: String,
}
