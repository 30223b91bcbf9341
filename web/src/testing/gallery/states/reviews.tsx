import type { ReactNode } from "react";
import { AllReviewsPage } from "../../../reviews/AllReviewsPage";
import { Avatar } from "../../../reviews/Avatar";
import { ClassicReviewForm } from "../../../reviews/ClassicReviewForm.island";
import { Histogram } from "../../../reviews/Histogram";
import { MediaTile } from "../../../reviews/MediaTile";
import { ProductLink } from "../../../reviews/ProductLink";
import { ReviewFields } from "../../../reviews/ReviewFields";
import { ReviewForm } from "../../../reviews/ReviewForm";
import { ReviewFormHead } from "../../../reviews/ReviewFormHead";
import { ReviewGrid } from "../../../reviews/ReviewGrid.island";
import { ReviewItem } from "../../../reviews/ReviewItem";
import { ReviewList } from "../../../reviews/ReviewList";
import { ReviewMedia } from "../../../reviews/ReviewMedia";
import { ReviewPages } from "../../../reviews/ReviewPages";
import { ReviewSection } from "../../../reviews/ReviewSection";
import { ReviewSlide } from "../../../reviews/ReviewSlide";
import { ReviewSlides } from "../../../reviews/ReviewSlides.island";
import { ReviewStrip } from "../../../reviews/ReviewStrip";
import { Reviews } from "../../../reviews/Reviews.island";
import { ReviewsEmpty } from "../../../reviews/ReviewsEmpty";
import { ReviewTags } from "../../../reviews/ReviewTags";
import { ReviewTile } from "../../../reviews/ReviewTile";
import { ReviewTiles } from "../../../reviews/ReviewTiles";
import { ReviewTools } from "../../../reviews/ReviewTools";
import { ReviewVotes } from "../../../reviews/ReviewVotes";
import { firstDraft } from "../../../reviews/review-form";
import { Score } from "../../../reviews/Score";
import { StarInput } from "../../../reviews/StarInput";
import { Stars } from "../../../reviews/Stars";
import { TopicsPage } from "../../../reviews/TopicsPage";
import { TrustBadge } from "../../../reviews/TrustBadge.island";
import { UploadField } from "../../../reviews/UploadField";
import { UploadTile } from "../../../reviews/UploadTile";
import type { UploadItem, Uploads } from "../../../reviews/use-uploads";
import { VerifiedBadge } from "../../../reviews/VerifiedBadge";
import { WriteReviewPage } from "../../../reviews/WriteReviewPage";
import {
  allReviews,
  longReview,
  noReviews,
  review,
  reviewForm,
  reviewGrid,
  reviewList,
  reviewPages,
  reviewPicture,
  reviewSection,
  reviewSummary,
  reviewVideo,
  shopReview,
  shortReview,
  topics,
  trustBadge,
  voices,
  writeReview,
} from "../../review-samples";
import { longName } from "../../samples";
import type { States } from "../states";

const nothing = () => {};

const upload: UploadItem = {
  key: "a",
  name: "IMG_2041.jpg",
  isVideo: false,
  previewUrl: "/media/dates-320.webp",
  state: "ok",
  percent: 100,
  attachment: { id: "901", key: "k" },
};
const pending: UploadItem = { ...upload, key: "b", state: "pending", percent: 64, attachment: null };
const deleting: UploadItem = { ...upload, key: "c", state: "deleting" };

const uploads = (items: Array<UploadItem>, error: string | null = null): Uploads => ({
  items,
  error,
  add: () => true,
  remove: async () => {},
  isUnfinished: false,
});
const tile = (item: UploadItem): ReactNode => <UploadTile item={item} onRemove={nothing} />;
const stars = { id: "stars", name: "rating", label: "التقييم العام", required: true, onChange: nothing };
const fields = { id: "f", form: reviewForm, draft: firstDraft(reviewForm), onChange: nothing };
const tools = {
  search: reviewSection.search,
  sort: reviewSection.sort,
  order: "newest",
  isPlain: false,
  onType: nothing,
  onSearch: nothing,
  onClear: nothing,
  onSort: nothing,
};
const wrongFields = ["rating", "cr_criterion_1", "review", "cr_question_1", "name", "email", "terms"];

export const states = {
  AllReviewsPage: {
    default: <AllReviewsPage {...allReviews} />,
    "without a grid": <AllReviewsPage {...allReviews} grid={null} />,
  },
  Avatar: {
    default: <Avatar name="هند العتيبي" />,
    Latin: <Avatar name="Salma" />,
    large: <Avatar name="هند العتيبي" isLarge />,
  },
  ClassicReviewForm: {
    default: <ClassicReviewForm {...reviewForm} />,
    "refused by the server": (
      <ClassicReviewForm {...reviewForm} errors={[{ field: "email", text: "أدخل بريدًا إلكترونيًا صالحًا." }]} />
    ),
    "few fields": <ClassicReviewForm {...reviewForm} criteria={[]} questions={[]} terms={null} />,
  },
  Histogram: {
    default: <Histogram {...reviewSummary} selected={0} />,
    "filtered by a rating": <Histogram {...reviewSummary} selected={4} />,
  },
  MediaTile: { picture: <MediaTile media={reviewPicture} />, video: <MediaTile media={reviewVideo} /> },
  ProductLink: {
    default: <ProductLink {...reviewForm.item} />,
    "without a picture": <ProductLink {...reviewForm.item} picture={null} />,
  },
  ReviewFields: {
    default: <ReviewFields {...fields} errors={[]} uploads={uploads([])} />,
    "every field in error": (
      <ReviewFields
        {...fields}
        errors={wrongFields}
        uploads={uploads([], "تعذّر رفع الملف. حاول مرة أخرى.")}
      />
    ),
  },
  ReviewForm: { default: <ReviewForm form={reviewForm} onClosed={nothing} /> },
  ReviewFormHead: {
    product: <ReviewFormHead {...reviewForm.item} />,
    shop: <ReviewFormHead {...allReviews.section.item} />,
  },
  ReviewGrid: {
    default: <ReviewGrid {...reviewGrid} />,
    "no more": <ReviewGrid {...reviewGrid} lastPage />,
    empty: <ReviewGrid {...reviewGrid} reviews={[]} summary={null} lastPage />,
  },
  ReviewItem: {
    default: <ReviewItem review={review} voteUrl="/" />,
    short: <ReviewItem review={shortReview} voteUrl="/" />,
    "of the shop": <ReviewItem review={shopReview} voteUrl="/" />,
    "of a product, in a list of several": <ReviewItem review={longReview} voteUrl="/" />,
    "long words": <ReviewItem review={{ ...review, author: longName, text: "ا".repeat(300) }} voteUrl="/" />,
  },
  ReviewList: { default: <ReviewList {...reviewList} /> },
  ReviewMedia: { default: <ReviewMedia media={review.media} /> },
  ReviewPages: {
    default: <ReviewPages {...reviewPages} />,
    first: <ReviewPages {...reviewPages} current={1} prevUrl={null} />,
  },
  Reviews: {
    default: <Reviews {...reviewSection} />,
    filtered: (
      <Reviews
        {...reviewSection}
        summary={{ ...reviewSummary, selected: 5 }}
        search={{ ...reviewSection.search, query: "رائحة" }}
        tags={reviewSection.tags.map((tag, index) => ({ ...tag, selected: index === 0 }))}
      />
    ),
    "nothing matches": (
      <Reviews
        {...reviewSection}
        summary={{ ...reviewSummary, selected: 2 }}
        list={{ ...noReviews.list, countRow: "لا تقييمات" }}
      />
    ),
    "no reviews": <Reviews {...noReviews} />,
    closed: <Reviews {...noReviews} form={null} />,
    "numbered pages": <Reviews {...allReviews.section} />,
  },
  ReviewSection: {
    default: <ReviewSection section={reviewSection} classicForm={null} />,
    classic: (
      <ReviewSection section={{ ...reviewSection, mode: "classic" }} classicForm={reviewSection.form} />
    ),
  },
  ReviewSlide: { short: <ReviewSlide {...shortReview} />, long: <ReviewSlide {...longReview} /> },
  ReviewSlides: { default: <ReviewSlides {...voices} /> },
  ReviewStrip: {
    default: <ReviewStrip media={review.media} more={19} />,
    "all shown": <ReviewStrip media={review.media} more={0} />,
  },
  ReviewTags: {
    default: <ReviewTags tags={reviewSection.tags} selected={[]} onToggle={nothing} />,
    selected: <ReviewTags tags={reviewSection.tags} selected={["3"]} onToggle={nothing} />,
  },
  ReviewTile: {
    "with a picture": <ReviewTile {...review} />,
    "of the shop": <ReviewTile {...shopReview} />,
    "of a product": <ReviewTile {...longReview} />,
  },
  ReviewTiles: { default: <ReviewTiles reviews={reviewGrid.reviews} /> },
  ReviewTools: {
    default: <ReviewTools {...tools} query="" />,
    "with a query": <ReviewTools {...tools} query="رائحة" />,
    classic: <ReviewTools {...tools} query="رائحة" isPlain />,
  },
  ReviewVotes: {
    default: <ReviewVotes id="1" votes={review.votes} voteUrl="/" />,
    upvoted: <ReviewVotes id="1" votes={{ ...review.votes, current: 1 }} voteUrl="/" />,
    downvoted: <ReviewVotes id="1" votes={{ ...review.votes, current: -1 }} voteUrl="/" />,
  },
  ReviewsEmpty: {
    default: <ReviewsEmpty />,
    "with a hint": <ReviewsEmpty hint="جرّب كلمة أخرى أو أزل التصفية." />,
  },
  Score: { default: <Score average="4.8" count={128} />, one: <Score average="5.0" count={1} /> },
  StarInput: {
    default: <StarInput {...stars} value={0} isError={false} />,
    chosen: <StarInput {...stars} value={4} isError={false} />,
    "in error": <StarInput {...stars} value={0} isError />,
  },
  Stars: { full: <Stars rating={5} />, part: <Stars rating="3.6" /> },
  TopicsPage: {
    default: <TopicsPage {...topics} />,
    "of a review": (
      <TopicsPage {...topics} review={{ id: "12", author: "هند", text: longName, topics: ["1"] }} />
    ),
    empty: <TopicsPage {...topics} topics={[]} notice="لم يتغير شيء." isError />,
  },
  TrustBadge: { default: <TrustBadge {...trustBadge} /> },
  UploadField: {
    default: <UploadField id="u" uploads={uploads([])} accepted={reviewForm.accepted} maxFiles={5} />,
    "all states": (
      <UploadField
        id="u"
        uploads={uploads([upload, pending, deleting])}
        accepted={reviewForm.accepted}
        maxFiles={5}
      />
    ),
    refused: (
      <UploadField
        id="u"
        uploads={uploads([upload], "لا يمكن رفع الملف لأن حجمه يتجاوز 25 ميغابايت.")}
        accepted={reviewForm.accepted}
        maxFiles={5}
      />
    ),
  },
  UploadTile: {
    uploaded: <ul>{tile(upload)}</ul>,
    uploading: <ul>{tile(pending)}</ul>,
    deleting: <ul>{tile(deleting)}</ul>,
    video: <ul>{tile({ ...upload, isVideo: true })}</ul>,
  },
  VerifiedBadge: { default: <VerifiedBadge /> },
  WriteReviewPage: {
    default: <WriteReviewPage {...writeReview} />,
    sent: <WriteReviewPage {...writeReview} form={null} result="شكرًا لك، وصلنا تقييمك." />,
    refused: <WriteReviewPage {...writeReview} result="أدخل بريدًا إلكترونيًا صالحًا." isError />,
  },
} satisfies States;
