import type {
  BulkFormPageView,
  BulkJobPageView,
  BulkJobsPageView,
  BulkProgress,
  BulkRow,
} from "../generated/staff_bulk";

const LIST = "/ar/wp-admin/products/";
const unchanged = { value: "", label: "بلا تغيير" };

export const bulkFormPage: BulkFormPageView = {
  action: `${LIST}bulk/`,
  hidden: [
    ["nonce", "n0nce"],
    ["list", ""],
    ["id[]", "7"],
  ],
  listUrl: LIST,
  jobsUrl: `${LIST}jobs/`,
  chosen: "منتج واحد مختار",
  empty: null,
  errors: [],
  title: "رفع أسعار الشتاء",
  prices: {
    ways: [unchanged, { value: "raise-percent", label: "رفع بنسبة" }, { value: "set", label: "تعيين إلى" }],
    way: "raise-percent",
    amount: "5",
    roundings: [
      { value: "none", label: "بلا تقريب" },
      { value: "half", label: "إلى أقرب نصف" },
    ],
    rounding: "half",
    sales: [unchanged, { value: "end", label: "إنهاء التخفيض" }],
    sale: "",
    saleAmount: "",
    saleFrom: "",
    saleTo: "",
  },
  places: {
    categories: [unchanged, { value: "3", label: "العسل" }],
    category: "",
    statuses: [unchanged, { value: "hidden", label: "مخفي" }],
    status: "",
  },
  tagWay: "",
  tag: "",
};

const row: BulkRow = {
  id: "1",
  name: "قهوة سعودية بالهيل والزعفران",
  label: "",
  sku: "BN-SAU-400",
  url: `${LIST}7/`,
  differences: [{ label: "السعر قبل التخفيض", before: "14.50 $", after: "15.00 $" }],
  state: "سيتغيّر",
  level: "watch",
  reason: null,
};

export const bulkProgress: BulkProgress = {
  job: "5",
  nonce: "n0nce",
  url: `${LIST}jobs/5/`,
  done: 12,
  all: 19,
  text: "12 من 19",
};

export const bulkJobPage: BulkJobPageView = {
  title: "رفع أسعار الشتاء",
  lead: "هدى · 14 نوفمبر 2026، 10:46 مساءً",
  state: "معاينة",
  level: "watch",
  notice: null,
  notes: ["يتغيّر صفّان.", "سعران يرتفعان.", "أكبر فرق 6.00 $."],
  progress: null,
  action: `${LIST}jobs/5/act/`,
  nonce: "n0nce",
  acts: [
    { act: "start", label: "تنفيذ على صفّين", isPrimary: true },
    { act: "drop", label: "ترك المهمة", isPrimary: false },
  ],
  groups: [
    { label: "المتغيّر: 2", url: `${LIST}jobs/5/?rows=wanted`, isCurrent: true },
    { label: "الكل: 3", url: `${LIST}jobs/5/?rows=all`, isCurrent: false },
  ],
  rows: [
    row,
    { ...row, id: "2", name: "بنّ حَراز اليمني", label: "متوسط، 250 غ", sku: "BN-HRZ-M250" },
    {
      ...row,
      id: "3",
      name: "عجوة المدينة",
      sku: "TM-AJW",
      state: "رُفض",
      level: "bad",
      reason: "السعر بعد التخفيض: السعر بعد التخفيض يجب أن يقلّ عن السعر.",
    },
  ],
  empty: null,
  nextUrl: null,
  reportAction: `${LIST}jobs/5/report/`,
  other: null,
  jobsUrl: `${LIST}jobs/`,
  productsUrl: LIST,
};

export const bulkJobsPage: BulkJobsPageView = {
  productsUrl: LIST,
  jobs: [
    {
      title: "رفع أسعار الشتاء",
      url: `${LIST}jobs/5/`,
      who: "هدى",
      when: "14 نوفمبر 2026، 10:46 مساءً",
      state: "انتهت",
      level: "well",
    },
  ],
};
