import type {
  BlockView,
  BlogPageView,
  CommentFormView,
  CommentsView,
  CommentView,
  ContentPageView,
  PostPageView,
  StaffCategoriesPageView,
  StaffConflictPageView,
  StaffContentPageView,
  StaffEditPageView,
  StaffRedirectsPageView,
} from "../generated/content";
import { shortForm } from "./enquiry-samples";
import { reviewGrid, reviewPages, voices } from "./review-samples";
import { card, picture } from "./samples";

/** Views of the content capability for tests. */

const crumbs = [
  { label: "الرئيسية", url: "/ar/" },
  { label: "المدوّنة", url: "/ar/blog/" },
  { label: "كيف تُحضّر قهوة سعودية متوازنة", url: "/ar/saudi-coffee/" },
];

export const richText =
  "<p>القهوة السعودية لا تحتاج إلى أدوات كثيرة، بل إلى <strong>ترتيب صحيح</strong>.</p><h2>المقادير</h2>" +
  "<ul><li>لتر ماء</li><li>رشّة زعفران</li></ul><blockquote>القهوة التي لا ترتاح لا تُريح.</blockquote>" +
  '<table><thead><tr><th scope="col">الطريقة</th><th scope="col">المدة</th></tr></thead>' +
  "<tbody><tr><td>قياسي</td><td>من 3 إلى 5 أيام</td></tr></tbody></table>";

export const tabsBlock: Extract<BlockView, { kind: "tabs" }> = {
  kind: "tabs",
  id: "tabs-1",
  label: "موضوعات المساعدة",
  tabs: [
    { id: "shipping", title: "الشحن والتوصيل", html: "<p>نشحن خلال 3 إلى 5 أيام عمل.</p>" },
    { id: "returns", title: "الاستبدال والإرجاع", html: '<p id="days">إرجاع مجاني خلال 14 يومًا.</p>' },
    { id: "payment", title: "الدفع والفواتير", html: "<p>ندعم البطاقات المصرفية.</p>" },
  ],
};

export const contactsBlock: Extract<BlockView, { kind: "contacts" }> = {
  kind: "contacts",
  label: "طرق التواصل",
  ways: [
    {
      icon: "chat",
      title: "واتساب",
      note: "أسرع طريق، نردّ خلال ساعة",
      url: "https://wa.me/12025550148",
      detail: "+1 202 555 0148",
    },
    {
      icon: "mail",
      title: "البريد الإلكتروني",
      note: "",
      url: "mailto:salam@example.com",
      detail: "salam@example.com",
    },
    { icon: "gift", title: "طلبات الجملة والمناسبات", note: "نموذج مفصّل", url: "/ar/wholesale/", detail: "" },
    { icon: "pin", title: "الدكان", note: "ديربورن، ميشيغان", url: null, detail: "14300 Michigan Ave" },
  ],
};

export const everyBlock: Array<BlockView> = [
  { kind: "heading", id: "tools", level: 2, text: "الأدوات" },
  { kind: "text", html: richText },
  { kind: "picture", picture, caption: "علبة تمر على رفّ حجري" },
  { kind: "gallery", label: "صور المزرعة", pictures: [picture, { ...picture, alt: "مزرعة" }] },
  { kind: "button", label: "كل المنتجات", url: "/ar/shop/", isPrimary: true },
  { kind: "button", label: "تواصل معنا", url: "/ar/contact/", isPrimary: false },
  { kind: "products", row: { title: "من رفوفنا", moreUrl: "/ar/shop/", cards: [card] } },
  { kind: "reviews-grid", grid: reviewGrid },
  { kind: "reviews-slider", slides: voices },
  {
    kind: "figures",
    label: "الدكان بالأرقام",
    figures: [
      { value: "23", text: "مزرعة ومنحلًا نشتري منها مباشرة" },
      { value: "12 يومًا", text: "من قطف الحبة إلى فنجانك" },
    ],
  },
  {
    kind: "people",
    label: "أهل الدكان",
    people: [
      { name: "خالد الرويلي", title: "خالد الرويلي، المحمصة", text: "يحمّص كل أحد وأربعاء." },
      { name: "ريم الحداد", title: "ريم الحداد", text: "" },
    ],
  },
  { kind: "button", label: "أسئلة شائعة", url: "/ar/help/", isPrimary: false },
  { kind: "heading", id: "more", level: 3, text: "المزيد" },
  tabsBlock,
  contactsBlock,
  { kind: "form", form: shortForm },
  { kind: "form", form: { ...shortForm, uniqueId: "enquiry-1-9" } },
];

export const comment: CommentView = {
  id: "11",
  author: "غادة الصالح",
  isStaff: false,
  isPending: false,
  date: "7 نوفمبر 2026",
  datetime: "2026-11-07T10:00:00Z",
  text: "جرّبت تأخير الهيل، والفرق واضح فعلًا.\nهل ينفع الزعفران؟",
  replyUrl: "/ar/saudi-coffee/?replytocom=11#respond",
  children: [],
};

export const answer: CommentView = {
  ...comment,
  id: "12",
  author: "خالد الرويلي",
  isStaff: true,
  text: "ينفع، وابدئي بنصف الكمية.",
  replyUrl: "/ar/saudi-coffee/?replytocom=12#respond",
};

export const otherComment: CommentView = {
  ...comment,
  id: "13",
  author: "تركي البقمي",
  text: "كم دقيقة ترتاح الدلّة في الشتاء؟",
  replyUrl: "/ar/saudi-coffee/?replytocom=13#respond",
};

export const commentForm: CommentFormView = {
  action: "/ar/wp-comments-post.php",
  postId: "7",
  parent: null,
  cancelUrl: "/ar/saudi-coffee/#respond",
  hidden: [{ name: "cr_time", value: "1765000000-s1gned" }],
  captcha: null,
  maxChars: 5000,
  values: { comment: "", author: "", email: "" },
  errors: [],
};

export const comments: CommentsView = {
  count: 3,
  comments: [{ ...comment, children: [answer] }, otherComment],
  isHeld: false,
  pages: null,
  form: commentForm,
  notice: null,
};

export const post: PostPageView = {
  title: "كيف تُحضّر قهوة سعودية متوازنة",
  lead: "ماء يغلي، ثم بنّ، ثم صبر، ثم هيل.",
  hero: picture,
  crumbs,
  author: "خالد الرويلي",
  date: "6 نوفمبر 2026",
  datetime: "2026-11-06T08:00:00Z",
  readingMinutes: 4,
  categories: [{ label: "القهوة", url: "/ar/category/coffee/" }],
  blocks: [{ kind: "text", html: richText }],
  comments,
  preview: null,
};

export const contentPage: ContentPageView = {
  title: "مركز المساعدة",
  lead: "أجوبة الأسئلة الشائعة.",
  hero: null,
  crumbs: [
    { label: "الرئيسية", url: "/ar/" },
    { label: "مركز المساعدة", url: "/ar/help/" },
  ],
  siblings: [],
  url: "/ar/help/",
  updated: null,
  blocks: [tabsBlock],
  preview: null,
};

export const policy: ContentPageView = {
  ...contentPage,
  title: "الشحن والتوصيل",
  lead: "",
  url: "/ar/shipping/",
  siblings: [
    { label: "الشحن والتوصيل", url: "/ar/shipping/" },
    { label: "الشروط والأحكام", url: "/ar/terms/" },
  ],
  updated: "1 نوفمبر 2026",
  blocks: [{ kind: "text", html: richText }],
};

export const blog: BlogPageView = {
  title: "المدوّنة",
  crumbs: crumbs.slice(0, 2),
  categories: [
    { label: "الكل", url: "/ar/blog/", current: true },
    { label: "القهوة", url: "/ar/category/coffee/", current: false },
  ],
  search: { action: "/ar/blog/", name: "s", query: "", clearUrl: "/ar/blog/" },
  posts: [
    {
      title: post.title,
      url: "/ar/saudi-coffee/",
      excerpt: "القهوة السعودية لا تحتاج إلى أدوات كثيرة، بل إلى ترتيب صحيح.",
      picture,
      date: post.date,
      datetime: post.datetime,
      readingMinutes: 4,
    },
    {
      title: "الشروط والأحكام",
      url: "/ar/terms/",
      excerpt: "السعر الذي أكّدته هو الذي تدفعه.",
      picture: null,
      date: "",
      datetime: "",
      readingMinutes: 0,
    },
  ],
  pages: reviewPages,
  feedUrl: "/ar/feed/",
};

const tabs = [
  { label: "الصفحات", url: "/ar/staff/content/?kind=page", count: 5, current: true },
  { label: "المقالات", url: "/ar/staff/content/?kind=post", count: 6, current: false },
  { label: "التحويلات", url: "/ar/staff/content/redirects/", count: null, current: false },
];

export const staffContent: StaffContentPageView = {
  title: "الصفحات",
  tabs,
  new: { label: "صفحة جديدة", url: "/ar/staff/content/edit/?kind=page" },
  rows: [
    {
      id: "1",
      title: "الشروط والأحكام",
      editUrl: "/ar/staff/content/edit/?id=1",
      url: "/ar/terms/",
      state: "منشورة",
      date: "1 نوفمبر 2026",
    },
    {
      id: "2",
      title: "عروض العيد",
      editUrl: "/ar/staff/content/edit/?id=2",
      url: null,
      state: "مسودة",
      date: "2 نوفمبر 2026",
    },
  ],
  nextUrl: "/ar/staff/content/?kind=page&after=2",
  notice: { text: "حُفظت المسودة.", isError: false },
};

export const staffEdit: StaffEditPageView = {
  title: "تحرير مقالة",
  tabs,
  action: "/ar/staff/content/edit/",
  nonce: "n0nce",
  id: "1",
  kind: "post",
  version: "3",
  fields: [
    {
      name: "title",
      label: "العنوان",
      kind: "text",
      value: post.title,
      options: [],
      hint: "",
      required: true,
    },
    {
      name: "slug",
      label: "المسار",
      kind: "address",
      value: "saudi-coffee",
      options: [],
      hint: "أحرف وأرقام وشرطات.",
      required: true,
    },
    { name: "lead", label: "المقدمة", kind: "lines", value: "", options: [], hint: "", required: false },
    {
      name: "comments",
      label: "التعليقات مفتوحة",
      kind: "checkbox",
      value: "1",
      options: [],
      hint: "",
      required: false,
    },
  ],
  categories: [
    { id: "1", label: "القهوة", checked: true },
    { id: "2", label: "التمور", checked: false },
  ],
  blocks: [
    {
      index: 0,
      kindField: "block-0-kind",
      kind: "text",
      label: "نص",
      fields: [
        {
          name: "block-0-html",
          label: "النص",
          kind: "html",
          value: richText,
          options: [],
          hint: "",
          required: true,
        },
      ],
    },
    {
      index: 1,
      kindField: "block-1-kind",
      kind: "heading",
      label: "عنوان",
      fields: [
        {
          name: "block-1-level",
          label: "المستوى",
          kind: "select",
          value: "3",
          options: [
            { value: "2", label: "2" },
            { value: "3", label: "3" },
          ],
          hint: "",
          required: true,
        },
      ],
    },
  ],
  addable: [
    { value: "add:heading", label: "عنوان" },
    { value: "add:text", label: "نص" },
  ],
  scheduleAt: "2026-12-01T09:00",
  errors: [],
  notice: null,
  versions: [
    {
      id: "9",
      state: "مجدولة",
      date: "1 ديسمبر 2026",
      title: post.title,
      previewUrl: "/ar/saudi-coffee/?draft=9",
      canShare: true,
      canUnschedule: true,
      canRestore: false,
    },
    {
      id: "8",
      state: "سابقة",
      date: "1 نوفمبر 2026",
      title: post.title,
      previewUrl: "/ar/saudi-coffee/?draft=8",
      canShare: false,
      canUnschedule: false,
      canRestore: true,
    },
  ],
  previewUrl: "/ar/saudi-coffee/?draft=1",
  publicUrl: "/ar/saudi-coffee/",
  canHide: true,
  shared: null,
};

export const staffConflict: StaffConflictPageView = {
  title: "تعديلان للصفحة نفسها",
  tabs,
  notice: { text: "حفظ شخص آخر هذه الصفحة بعد أن فتحتها.", isError: true },
  action: "/ar/staff/content/edit/",
  hidden: [
    { name: "nonce", value: "n0nce" },
    { name: "title", value: "الشروط" },
    { name: "theirs", value: "4" },
  ],
  saved: "التعديل الآخر: 14 نوفمبر 2026، 10:46 مساءً · نورة",
  conflicts: [
    {
      name: "choice-0",
      label: "العنوان",
      base: [],
      theirs: [{ label: "", runs: [{ text: "الشروط والأحكام", isChanged: true }] }],
      mine: [
        {
          label: "",
          runs: [
            { text: "الشروط ", isChanged: false },
            { text: "كلها", isChanged: true },
          ],
        },
      ],
      canTakeBoth: false,
    },
    {
      name: "choice-1",
      label: "المحتوى، الجزء 1",
      base: [{ label: "نص · النص", runs: [{ text: "<p>نشحن خلال أسبوع.</p>", isChanged: false }] }],
      theirs: [],
      mine: [{ label: "نص · النص", runs: [{ text: "<p>نشحن خلال يومين.</p>", isChanged: true }] }],
      canTakeBoth: true,
    },
  ],
  merged: ["الرابط", "المقدّمة"],
  actions: [
    { value: "publish", label: "نشر الآن" },
    { value: "save", label: "حفظ المسودة" },
    { value: "merge", label: "متابعة التحرير" },
  ],
  leaveUrl: "/ar/staff/content/edit/?id=1",
};

export const staffCategories: StaffCategoriesPageView = {
  title: "أقسام المدوّنة",
  tabs,
  action: "/ar/staff/content/categories/",
  nonce: "n0nce",
  rows: [
    { id: "1", name: "القهوة", slug: "coffee", posts: 3 },
    { id: "", name: "", slug: "", posts: 0 },
  ],
  notice: null,
};

export const staffRedirects: StaffRedirectsPageView = {
  title: "التحويلات",
  tabs,
  action: "/ar/staff/content/redirects/",
  nonce: "n0nce",
  rows: [{ from: "/ar/old-terms/", to: "/ar/terms/" }],
  nextUrl: null,
  notice: null,
};
