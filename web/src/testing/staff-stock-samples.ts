import type {
  CountCheckView,
  MoveFormView,
  MovementView,
  StaffStockPageView,
  StockApprovalView,
  StockItemPageView,
  StockRowView,
} from "../generated/staff_stock";
import { card } from "./samples";

const LIST = "/ar/wp-admin/stock/";
const URL = `${LIST}17/?store_id=1`;

export const movements: Array<MovementView> = [
  {
    text: "بيع · الطلب رقم 10482",
    orderUrl: "/ar/wp-admin/orders/10482/",
    note: null,
    delta: "-2",
    balance: "3",
    time: "18 نوفمبر 2026، 14:20",
  },
  {
    text: "استلام: شحنة من المورّد · نورة العتيبي",
    orderUrl: null,
    note: "فاتورة INV-1002",
    delta: "+60",
    balance: "5",
    time: "12 نوفمبر 2026، 09:05",
  },
];

export const stockRow: StockRowView = {
  id: "17",
  name: "قهوة سعودية بالهيل والزعفران",
  label: "مطحونة، 400 غ",
  sku: "BN-SAU-400",
  url: URL,
  picture: card.picture,
  bin: "أ-4",
  onHand: "3",
  reserved: "1",
  free: "2",
  isOut: false,
  lasts: "غدًا",
  isUrgent: true,
  toOrder: "60",
  awaiting: null,
  movements,
  acts: [
    { label: "استلام", url: `${URL}#receive` },
    { label: "جرد", url: `${URL}#count` },
    { label: "صرف", url: `${URL}#issue` },
  ],
};

const outRow: StockRowView = {
  ...stockRow,
  id: "18",
  name: "عسل سمر برّي",
  label: "",
  sku: "AS-SMR-05",
  url: `${LIST}18/?store_id=1`,
  picture: null,
  bin: "",
  onHand: "0",
  reserved: "0",
  free: "0",
  isOut: true,
  lasts: "نفدت الكمية",
  toOrder: null,
  awaiting: "23 شخصًا ينتظرونه",
  movements: [],
  acts: stockRow.acts.map(({ label, url }) => ({ label, url: url.replace("/17/", "/18/") })),
};

const decision = (act: string, submit: string) => ({
  action: `${LIST}17/approval/`,
  hidden: [
    ["nonce", "n0nce"],
    ["store_id", "1"],
    ["approval", "4"],
    ["act", act],
  ] as Array<[string, string]>,
  submit,
});

export const approval: StockApprovalView = {
  id: "4",
  sku: "BN-SAU-400",
  name: "بنّ سعودي",
  url: URL,
  text: "استلام +1500 بطلب ياسر، حتى الجمعة 10:15.",
  detail: "شحنة من المورّد · فاتورة INV-1003",
  own: null,
  approve: decision("approve", "موافقة وتقييد"),
  refuse: decision("refuse", "رفض"),
};

export const ownApproval: StockApprovalView = {
  ...approval,
  own: "لا يوافق على الحركة من طلبها.",
  approve: null,
  refuse: decision("refuse", "سحب الطلب"),
};

const tabs = ["يحتاج طلبًا", "كمية قليلة", "نفدت كميته", "محجوز", "الكل"];

export const staffStockPage: StaffStockPageView = {
  url: LIST,
  scanUrl: "/ar/wp-admin/barcodes/?store_id=1",
  storeId: "1",
  storeName: "المتجر الرئيسي",
  stores: [
    { label: "المتجر الرئيسي", url: `${LIST}?store_id=1`, isCurrent: true },
    { label: "فرع ديربورن", url: `${LIST}?store_id=2`, isCurrent: false },
  ],
  tabs: tabs.map((label, index) => ({ label, url: `${LIST}?list=${index}`, isCurrent: index === 0 })),
  query: "",
  approvals: [approval],
  rows: [stockRow, outRow],
  empty: null,
  clearUrl: null,
  nextUrl: `${LIST}?after=BN-SAU-400`,
};

const key: [string, string] = ["key", "fedcba9876543210fedcba9876543210"];
const hidden: Array<[string, string]> = [["nonce", "n0nce"], key, ["store_id", "1"]];

export const receiveForm: MoveFormView = {
  name: "receive",
  action: `${LIST}17/receive/`,
  hidden,
  amount: { label: "الكمية التي وصلت", value: "", error: null, hasDecimals: false },
  reasons: [
    { value: "delivery", label: "شحنة من المورّد" },
    { value: "returned", label: "مرتجع من عميل" },
    { value: "correction", label: "تصحيح خطأ" },
  ],
  reason: "",
  noteLabel: "رقم الفاتورة أو ملاحظة",
  submit: "تقييد الاستلام",
};

export const issueForm: MoveFormView = {
  ...receiveForm,
  name: "issue",
  action: `${LIST}17/issue/`,
  amount: { label: "الكمية التي تخرج", value: "", error: null, hasDecimals: false },
  reasons: [
    { value: "damaged", label: "تالف" },
    { value: "correction", label: "تصحيح خطأ" },
  ],
  noteLabel: "ملاحظة",
  submit: "تقييد الصرف",
};

export const check: CountCheckView = {
  expected: "3",
  counted: "2",
  difference: "-1",
  isLess: true,
  remark: null,
  form: {
    ...issueForm,
    name: "count",
    action: `${LIST}17/count/`,
    hidden: [...hidden, ["amount", "2"], ["seen", "300000"]],
    amount: null,
    reasons: [{ value: "counted", label: "جرد" }],
    submit: "تقييد الجرد",
  },
};

export const stockItemPage: StockItemPageView = {
  crumbs: [
    { label: "المخزون", url: LIST },
    { label: "قهوة سعودية بالهيل والزعفران (مطحونة، 400 غ)", url: "" },
  ],
  url: `${LIST}17/`,
  row: { ...stockRow, movements: [] },
  gtin: "6291041500213",
  productUrl: "/ar/wp-admin/products/17/",
  storeId: "1",
  storeName: "المتجر الرئيسي",
  stores: [],
  notice: null,
  approvals: [],
  receive: receiveForm,
  issue: issueForm,
  counted: { label: "الكمية التي عددتها", value: "", error: null, hasDecimals: false },
  check: null,
  movements,
  nextUrl: `${URL}&before=2#movements`,
};
