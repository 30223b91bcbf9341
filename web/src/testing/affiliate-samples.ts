import type {
  AffiliateAccountView,
  AffiliatePageView,
  CreditView,
  PayoutView,
  StaffAffiliatePageView,
  StaffAffiliatesPageView,
  StaffPayoutsPageView,
} from "../generated/affiliates";
import { accountLayout, field, form } from "./account-samples";
import { earningsPlot, visitsPlot } from "./plot-samples";

/** Views of the affiliate programme for tests. */

export const credits: Array<CreditView> = [
  {
    id: "9",
    date: "16 نوفمبر 2026",
    amount: "7.20\u00a0$",
    reversed: null,
    state: "قيد الانتظار",
    orderNumber: null,
    orderUrl: null,
  },
  {
    id: "4",
    date: "2 أكتوبر 2026",
    amount: "12.00\u00a0$",
    reversed: "3.00\u00a0$",
    state: "مدفوعة",
    orderNumber: null,
    orderUrl: null,
  },
];

export const staffCredits = credits.map((credit) => ({
  ...credit,
  orderNumber: `48213${credit.id}`,
  orderUrl: `/ar/wp-admin/orders/48213${credit.id}/`,
}));

export const payouts: Array<PayoutView> = [
  {
    id: "3",
    date: "1 نوفمبر 2026",
    amount: "9.00\u00a0$",
    state: "مدفوعة",
    reference: "تحويل 5521",
    affiliate: null,
    affiliateUrl: null,
    pay: null,
    cancel: null,
  },
];

const payoutForm = (submit: string, name: string) => ({
  ...form,
  action: "/ar/wp-admin/affiliate-payouts/4/",
  hidden: [["do", name]] as Array<[string, string]>,
  submit,
});

export const staffPayouts: Array<PayoutView> = [
  {
    ...(payouts[0] as PayoutView),
    id: "4",
    state: "قيد الصرف",
    reference: "",
    affiliate: "nora",
    affiliateUrl: "/ar/wp-admin/affiliates/417305/",
    pay: {
      ...payoutForm("تسجيل دفع الدفعة 4", "paid"),
      fields: [{ ...field, name: "reference", label: "مرجع التحويل", value: "", isRequired: false }],
    },
    cancel: { ...payoutForm("إلغاء الدفعة 4", "cancel"), isDanger: true },
  },
  { ...(payouts[0] as PayoutView), affiliate: "nora", affiliateUrl: "/ar/wp-admin/affiliates/417305/" },
];

export const account: AffiliateAccountView = {
  links: [
    { id: "name", label: "رابط الإحالة", url: "https://shop.example/ar/?ref=nora" },
    { id: "number", label: "الرابط برقمك", url: "https://shop.example/ar/?ref=417305" },
    { id: "path", label: "رابط صفحة بعينها", url: "https://shop.example/ar/shop/ref/nora/" },
  ],
  linkHint: "للإحالة إلى صفحة أخرى أضف ref/nora/ إلى آخر عنوانها.",
  facts: [
    ["نسبة العمولة", "10%"],
    ["زيارات آخر 30 يومًا", "46"],
    ["طلبات محتسبة", "2"],
    ["عمولات قيد الانتظار", "7.20\u00a0$"],
    ["عمولات جاهزة للدفع", "0.00\u00a0$"],
    ["المدفوع لك", "9.00\u00a0$"],
  ],
  pendingHint: "تصبح العمولة جاهزة للدفع بعد 14 يومًا من الطلب.",
  visits: visitsPlot,
  earnings: earningsPlot,
  credits,
  olderUrl: "/ar/my-account/affiliate/?before=4",
  payouts,
};

export const affiliate: AffiliatePageView = {
  layout: accountLayout("برنامج الشركاء"),
  lead: null,
  join: null,
  account,
};

export const joining: AffiliatePageView = {
  ...affiliate,
  lead: "شارك رابط الإحالة، ولك عمولة عن كل طلب مدفوع يأتي منه.",
  join: {
    ...form,
    action: "/ar/my-account/affiliate/",
    fields: [
      { ...field, name: "slug", kind: "latin", label: "اسمك في الرابط", value: "salma", isHalf: false },
    ],
    submit: "طلب الانضمام",
  },
  account: null,
};

export const staffAffiliates: StaffAffiliatesPageView = {
  action: "/ar/wp-admin/affiliates/",
  search: "",
  notice: null,
  affiliates: [
    {
      id: "417305",
      slug: "nora",
      email: "nora@example.com",
      state: "نشط",
      rate: "12.5%",
      visits: "46",
      open: "7.20\u00a0$",
      url: "/ar/wp-admin/affiliates/417305/",
    },
  ],
  nextUrl: null,
  add: {
    ...form,
    fields: [{ ...field, name: "email", kind: "email", label: "البريد الإلكتروني", value: "" }],
  },
  rates: [
    {
      id: "12",
      name: "بن حرازي، حبّ كامل",
      rate: "5%",
      remove: { ...form, submit: "حذف نسبة بن حرازي، حبّ كامل" },
    },
  ],
  setRate: {
    ...form,
    fields: [{ ...field, name: "product", kind: "latin", label: "رقم المنتج أو رمزه", value: "" }],
  },
  payoutsUrl: "/ar/wp-admin/affiliate-payouts/",
};

export const staffAffiliate: StaffAffiliatePageView = {
  title: "nora",
  notice: { kind: "ok", text: "حُفظت التغييرات." },
  facts: [["الرقم", "417305"], ...account.facts],
  change: {
    ...form,
    fields: [{ ...field, name: "slug", kind: "latin", label: "الاسم في الرابط", value: "nora" }],
  },
  switch: { ...form, submit: "إيقاف", isDanger: true },
  visits: visitsPlot,
  earnings: earningsPlot,
  credits: staffCredits,
  olderUrl: null,
  refused: [
    {
      number: "482139",
      url: "/ar/wp-admin/orders/482139/",
      date: "12 نوفمبر 2026",
      reason: "اشترى الشريك بنفسه",
    },
  ],
  listUrl: "/ar/wp-admin/affiliates/",
};

export const staffPayoutsPage: StaffPayoutsPageView = {
  notice: null,
  open: [
    {
      affiliate: "rakan",
      affiliateUrl: "/ar/wp-admin/affiliates/417306/",
      amount: "31.40\u00a0$",
      create: { ...form, submit: "إنشاء دفعة للشريك rakan" },
    },
  ],
  payouts: staffPayouts,
  nextUrl: null,
  export: { ...form, submit: "تصدير CSV" },
  listUrl: "/ar/wp-admin/affiliates/",
};
