//! Views of the reviews: the section of a product, the page of all reviews, grid, slider, trust badge and forms.

mod answer;
mod form;
mod section;
mod topics;

pub use answer::{
    AttachmentView, DeleteAnswer, ReviewGridAnswer, ReviewListAnswer, ReviewResultAnswer, UploadAnswer,
    VoteAnswer,
};
pub use form::{
    QuestionKind, ReviewCaptchaView, ReviewCriterionField, ReviewFieldError, ReviewFormValues,
    ReviewFormView, ReviewItemView, ReviewPicture, ReviewQuestionField, ReviewTermsView, WriteReviewPageView,
};
pub use section::{
    AllReviewsPageView, HiddenInput, HistogramRow, ReviewAnswerView, ReviewCriterionView,
    ReviewGridAttributes, ReviewGridView, ReviewKind, ReviewListView, ReviewMediaKind, ReviewMediaView,
    ReviewPageLink, ReviewPagesView, ReviewReplyView, ReviewSearchView, ReviewSectionView, ReviewSlidesView,
    ReviewSortOption, ReviewSortView, ReviewStripView, ReviewSummaryView, ReviewTagView, ReviewTilesView,
    ReviewView, ReviewsMode, TrustBadgeView, VotesView,
};
pub use topics::{TopicReviewView, TopicView, TopicsPageView};
