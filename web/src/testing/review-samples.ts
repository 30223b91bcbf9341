import type {
  AllReviewsPageView,
  ReviewFormView,
  ReviewGridView,
  ReviewItemView,
  ReviewListAnswer,
  ReviewListView,
  ReviewMediaView,
  ReviewPagesView,
  ReviewSectionView,
  ReviewSlidesView,
  ReviewSummaryView,
  ReviewView,
  TopicsPageView,
  TrustBadgeView,
  WriteReviewPageView,
} from "../generated/reviews";

/** Views of the reviews for tests: small, Arabic, and with a value in every field. */

const product: ReviewItemView = {
  id: "17",
  name: "تمر سُكَّري فاخر",
  note: "علبة 1 كغ",
  url: "/ar/product/sukkari/",
  picture: { url: "/media/dates-320.webp", width: 320, height: 400 },
};

export const reviewPicture: ReviewMediaView = {
  id: "901",
  kind: "picture",
  width: 1600,
  height: 1200,
  thumbUrl: "/media/dates-320.webp",
  mediumUrl: "/media/dates-640.webp",
  fullUrl: "/media/dates-1200.webp",
  posterUrl: null,
  author: "هند العتيبي",
};

export const reviewVideo: ReviewMediaView = {
  ...reviewPicture,
  id: "902",
  kind: "video",
  fullUrl: "/media/dates.mp4",
  posterUrl: "/media/dates-640.webp",
};

export const review: ReviewView = {
  id: "501",
  kind: "product",
  product: null,
  author: "هند العتيبي",
  isVerified: true,
  rating: 4,
  date: "3 أكتوبر 2026",
  datetime: "2026-10-03T09:00:00Z",
  text: "طعمه ممتاز، لكن العلبة وصلت مفتوحة قليلًا.\nسأطلبه مرة أخرى.",
  criteria: [
    { label: "النكهة", rating: 5 },
    { label: "التغليف", rating: 3 },
  ],
  answers: [{ question: "لمن اشتريته؟", answer: "هدية لأمي" }],
  media: [reviewPicture, reviewVideo],
  hasExternalMedia: false,
  reply: { shopName: "دكان النخلة", text: "شكرًا لملاحظتك يا هند. أحكمنا إغلاق العلب." },
  votes: { upvotes: 9, downvotes: 1, current: 0 },
};

export const shortReview: ReviewView = {
  ...review,
  id: "502",
  author: "يوسف المالكي",
  isVerified: false,
  rating: 5,
  text: "طلبته ثلاث مرات، والجودة نفسها في كل مرة.",
  criteria: [],
  answers: [],
  media: [],
  reply: null,
  votes: { upvotes: 0, downvotes: 0, current: 0 },
};

export const longReview: ReviewView = {
  ...shortReview,
  id: "503",
  author: "وفاء الزهراني",
  product,
  text: "اشتريت طقم الفناجين هدية لصديقة انتقلت إلى بيت جديد، ثم عدت واشتريت طقمًا ثانيًا لنفسي. الرسم دقيق ولا يبهت في غسّالة الصحون، والحجم مناسب للضيافة. كانت إحدى القطع مكسورة عند الوصول، فأرسلوا بديلًا في اليوم التالي دون أن يطلبوا إعادتها.",
};

export const shopReview: ReviewView = {
  ...shortReview,
  id: "504",
  kind: "shop",
  author: "سعود العنزي",
  text: "خدمة راقية وردّ سريع على الأسئلة.",
};

const PAGE = "/ar/product/sukkari/";
const counts = [104, 15, 5, 1, 3];

export const reviewSummary: ReviewSummaryView = {
  average: "4.8",
  count: 128,
  rows: counts.map((count, index) => ({
    rating: 5 - index,
    count,
    share: Math.round((count / 128) * 100),
    url: `${PAGE}?ivrating=${5 - index}#tab-reviews`,
  })),
  seeAllUrl: `${PAGE}#tab-reviews`,
  selected: null,
};

export const reviewList: ReviewListView = {
  reviews: [review, shortReview],
  page: 1,
  lastPage: false,
  countRow: "عرض 2 من أصل 128 تقييمًا",
  showMoreLabel: "عرض المزيد",
  moreUrl: `${PAGE}?crpage=2#tab-reviews`,
  pages: null,
  voteUrl: "/ar/reviews/vote/",
};

export const reviewPages: ReviewPagesView = {
  current: 2,
  total: 12,
  prevUrl: "/ar/reviews/",
  nextUrl: "/ar/reviews/?crpage=3",
  links: [
    { page: 1, url: "/ar/reviews/" },
    { page: 2, url: "/ar/reviews/?crpage=2" },
    { page: 3, url: "/ar/reviews/?crpage=3" },
    { page: null, url: null },
    { page: 12, url: "/ar/reviews/?crpage=12" },
  ],
};

export const reviewForm: ReviewFormView = {
  item: product,
  action: "/ar/reviews/add/",
  hidden: [{ name: "cr_time", value: "1765000000-s1gned" }],
  ratingRequired: true,
  criteria: [
    { name: "cr_criterion_1", label: "النكهة", required: true },
    { name: "cr_criterion_2", label: "التغليف", required: false },
  ],
  questions: [
    { name: "cr_question_1", label: "لمن اشتريته؟", kind: "text", required: true },
    { name: "cr_question_2", label: "كم علبة اشتريت؟", kind: "number", required: false },
  ],
  terms: { label: "أوافق على شروط النشر وسياسة الخصوصية", link: null },
  captcha: null,
  maxFiles: 5,
  maxBytes: 26_214_400,
  accepted: [
    "image/jpeg",
    "image/png",
    "image/jpg",
    "image/gif",
    "video/mp4",
    "video/mpeg",
    "video/ogg",
    "video/webm",
    "video/quicktime",
    "video/x-msvideo",
  ],
  nonce: "upl0ad",
  values: { rating: null, review: "", name: "", email: "", onsiteQuestions: {} },
  errors: [],
};

export const reviewSection: ReviewSectionView = {
  mode: "async",
  item: product,
  summary: reviewSummary,
  strip: { media: [reviewPicture, reviewVideo], more: 19 },
  sort: {
    action: PAGE,
    name: "crsort",
    hidden: [{ name: "ivrating", value: "5" }],
    current: "newest",
    options: [
      { value: "newest", label: "الأحدث" },
      { value: "helpful", label: "الأكثر فائدة" },
      { value: "highest", label: "الأعلى تقييمًا" },
      { value: "lowest", label: "الأدنى تقييمًا" },
    ],
  },
  search: { action: PAGE, name: "crsearch", hidden: [], query: "", clearUrl: `${PAGE}#tab-reviews` },
  tags: [
    { id: "3", label: "الرائحة", count: 31, selected: false, url: `${PAGE}?crtag=3#tab-reviews` },
    { id: "4", label: "التغليف", count: 22, selected: false, url: `${PAGE}?crtag=4#tab-reviews` },
  ],
  list: reviewList,
  addUrl: "/ar/reviews/add/?item=17",
  form: reviewForm,
  voteUrl: "/ar/reviews/vote/",
  security: "s3cret",
  attributes: null,
};

/** A product without reviews. */
export const noReviews: ReviewSectionView = {
  ...reviewSection,
  summary: null,
  strip: null,
  tags: [],
  list: { ...reviewList, reviews: [], lastPage: true, countRow: "لا تقييمات", moreUrl: null },
};

/** The answer of calls 16 to 19 with the given list. */
export const listAnswer = (list: Partial<ReviewListView>): ReviewListAnswer => {
  const whole = { ...reviewList, ...list };
  return {
    page: whole.page,
    html: whole.reviews.map(({ id }) => `<article id="comment-${id}"></article>`).join(""),
    show_more_label: whole.showMoreLabel,
    count_row: whole.countRow,
    last_page: whole.lastPage,
    list: whole,
  };
};

export const reviewGrid: ReviewGridView = {
  summary: reviewSummary,
  reviews: [{ ...review, product }, shopReview, longReview, shortReview],
  lastPage: false,
  attributes: { count: 6, count_shop_reviews: 2, show_more: 4, comment__not_in: [] },
  addUrl: "/ar/reviews/add/",
  form: reviewForm,
  allUrl: "/ar/reviews/",
};

export const voices: ReviewSlidesView = {
  reviews: [longReview, { ...shortReview, isVerified: true, product }, shopReview],
  allUrl: "/ar/reviews/",
};

export const trustBadge: TrustBadgeView = {
  average: "4.8",
  count: 1284,
  shopAverage: "4.9",
  productAverage: "4.8",
  allUrl: "/ar/reviews/",
};

export const allReviews: AllReviewsPageView = {
  title: "آراء العملاء",
  crumbs: [
    { label: "الرئيسية", url: "/ar/" },
    { label: "آراء العملاء", url: "" },
  ],
  section: {
    ...reviewSection,
    item: { ...product, id: "0", name: "دكان النخلة", note: "", url: "/ar/reviews/", picture: null },
    list: { ...reviewList, reviews: [{ ...review, product }, shopReview], pages: reviewPages },
    attributes: '{"per_page":10}',
  },
  grid: reviewGrid,
};

export const writeReview: WriteReviewPageView = {
  crumbs: allReviews.crumbs,
  form: reviewForm,
  result: null,
  isError: false,
  backUrl: `${PAGE}#tab-reviews`,
};

export const topics: TopicsPageView = {
  topics: [
    { id: "1", label: "الطعم", count: 12 },
    { id: "2", label: "التغليف", count: 0 },
  ],
  review: null,
  action: "/ar/wp-admin/review-topics/",
  nonce: "n0nce",
  maxLabel: 40,
  notice: null,
  isError: false,
  queueUrl: "/ar/wp-admin/reviews/",
};
