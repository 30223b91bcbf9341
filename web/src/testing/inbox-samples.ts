import type { EnquiryPageView, InboxPageView, InboxRow } from "../generated/enquiries";

const action = "/ar/wp-admin/inbox/";

const row: InboxRow = {
  number: "42",
  url: `${action}42/`,
  form: "طلب إرجاع",
  sender: "hind@example.com",
  date: "3 نوفمبر 2026، 10:30 صباحًا",
  datetime: "2026-11-03T10:30:00Z",
  files: 2,
  excerpt: "وصلت العلبة مكسورة.",
  assignee: "نورة",
};

const members = [
  { value: "", label: "بلا مسؤول" },
  { value: "1", label: "نورة" },
];

export const inbox: InboxPageView = {
  tabs: [
    { label: "مفتوحة", url: `${action}?state=open`, count: 2, current: true },
    { label: "مغلقة", url: `${action}?state=closed`, count: 14, current: false },
    { label: "محجوزة", url: `${action}?state=spam`, count: 1_000, current: false },
  ],
  action,
  state: "open",
  forms: [
    { value: "", label: "كل النماذج", isChosen: true },
    { value: "3", label: "طلب إرجاع", isChosen: false },
  ],
  words: "",
  who: "",
  whos: [
    { value: "", label: "الجميع" },
    { value: "me", label: "عندي" },
    { value: "nobody", label: "بلا مسؤول" },
  ],
  email: "",
  clearUrl: null,
  bulk: {
    action,
    hidden: [["nonce", "n0nce"]],
    acts: [
      { value: "close", label: "إغلاق" },
      { value: "spam", label: "مزعجة" },
    ],
    members,
  },
  rows: [
    row,
    {
      ...row,
      number: "41",
      url: `${action}41/`,
      form: "تواصل معنا",
      sender: "زائر",
      files: 0,
      excerpt: "",
      assignee: "",
    },
  ],
  nextUrl: `${action}?state=open&before=41`,
  newestUrl: null,
  previews: [
    { label: "تواصل معنا", url: `${action}preview/?form=1` },
    { label: "طلب إرجاع", url: `${action}preview/?form=3` },
  ],
  person: null,
  retention: "مدة حفظ الرسائل وملفاتها بالأيام: 180.",
  notice: null,
};

export const enquiry: EnquiryPageView = {
  title: "رسالة رقم 42",
  form: "طلب إرجاع",
  versionUrl: `${action}preview/?version=7`,
  inboxUrl: action,
  date: row.date,
  datetime: row.datetime,
  state: "مفتوحة",
  facts: [
    { label: "الصفحة", value: "/ar/returns/" },
    { label: "نسخة النموذج", value: "2" },
    { label: "تُحذف تلقائيًا في", value: "2 مايو 2027" },
  ],
  answers: [
    { label: "الاسم الكامل", values: ["هند العتيبي"], files: [] },
    { label: "رسالتك", values: ["وصلت العلبة مكسورة.\nأرفقت صورتين."], files: [] },
    { label: "الطرود", values: ["الطرد الأول", "الطرد الثاني"], files: [] },
    { label: "رقم الهاتف", values: [], files: [] },
    {
      label: "الصور",
      values: [],
      files: [
        { name: "العلبة.jpg", size: "2.4 MB", url: `${action}files/9/`, state: null },
        { name: "scan-2026.pdf", size: "310.0 KB", url: null, state: "قيد الفحص" },
        { name: "", size: "", url: null, state: "حُذف الملف" },
      ],
    },
  ],
  signals: [],
  action: row.url,
  nonce: "n0nce",
  canClose: true,
  canReopen: false,
  canRelease: false,
  canSpam: true,
  members,
  assignee: "1",
  messages: [
    {
      who: "نورة",
      date: row.date,
      datetime: row.datetime,
      text: "نرسل برطمانًا بديلًا.",
      isAnswer: false,
      state: null,
    },
    {
      who: "نورة",
      date: row.date,
      datetime: row.datetime,
      text: "نعتذر يا هند.\nأرسلنا اليوم بديلًا.",
      isAnswer: true,
      state: "أُرسل",
    },
  ],
  answerTo: "hind@example.com",
  notice: null,
};
