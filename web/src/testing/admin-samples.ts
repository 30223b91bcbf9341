import type { AuditPageView, FindPageView, HealthPageView } from "../generated/admin";
import type { AdminLayoutView } from "../generated/edge";

export const adminLayout: AdminLayoutView = {
  isCopy: false,
  roleBand: null,
  homeUrl: "/ar/wp-admin/",
  shopUrl: "/ar/",
  findUrl: "/ar/wp-admin/find/",
  member: "نورة",
  role: "مدير المتجر",
  menu: [
    {
      label: "العمل اليومي",
      links: [
        { label: "الرئيسية", url: "/ar/wp-admin/", icon: "home", isCurrent: false },
        { label: "الطلبات", url: "/ar/wp-admin/orders/", icon: "order", isCurrent: true },
      ],
    },
    {
      label: "البضاعة",
      links: [
        { label: "أداة الرمز الشريطي", url: "/ar/wp-admin/barcodes/", icon: "barcode", isCurrent: false },
      ],
    },
  ],
  bar: [
    { label: "الرئيسية", url: "/ar/wp-admin/", icon: "home", isCurrent: false },
    { label: "الطلبات", url: "/ar/wp-admin/orders/", icon: "order", isCurrent: true },
  ],
};

export const roleBand = { role: "التجهيز", action: "/ar/wp-admin/end-view/", nonce: "n0nce" };

export const findPage: FindPageView = {
  action: "/ar/wp-admin/find/",
  query: "pvh.",
  understood: "حراز",
  groups: [
    {
      label: "البضاعة",
      items: [{ label: "بنّ حَراز اليمني", detail: "", fact: "", url: "/ar/product/haraz/", icon: "tag" }],
    },
    {
      label: "الطلبات",
      items: [
        {
          label: "الطلب رقم 10482",
          detail: "سلمى الخطيب",
          fact: "89.64 $",
          url: "/ar/wp-admin/orders/10482/",
          icon: "order",
        },
      ],
    },
  ],
};

export const auditPage: AuditPageView = {
  action: "/ar/wp-admin/audit/",
  chain: { isBroken: false, label: "السلسلة سليمة", text: "3 أسطر. فُحص السجل اليوم." },
  isOwn: false,
  people: [
    { value: "", label: "كل الفريق" },
    { value: "1", label: "نورة" },
  ],
  who: "",
  acts: [
    { value: "", label: "كل الأفعال" },
    { value: "refund", label: "ردّ المبلغ" },
  ],
  what: "",
  spans: [
    { value: "", label: "كل المدة" },
    { value: "7", label: "آخر 7 أيام" },
  ],
  days: "7",
  lines: [
    {
      id: "3",
      who: "ياسر",
      when: "اليوم، 10:14 صباحًا",
      what: { text: "حالة الطلب", isLtr: false, url: null },
      subject: [{ text: "الطلب رقم 10479", isLtr: false, url: "/ar/wp-admin/orders/10479/" }],
      before: [{ label: null, parts: [{ text: "قيد التجهيز", isLtr: false, url: null }] }],
      after: [{ label: null, parts: [{ text: "في الطريق", isLtr: false, url: null }] }],
      undo: null,
    },
    {
      id: "2",
      who: "هدى",
      when: "اليوم، 10:02 صباحًا",
      what: { text: "تعديل منتج", isLtr: false, url: null },
      subject: [
        { text: "المنتج «تمر سكّري»", isLtr: false, url: "/ar/wp-admin/products/42/" },
        { text: "النسخة 7", isLtr: false, url: null },
      ],
      before: [
        {
          label: { text: "السعر قبل التخفيض", isLtr: false, url: null },
          parts: [{ text: "14.50 $", isLtr: true, url: null }],
        },
      ],
      after: [
        {
          label: { text: "السعر قبل التخفيض", isLtr: false, url: null },
          parts: [{ text: "15.20 $", isLtr: true, url: null }],
        },
        {
          label: { text: "the_field", isLtr: true, url: null },
          parts: [{ text: '{"x":1}', isLtr: true, url: null }],
        },
      ],
      undo: { action: "/ar/wp-admin/products/42/undo/", nonce: "n0nce", version: "7" },
    },
    {
      id: "1",
      who: "هدى",
      when: "اليوم، 9:58 صباحًا",
      what: { text: "act-of-another-release", isLtr: true, url: null },
      subject: [{ text: "thing 7", isLtr: true, url: null }],
      before: [],
      after: [],
      undo: null,
    },
  ],
  nextUrl: "/ar/wp-admin/audit/?days=7&before=2",
};

export const healthPage: HealthPageView = {
  action: "/ar/wp-admin/health/",
  nonce: "n0nce",
  notice: null,
  level: "watch",
  state: "المتجر يعمل، وشيء ينتظر",
  checkedAt: "15 نوفمبر 2026، 12:00 مساءً",
  chain: null,
  groups: [
    {
      label: "يراه الزائر",
      checks: [
        { level: "well", state: "سليم", label: "الصفحات", text: "كل مُخرِجي الصفحات يجيبون.", url: null },
      ],
    },
    {
      label: "المال والبضاعة",
      checks: [
        {
          level: "watch",
          state: "للمتابعة",
          label: "دفعات بلا جواب",
          text: "دفعة واحدة يُسأل عنها مزوّد الدفع حتى يجيب.",
          url: "/ar/wp-admin/orders/",
        },
      ],
    },
  ],
  jobs: [
    {
      id: "7",
      task: "إرسال رسالة عن طلب",
      isRawTask: false,
      level: "bad",
      state: "متوقّفة",
      tries: "12 من 12",
      when: "15 نوفمبر 2026، 10:00 صباحًا",
      error: "550 no mailbox …",
      canRetry: true,
      canStop: false,
    },
    {
      id: "8",
      task: "import_photos",
      isRawTask: true,
      level: "watch",
      state: "تُعاد وحدها",
      tries: "3 من 12",
      when: "15 نوفمبر 2026، 12:10 مساءً",
      error: "timeout",
      canRetry: true,
      canStop: true,
    },
  ],
};
