import type {
  BarcodeAnswer,
  BarcodePageView,
  BarcodeResultsView,
  BarcodeRowView,
  BarcodeToolView,
  CountReportPageView,
  CountsPageView,
  PickPageView,
  PickToolView,
} from "../generated/barcodes";
import { card } from "./samples";

export const foundRow: BarcodeRowView = {
  id: "17",
  name: "بنّ حَراز اليمني",
  label: "تحميص متوسط، 250 غ",
  code: "6291041500213",
  bin: "الرفّ أ-4",
  stock: "32",
  isLow: false,
  reserved: null,
  counted: null,
  hasDecimals: false,
  stockUrl: "/ar/wp-admin/stock/17/?store_id=2",
  url: "/ar/product/haraz/",
  picture: card.picture,
  actions: ["increase-stock", "decrease-stock", "set-stock"],
  canUndo: false,
};

export const lowRow: BarcodeRowView = {
  ...foundRow,
  id: "18",
  name: "قهوة سعودية بالهيل والزعفران",
  label: "مطحونة، 400 غ",
  bin: "",
  stock: "3",
  isLow: true,
  reserved: "2",
  canUndo: true,
};

export const countedRow: BarcodeRowView = {
  ...foundRow,
  counted: "7",
  actions: ["count-add", "count-set"],
};

export const foundResults: BarcodeResultsView = {
  rows: [foundRow],
  order: null,
  error: null,
  form: {
    action: "/ar/wp-admin/barcodes/",
    nonce: "0123456789abcdef0123456789abcdef",
    key: "fedcba9876543210fedcba9876543210",
    storeId: "2",
    actions: "increase-stock,decrease-stock,set-stock",
    text: "6291041500213",
  },
};

export const noResults: BarcodeResultsView = {
  ...foundResults,
  rows: [],
  error: "لا يوجد منتج بهذا الرمز الشريطي.",
};

export const orderResults: BarcodeResultsView = {
  ...foundResults,
  rows: [],
  order: { number: "10482", state: "قيد التجهيز", url: "/ar/wp-admin/orders/10482/" },
};

export const barcodeTool: BarcodeToolView = {
  action: "/ar/wp-admin/barcodes/",
  storeId: "2",
  storeName: "فرع ديربورن",
  codeType: "product",
  actions: "increase-stock,decrease-stock,set-stock",
  isCounting: false,
  text: "",
  results: null,
  notice: null,
  count: null,
};

export const countingTool: BarcodeToolView = {
  ...barcodeTool,
  actions: "count-add,count-set",
  isCounting: true,
  count: { id: "4", lines: 3, reportUrl: "/ar/wp-admin/barcodes/counts/4/" },
};

export const barcodePage: BarcodePageView = {
  stores: [
    { label: "المتجر الرئيسي", url: "/ar/wp-admin/barcodes/?store_id=1", current: false },
    { label: "فرع ديربورن", url: "/ar/wp-admin/barcodes/?store_id=2", current: true },
  ],
  modes: [
    { label: "منتج", url: "/ar/wp-admin/barcodes/?store_id=2", current: true },
    { label: "طلب", url: "/ar/wp-admin/barcodes/?store_id=2&barcode-type=order", current: false },
    { label: "الجرد", url: "/ar/wp-admin/barcodes/counts/?store_id=2", current: false },
  ],
  tool: barcodeTool,
};

export const countsPage: CountsPageView = {
  stores: barcodePage.stores,
  modes: barcodePage.modes,
  action: "/ar/wp-admin/barcodes/counts/",
  nonce: foundResults.form.nonce,
  storeId: "2",
  counts: [
    {
      title: "جرد رقم 4، 17 نوفمبر 2026",
      state: "مفتوح",
      reportUrl: "/ar/wp-admin/barcodes/counts/4/",
      resumeUrl: "/ar/wp-admin/barcodes/?store_id=2&mode=count",
    },
    {
      title: "جرد رقم 3، 2 أكتوبر 2026",
      state: "مغلق",
      reportUrl: "/ar/wp-admin/barcodes/counts/3/",
      resumeUrl: null,
    },
  ],
  hasOpen: true,
  notice: null,
};

export const countReport: CountReportPageView = {
  title: "تقرير فروق الجرد رقم 4",
  crumbs: [
    { label: "أداة الرمز الشريطي", url: "/ar/wp-admin/barcodes/" },
    { label: "عمليات الجرد", url: "/ar/wp-admin/barcodes/counts/?store_id=2" },
    { label: "تقرير فروق الجرد رقم 4", url: "" },
  ],
  state: "مفتوح",
  lines: 3,
  uncounted: 12,
  rows: [
    {
      sku: "NK-001-1",
      name: "بنّ حَراز اليمني",
      label: "متوسط، 250 غ",
      code: "6291047100011",
      expected: "10",
      counted: "7",
      difference: "-3",
      isMissing: true,
    },
    {
      sku: "NK-002",
      name: "قهوة سعودية بالهيل والزعفران",
      label: "",
      code: "6291045000207",
      expected: "8",
      counted: "9",
      difference: "+1",
      isMissing: false,
    },
  ],
  onlyDifferences: true,
  otherUrl: "/ar/wp-admin/barcodes/counts/4/?all=1",
  nextUrl: null,
  csvUrl: "/ar/wp-admin/barcodes/counts/4/csv/",
  resumeUrl: "/ar/wp-admin/barcodes/?store_id=2&mode=count",
  action: "/ar/wp-admin/barcodes/counts/",
  nonce: foundResults.form.nonce,
  id: "4",
  storeId: "2",
  isOpen: true,
  canClose: true,
  notice: null,
};

/** An answer of calls 33 and 34. */
export const barcodeAnswer = (
  results: BarcodeResultsView = foundResults,
  more: Partial<BarcodeAnswer> = {},
): BarcodeAnswer => ({
  code: results.error === null ? 1 : -1,
  items: "<ul></ul>",
  results,
  message: "",
  ...more,
});

export const pickTool: PickToolView = {
  order: "10482",
  action: "/ar/wp-admin/orders/10482/picking/",
  nonce: foundResults.form.nonce,
  requestKey: "5f0d3c5a7c0f4f0f9c3a",
  notice: null,
  state: {
    lines: [
      {
        sku: "HZ-250",
        name: "بنّ حَراز، 250 غ",
        bin: "A-04-2",
        wanted: "2",
        picked: "1",
        isComplete: false,
        canTakeBack: true,
      },
      {
        sku: "TM-500",
        name: "تمر سكري",
        bin: null,
        wanted: "1",
        picked: "1",
        isComplete: true,
        canTakeBack: true,
      },
    ],
    text: "بقي صنف واحد لم يكتمل.",
    isOpen: true,
    canFinish: false,
    canReopen: false,
  },
};

export const pickPage: PickPageView = {
  title: "تجهيز الطلب رقم 10482 بالمسح",
  orderUrl: "/ar/wp-admin/orders/10482/",
  tool: pickTool,
};
