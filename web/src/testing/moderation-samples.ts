import type {
  ActsPageView,
  ModerationPageView,
  QueueItemView,
  QueueSieve,
  SpamPageView,
} from "../generated/moderation";

export const heldReview: QueueItemView = {
  key: "review:12",
  kind: "review",
  kindLabel: "تقييم",
  author: "هند العتيبي",
  email: "hind@example.com",
  badge: "مشترٍ موثّق",
  rating: 4,
  date: "3 نوفمبر 2026، 10:30",
  datetime: "2026-11-03T10:30:00Z",
  subject: { label: "بن حرازي، حبّ كامل", url: "/ar/product/haraz/" },
  context: "",
  text: "قهوة ممتازة، رائحتها تملأ البيت.\nزوروا example.com",
  facts: [{ label: "الطعم", value: "5 / 5" }],
  media: [],
  signals: ["فيه رابط"],
  canPublish: true,
  canHold: false,
  canRefuse: true,
  spam: "مزعج، ومعه مشاركتان",
  copiesUrl: "/ar/wp-admin/reviews/spam/?item=review:12",
  reply: "",
  tool: { label: "مواضيع التقييمات", url: "/ar/wp-admin/review-topics/?review=12" },
};

export const heldAnswer: QueueItemView = {
  ...heldReview,
  key: "answer:4",
  kind: "answer",
  kindLabel: "إجابة",
  badge: null,
  rating: null,
  context: "هل تناسب القهوة التركية؟",
  text: "نعم، بطحنة ناعمة.",
  facts: [],
  signals: [],
  canPublish: false,
  canHold: true,
  spam: "مزعج",
  copiesUrl: null,
  reply: null,
  tool: null,
};

const action = "/ar/wp-admin/reviews/";
const reasons = [{ value: "spam", label: "دعاية أو تكرار" }];

const seen = "1700000000000000";

export const forms = { action, hidden: [["nonce", "n0nce"]] as Array<[string, string]>, seen, reasons };

const any = { value: "", label: "الكل" };

export const sieve: QueueSieve = {
  words: "",
  rating: "",
  ratings: [any, { value: "5", label: "5 نجوم" }],
  mark: "",
  marks: [any, { value: "link", label: "فيه رابط" }],
  hidden: [{ name: "state", value: "held" }],
  chips: [],
  clearUrl: null,
};

export const filtered: QueueSieve = {
  ...sieve,
  words: "عسل",
  mark: "link",
  chips: [
    { label: "«عسل»", url: `${action}?state=held&mark=link` },
    { label: "فيه رابط", url: `${action}?state=held&s=عسل` },
  ],
  clearUrl: `${action}?state=held`,
};

export const spam: SpamPageView = {
  queueUrl: action,
  action,
  hidden: [{ name: "nonce", value: "n0nce" }],
  copies: [
    {
      key: "review:12",
      kind: "تقييم",
      author: "Top Seller",
      excerpt: "زوروا متجرنا للحصول على أفضل العروض",
      date: "3 نوفمبر 2026، 10:30",
      datetime: "2026-11-03T10:30:00Z",
      state: "بانتظار المراجعة",
      why: [],
    },
    {
      key: "question:3",
      kind: "سؤال",
      author: "Top Seller",
      excerpt: "متى العرض؟",
      date: "3 نوفمبر 2026، 10:31",
      datetime: "2026-11-03T10:31:00Z",
      state: "منشورة",
      why: ["المرسل نفسه"],
    },
  ],
  more: null,
  submit: "مزعج، ومعه مشاركة أخرى",
};

export const acts: ActsPageView = {
  queueUrl: action,
  action,
  hidden: [{ name: "nonce", value: "n0nce" }],
  acts: [
    {
      id: "7",
      text: "رُفضت 14 مشاركة مزعجة.",
      who: "نورة",
      date: "3 نوفمبر 2026، 10:35",
      datetime: "2026-11-03T10:35:00Z",
      undone: null,
    },
    {
      id: "6",
      text: "نُشرت مشاركة واحدة.",
      who: "بدر",
      date: "2 نوفمبر 2026، 9:00",
      datetime: "2026-11-02T09:00:00Z",
      undone: "2 نوفمبر 2026، 9:05",
    },
  ],
  nextUrl: null,
  notice: null,
};

export const moderation: ModerationPageView = {
  kinds: [
    { label: "الكل", url: `${action}?state=held`, count: 2, current: true },
    { label: "الإجابات", url: `${action}?kind=answer&state=held`, count: 1, current: false },
  ],
  tabs: [
    { label: "بانتظار المراجعة", url: `${action}?state=held`, count: 2, current: true },
    { label: "منشورة", url: `${action}?state=published`, count: null, current: false },
  ],
  sieve,
  items: [heldReview, heldAnswer],
  action,
  hidden: [{ name: "nonce", value: "n0nce" }],
  seen,
  reasons,
  canPublish: true,
  canHold: false,
  canRefuse: true,
  nextUrl: `${action}?state=held&after=review:12`,
  actsUrl: `${action}acts/`,
  notice: null,
};
