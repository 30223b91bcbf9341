import type { AuditPageView, FindPageView, HealthPageView } from "../generated/admin";
import type { AdminLayoutView } from "../generated/edge";

export const adminLayout: AdminLayoutView = {
  isCopy: false,
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
      what: "حالة الطلب",
      subject: "order 10479",
      before: "قيد التجهيز",
      after: "في الطريق",
    },
    {
      id: "2",
      who: "هدى",
      when: "اليوم، 10:02 صباحًا",
      what: "ردّ المبلغ",
      subject: "order 10466",
      before: null,
      after: "39.00 $",
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
  ready: "ready",
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
      task: "send_email",
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
