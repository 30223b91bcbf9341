// Written from Rust (crates/reviews). Do not edit.
import type { LinkView } from "./edge";

/**
 * All reviews of the shop.
 */
export type AllReviewsPageView = { title: string, crumbs: Array<LinkView>, section: ReviewSectionView, grid: ReviewGridView | null, };

export type AttachmentView = {
/**
 * A random 63-bit number: text, because it is too large for a JavaScript number.
 */
id: string, key: string,
/**
 * Only call 27.
 */
nonce?: string, };

/**
 * Answer of calls 28 and 30.
 */
export type DeleteAnswer = { code: number,
/**
 * Only call 28: the `class` of the request.
 */
class?: string, };

export type HiddenInput = { name: string, value: string, };

export type HistogramRow = { rating: number, count: number,
/**
 * Whole percent of all reviews.
 */
share: number,
/**
 * The page with `ivrating`.
 */
url: string, };

export type QuestionKind = "text" | "number";

export type ReviewAnswerView = { question: string, answer: string, };

/**
 * The proof of work that stands in for a captcha.
 */
export type ReviewCaptchaView = { challengeUrl: string, };

/**
 * A named rating besides the overall one.
 */
export type ReviewCriterionField = { name: string, label: string, required: boolean, };

export type ReviewCriterionView = { label: string, rating: number, };

export type ReviewFieldError = {
/**
 * `rating`, `review`, `name`, `email`, `terms`, or a criterion's or question's field name.
 */
field: string, text: string, };

export type ReviewFormValues = { rating: number | null, review: string, name: string, email: string,
/**
 * Answers to criteria and questions, by field name.
 */
onsiteQuestions: { [key in string]: string }, };

/**
 * Both forms of a new review.
 */
export type ReviewFormView = { item: ReviewItemView,
/**
 * Address of the plain form, with the field names of call 26 and [`ReviewFormView::hidden`].
 */
action: string,
/**
 * Invitation, signed time of rendering and whatever else is sent back unchanged, by both forms.
 */
hidden: Array<HiddenInput>,
/**
 * `review_rating_required`.
 */
ratingRequired: boolean, criteria: Array<ReviewCriterionField>, questions: Array<ReviewQuestionField>, terms: ReviewTermsView | null,
/**
 * `None`: the captcha flag is '0'.
 */
captcha: ReviewCaptchaView | null, maxFiles: number, maxBytes: number,
/**
 * MIME types.
 */
accepted: Array<string>,
/**
 * `cr_nonce` of calls 27 and 28.
 */
nonce: string,
/**
 * Entered or known values.
 */
values: ReviewFormValues,
/**
 * Errors of the plain form; empty otherwise.
 */
errors: Array<ReviewFieldError>, };

/**
 * Answer of call 20.
 */
export type ReviewGridAnswer = { html: string,
/**
 * The same reviews, for React components.
 */
reviews: Array<ReviewView>, last_page: boolean, };

/**
 * Has the field names of the wire format.
 */
export type ReviewGridAttributes = { count: number, count_shop_reviews: number,
/**
 * How many reviews 'show more' adds; 0 hides the button.
 */
show_more: number, comment__not_in: Array<string>, };

/**
 * Masonry of product and shop reviews. Rendered by `web/src/reviews/ReviewGrid.island.tsx`.
 */
export type ReviewGridView = { summary: ReviewSummaryView | null, reviews: Array<ReviewView>, lastPage: boolean,
/**
 * Sent back by call 20 with the ids of the reviews that are shown.
 */
attributes: ReviewGridAttributes, addUrl: string, form: ReviewFormView | null,
/**
 * The page of all reviews.
 */
allUrl: string, };

/**
 * The product, or the shop.
 */
export type ReviewItemView = {
/**
 * 0 for the shop.
 */
id: string, name: string, note: string, url: string, picture: ReviewPicture | null, };

export type ReviewKind = "product" | "shop";

/**
 * Answer of calls 16 to 19.
 */
export type ReviewListAnswer = { page: number, html: string, show_more_label: string, count_row: string, last_page: boolean,
/**
 * Only call 19.
 */
pagination?: string,
/**
 * The same page, for React components.
 */
list: ReviewListView, };

/**
 * A page of reviews; also a region, whose markup is the `html` of answers.
 */
export type ReviewListView = { reviews: Array<ReviewView>,
/**
 * As in answers: the first page is 1.
 */
page: number, lastPage: boolean, countRow: string, showMoreLabel: string,
/**
 * The page with the next reviews, for visitors without script.
 */
moreUrl: string | null,
/**
 * Only on the page of all reviews.
 */
pages: ReviewPagesView | null,
/**
 * As in [`ReviewSectionView`]: an answer's `html` is rendered without it.
 */
voteUrl: string, };

export type ReviewMediaKind = "picture" | "video";

export type ReviewMediaView = { id: string, kind: ReviewMediaKind, width: number, height: number,
/**
 * 320 px, for tiles. A video's poster.
 */
thumbUrl: string,
/**
 * 800 px.
 */
mediumUrl: string,
/**
 * 1,600 px, or the video itself.
 */
fullUrl: string, posterUrl: string | null,
/**
 * Who sent it; part of the alternative text.
 */
author: string, };

export type ReviewPageLink = {
/**
 * `None` for the ellipsis.
 */
page: number | null, url: string | null, };

/**
 * Numbered pages; also a region, whose markup is the `pagination` of answers.
 */
export type ReviewPagesView = { current: number, total: number, links: Array<ReviewPageLink>, prevUrl: string | null, nextUrl: string | null, };

/**
 * A small picture: one size is enough.
 */
export type ReviewPicture = { url: string, width: number, height: number, };

export type ReviewQuestionField = { name: string, label: string, kind: QuestionKind, required: boolean, };

/**
 * The shop's reply.
 */
export type ReviewReplyView = { shopName: string, text: string, };

/**
 * Answer of call 26. Any `code` but 0 is a refusal.
 */
export type ReviewResultAnswer = { code: number, description: string, button: string, };

/**
 * The search form, sent by GET.
 */
export type ReviewSearchView = { action: string, name: string, hidden: Array<HiddenInput>, query: string, clearUrl: string, };

/**
 * The reviews of a product, or of the whole shop on the page of all reviews.
 *
 * Rendered by `web/src/reviews/Reviews.island.tsx`. Every link and form works without script, by GET parameters.
 */
export type ReviewSectionView = { mode: ReviewsMode,
/**
 * What is reviewed. Its id is 0 on the page of all reviews: a new review is about the shop.
 */
item: ReviewItemView,
/**
 * `None` while there are no reviews.
 */
summary: ReviewSummaryView | null, strip: ReviewStripView | null, sort: ReviewSortView, search: ReviewSearchView, tags: Array<ReviewTagView>, list: ReviewListView,
/**
 * Page with the form, for visitors without script.
 */
addUrl: string,
/**
 * `None`: reviews are closed.
 */
form: ReviewFormView | null,
/**
 * Address of the vote form, for visitors without script: fields `reviewID`, `upvote` and `nonce`.
 */
voteUrl: string,
/**
 * Nonce of calls 17 and 18. It is not bound to a session, because the page is public.
 */
security: string,
/**
 * `attributes` of call 19; `None` on the page of a product, which uses calls 16 to 18.
 */
attributes: string | null, };

/**
 * Rendered by `web/src/reviews/ReviewSlides.island.tsx`.
 */
export type ReviewSlidesView = { reviews: Array<ReviewView>, allUrl: string, };

export type ReviewSortOption = { value: string, label: string, };

/**
 * The sort form, sent by GET.
 */
export type ReviewSortView = { action: string,
/**
 * Name of the field.
 */
name: string, hidden: Array<HiddenInput>, current: string, options: Array<ReviewSortOption>, };

/**
 * Pictures and videos of shoppers, newest first.
 */
export type ReviewStripView = { media: Array<ReviewMediaView>,
/**
 * How many more there are.
 */
more: number, };

export type ReviewSummaryView = {
/**
 * With one decimal, such as `4.8`.
 */
average: string, count: number,
/**
 * From five stars to one.
 */
rows: Array<HistogramRow>,
/**
 * The list without a rating filter.
 */
seeAllUrl: string,
/**
 * The rating that the list is filtered by.
 */
selected: number | null, };

export type ReviewTagView = {
/**
 * `crtagid`.
 */
id: string, label: string, count: number, selected: boolean,
/**
 * The page with this tag added, or removed if it is selected.
 */
url: string, };

export type ReviewTermsView = { label: string, link: LinkView | null, };

/**
 * Cards of the grid; also a region, whose markup is the `html` of call 20.
 */
export type ReviewTilesView = { reviews: Array<ReviewView>, };

export type ReviewView = { id: string, kind: ReviewKind,
/**
 * The reviewed product, where reviews of several are listed.
 */
product: ReviewItemView | null, author: string, isVerified: boolean, rating: number,
/**
 * Written out in Arabic.
 */
date: string,
/**
 * ISO 8601.
 */
datetime: string, text: string, criteria: Array<ReviewCriterionView>,
/**
 * Answered onsite questions.
 */
answers: Array<ReviewAnswerView>, media: Array<ReviewMediaView>,
/**
 * The review names pictures or videos of other hosts that are not downloaded yet (call 21).
 */
hasExternalMedia: boolean, reply: ReviewReplyView | null, votes: VotesView, };

/**
 * A setting of the shop.
 */
export type ReviewsMode = "async" | "classic";

export type TopicReviewView = { id: string, author: string, text: string,
/**
 * Ids of the topics that it has.
 */
topics: Array<string>, };

export type TopicView = { id: string, label: string,
/**
 * Published reviews with this topic.
 */
count: number, };

/**
 * Topics of reviews: what staff call them, and which of them one review has.
 */
export type TopicsPageView = { topics: Array<TopicView>,
/**
 * The review whose topics are chosen.
 */
review: TopicReviewView | null,
/**
 * Address of all forms: fields `do` (`add`, `rename`, `delete`, `assign`), `label`, `topic`, `review`, `topics[]`, `nonce`.
 */
action: string, nonce: string, maxLabel: number, notice: string | null, isError: boolean,
/**
 * The moderation queue.
 */
queueUrl: string, };

/**
 * Summary of the shop's reviews on every page. Rendered by `web/src/reviews/TrustBadge.island.tsx`.
 */
export type TrustBadgeView = {
/**
 * With one decimal.
 */
average: string, count: number,
/**
 * `None` while there are no reviews of the kind.
 */
shopAverage: string | null, productAverage: string | null, allUrl: string, };

/**
 * Answer of calls 27 and 29. `code` is 200, or 500 and more with a `message`.
 */
export type UploadAnswer = { code: number, attachment: AttachmentView | null, message: string, };

/**
 * Answer of call 25. Any `code` but 0 is a refusal.
 */
export type VoteAnswer = { code: number, votes: VotesView, };

/**
 * Has the field names of the wire format. `current` is 1, -1 or 0; always 0 on public pages.
 */
export type VotesView = { upvotes: number, downvotes: number, current: number, };

/**
 * The form on a page of its own: for visitors without script, and for the link in the email that asks for a review.
 */
export type WriteReviewPageView = { crumbs: Array<LinkView>,
/**
 * `None` after the review has been sent, or if it cannot be written.
 */
form: ReviewFormView | null,
/**
 * The answer to the plain form.
 */
result: string | null, isError: boolean, backUrl: string, };
