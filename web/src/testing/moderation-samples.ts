import type { ModerationPageView, QueueItemView } from "../generated/moderation";

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
  canRefuse: true,
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
  reply: null,
  tool: null,
};

const action = "/ar/wp-admin/reviews/";
const reasons = [{ value: "spam", label: "دعاية أو تكرار" }];

export const forms = { action, hidden: [["nonce", "n0nce"]] as Array<[string, string]>, reasons };

export const moderation: ModerationPageView = {
  kinds: [
    { label: "الكل", url: `${action}?state=held`, count: 2, current: true },
    { label: "الإجابات", url: `${action}?kind=answer&state=held`, count: 1, current: false },
  ],
  tabs: [
    { label: "بانتظار المراجعة", url: `${action}?state=held`, count: 2, current: true },
    { label: "منشورة", url: `${action}?state=published`, count: null, current: false },
  ],
  items: [heldReview, heldAnswer],
  action,
  hidden: [{ name: "nonce", value: "n0nce" }],
  reasons,
  canPublish: true,
  canRefuse: true,
  nextUrl: `${action}?state=held&after=review:12`,
  notice: null,
};
