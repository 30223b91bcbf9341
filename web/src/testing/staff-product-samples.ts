import type {
  ConflictView,
  PicturesForm,
  QuickForm,
  StaffProductPageView,
  StaffProductsPageView,
  VariationsForm,
} from "../generated/staff_products";

const LIST = "/ar/wp-admin/products/";

const quick = (id: string, kind: "price" | "stock", value: string, name: string): QuickForm => ({
  action: `${LIST}${id}/${kind}/`,
  value,
  version: kind === "price" ? "3" : "",
  variation: "",
  label: kind === "price" ? `سعر ${name}` : `مخزون ${name}`,
});

const row = {
  id: "7",
  name: "عسل سدر جبلي",
  note: "برطمان 500 غ",
  sku: "AS-SDR-05",
  url: `${LIST}7/`,
  picture: null,
  status: "منشور",
  statusName: "published",
  category: "العسل",
  price: "46.00 $",
  sale: null,
  stock: "24",
  isOut: false,
  priceForm: quick("7", "price", "46.00", "عسل سدر جبلي"),
  stockForm: quick("7", "stock", "24", "عسل سدر جبلي"),
  unfold: null,
  isUnfolded: false,
  variations: [],
};

export const staffProductsPage: StaffProductsPageView = {
  url: LIST,
  newUrl: `${LIST}new/`,
  nonce: "n0nce",
  notice: null,
  tabs: [
    { label: "الكل", url: LIST, isCurrent: true },
    { label: "منشور", url: `${LIST}?status=published`, isCurrent: false },
    { label: "مسودة", url: `${LIST}?status=draft`, isCurrent: false },
    { label: "نفدت الكمية", url: `${LIST}?stock=out`, isCurrent: false },
  ],
  others: [],
  query: "",
  category: "",
  categories: [{ value: "3", label: "العسل" }],
  at: "",
  chips: [],
  rows: [
    row,
    {
      ...row,
      id: "8",
      name: "بنّ حراز اليمني",
      note: "تحميص متوسط، 250 غ",
      sku: "BN-HRZ",
      url: `${LIST}8/`,
      category: "القهوة",
      price: "18.00 $",
      sale: "14.40 $",
      priceForm: null,
      stockForm: null,
      unfold: { label: "إخفاء الخيارات", url: `${LIST}#p8` },
      isUnfolded: true,
      variations: [
        {
          id: "81",
          label: "متوسط، 250 غ",
          sku: "BN-HRZ-M250",
          price: "18.00 $",
          sale: "14.40 $",
          stock: "32",
          isOut: false,
          priceForm: quick("8", "price", "18.00", "متوسط، 250 غ"),
          stockForm: quick("8", "stock", "32", "متوسط، 250 غ"),
        },
        {
          id: "82",
          label: "داكن، 250 غ",
          sku: "BN-HRZ-D250",
          price: "18.00 $",
          sale: null,
          stock: "0",
          isOut: true,
          priceForm: null,
          stockForm: null,
        },
      ],
    },
    {
      ...row,
      id: "9",
      name: "مزهرية من الفخار",
      status: "مخفي",
      statusName: "hidden",
      url: `${LIST}9/`,
      isOut: true,
    },
    { ...row, id: "10", name: "شمعة العود والعنبر", status: "مسودة", statusName: "draft", url: `${LIST}10/` },
  ],
  nextUrl: `${LIST}?after=7`,
  empty: null,
  clearUrl: null,
};

const labels = {
  name: "اسم المنتج",
  note: "سطر تحت الاسم",
  description: "الوصف",
  slug: "الرابط",
  status: "الحالة",
  category_id: "القسم الرئيسي",
  brand: "العلامة التجارية",
  tags: "الوسوم",
  sku: "رمز المنتج (SKU)",
  gtin: "الرمز الشريطي (GTIN)",
  mpn: "رقم القطعة (MPN)",
  regular_minor: "السعر قبل التخفيض",
  sale_minor: "السعر بعد التخفيض",
  sale_from: "يبدأ التخفيض",
  sale_to: "ينتهي التخفيض",
  min_quantity: "أقل كمية في الطلب",
  step: "مضاعفات العدد",
  weight_grams: "الوزن مع الغلاف (غ)",
  is_new: "علامة «جديد»",
};

const undo = { action: `${LIST}8/undo/`, nonce: "n0nce", version: "4" };

const picture = { alt: "", width: 320, height: 320, sources: [], fallbackUrl: "" };

export const picturesForm: PicturesForm = {
  action: `${LIST}8/pictures/`,
  uploadAction: `${LIST}8/pictures/new/`,
  nonce: "n0nce",
  version: "4",
  was: '["a","b"]',
  key: "0123456789abcdef",
  lines: [
    { name: "a", alt: "كيس بن من الأمام", picture },
    { name: "b", alt: "", picture },
  ],
  warning: "صورة واحدة بلا وصف لقارئ الشاشة.",
  isOpen: true,
};

export const variationsForm: VariationsForm = {
  action: `${LIST}8/variations/`,
  attributesAction: `${LIST}8/attributes/`,
  attributes: [],
  columns: [
    { value: "sku", label: labels.sku },
    { value: "gtin", label: labels.gtin },
    { value: "mpn", label: labels.mpn },
    { value: "regular_minor", label: labels.regular_minor },
    { value: "sale_minor", label: labels.sale_minor },
  ],
  rows: [],
  firstRow: 0,
  prevUrl: null,
  nextUrl: null,
  missing: 0,
  canPrice: true,
};

export const stockForm: QuickForm = { ...quick("8", "stock", "64", "بنّ حراز اليمني"), label: "في المخزون" };

export const staffProductPage: StaffProductPageView = {
  title: "بنّ حراز اليمني",
  listUrl: LIST,
  isNew: false,
  shopUrl: "/ar/product/bun-haraz/",
  notice: null,
  form: {
    action: `${LIST}8/`,
    nonce: "n0nce",
    version: "4",
    was: "{}",
    values: {
      name: "بنّ حراز اليمني",
      note: "تحميص متوسط، 250 غ",
      description: "يُزرع هذا البنّ في جبال حراز.\n\nنحمّصه صباح كل أحد.",
      slug: "bun-haraz",
      status: "published",
      category_id: "3",
      brand: "محمصة النخلة",
      tags: "يمني، مجفّف",
      sku: "BN-HRZ",
      gtin: "",
      mpn: "",
      regular_minor: "18.00",
      sale_minor: "14.40",
      sale_from: "2026-11-11T00:00",
      sale_to: "2026-11-18T00:00",
      min_quantity: "1",
      step: "1",
      weight_grams: "280",
      is_new: "0",
    },
    labels,
    errors: [],
    open: Object.keys(labels),
    categories: [{ value: "3", label: "القهوة › بنّ مختص" }],
    statuses: [
      { value: "draft", label: "مسودة" },
      { value: "published", label: "منشور" },
      { value: "hidden", label: "مخفي" },
    ],
  },
  salePhase: "التخفيض سارٍ الآن.",
  pictures: picturesForm,
  variations: variationsForm,
  stock: stockForm,
  stockText: "في مخزون المتجر: 64",
  preview: {
    title: "بنّ حراز اليمني",
    url: "https://shop.example/ar/product/bun-haraz/",
    text: "تحميص متوسط، 250 غ",
  },
  quality: [
    { label: "سطر تحت الاسم ووصف", isDone: true },
    { label: "رمز شريطي", isDone: false },
  ],
  history: [
    {
      text: "تعديل · نورة",
      when: "14 نوفمبر 2026، 10:46 مساءً",
      fields: [{ label: labels.sale_minor, before: "16.00 $", after: "14.40 $" }],
      undo,
    },
    { text: "إضافة المنتج · هدى", when: "1 نوفمبر 2026، 9:05 صباحًا", fields: [], undo: null },
  ],
};

const sheetRow = {
  id: "81",
  label: "متوسط، 250 غ",
  version: "2",
  was: "{}",
  values: { sku: "BN-HRZ-M250", gtin: "", mpn: "", regular_minor: "18.00", sale_minor: "14.40" },
  errors: [],
  stock: "32",
};

export const variableProductPage: StaffProductPageView = {
  ...staffProductPage,
  salePhase: null,
  stock: null,
  stockText: null,
  variations: {
    ...variationsForm,
    attributes: [{ label: "الوزن", values: "250 غ، 500 غ" }],
    rows: [
      sheetRow,
      {
        ...sheetRow,
        id: "82",
        label: "داكن، 250 غ",
        errors: [
          {
            field: "sale_minor",
            label: labels.sale_minor,
            text: "السعر بعد التخفيض يجب أن يقلّ عن السعر.",
          },
        ],
      },
    ],
    missing: 2,
    nextUrl: `${LIST}8/?rows=50#variations`,
  },
};

export const conflictPage: ConflictView = {
  title: "بنّ حراز اليمني",
  productUrl: `${LIST}8/`,
  action: `${LIST}8/`,
  hidden: [
    ["nonce", "n0nce"],
    ["version", "5"],
    ["was", "{}"],
  ],
  fields: [
    {
      field: "sale_minor",
      label: labels.sale_minor,
      before: "16.00 $",
      mine: "14.40 $",
      theirs: "15.00 $",
      mineValue: "14.40",
      theirsValue: "15.00",
      who: "ريم",
      when: "14 نوفمبر 2026، 10:46 مساءً",
      isText: false,
    },
    {
      field: "description",
      label: labels.description,
      before: "نحمّصه صباح كل أحد.",
      mine: "نحمّصه صباح كل أحد وأربعاء.",
      theirs: "نحمّصه كل أسبوع.",
      mineValue: "نحمّصه صباح كل أحد وأربعاء.",
      theirsValue: "نحمّصه كل أسبوع.",
      who: "ريم",
      when: "14 نوفمبر 2026، 10:46 مساءً",
      isText: true,
    },
  ],
};
