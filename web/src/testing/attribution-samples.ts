import type { AffiliateReportView, ReportPageView } from "../generated/attribution";
import type { EventsPageView } from "../generated/events";
import { form } from "./account-samples";
import { earningsPlot, visitsPlot } from "./plot-samples";

export const affiliateReport: AffiliateReportView = {
  visits: { ...visitsPlot, title: "زيارات عبر الشركاء" },
  credits: { ...earningsPlot, title: "عمولات الشركاء", interval: "اليوم" },
  rows: [
    {
      id: "417305",
      name: "salma",
      url: "/ar/wp-admin/affiliates/417305/",
      visits: "46",
      orders: "2",
      conversion: "4.3%",
      sales: "102.00\u00a0$",
      credited: "10.20\u00a0$",
    },
    {
      id: "417306",
      name: "a-name-of-forty-characters-in-every-link",
      url: "/ar/wp-admin/affiliates/417306/",
      visits: "0",
      orders: "1",
      conversion: "",
      sales: "0.00\u00a0$",
      credited: "0.00\u00a0$",
    },
  ],
  export: { ...form, action: "/ar/wp-admin/reports/affiliates/", submit: "تصدير أرقام الشركاء (CSV)" },
};

export const report: ReportPageView = {
  periods: [
    { label: "آخر 7 أيام", url: "/ar/wp-admin/reports/?days=7", isChosen: true },
    { label: "آخر 30 يومًا", url: "/ar/wp-admin/reports/?days=30", isChosen: false },
  ],
  funnel: [
    { label: "الزيارات", count: "120", share: "100%", width: 100 },
    { label: "الإضافات إلى السلة", count: "30", share: "25%", width: 25 },
    { label: "الطلبات المدفوعة", count: "6", share: "5%", width: 5 },
  ],
  visits: { ...visitsPlot, title: "الزيارات" },
  revenue: { ...earningsPlot, title: "المبيعات", interval: "اليوم", measure: "المبيعات" },
  isEmpty: false,
  days: [
    {
      day: "2026-11-17",
      visits: "50",
      orders: "4",
      paid: "3",
      conversion: "6%",
      revenue: "180.00 $",
    },
  ],
  sources: [
    {
      kind: "حملة",
      source: "instagram",
      medium: "social",
      campaign: "eid",
      visits: "40",
      orders: "3",
      paid: "2",
      conversion: "5%",
      revenue: "120.00 $",
    },
    {
      kind: "كتابة العنوان",
      source: "مباشر",
      medium: "",
      campaign: "",
      visits: "80",
      orders: "3",
      paid: "1",
      conversion: "1.2%",
      revenue: "60.00 $",
    },
  ],
  differing: null,
  affiliates: affiliateReport,
  homeUrl: "/ar/wp-admin/",
};

export const eventsPage: EventsPageView = {
  action: "/ar/wp-admin/events/",
  nonce: "n0nce",
  canChange: true,
  notice: null,
  error: null,
  url: "",
  kinds: [
    { name: "purchase", label: "شراء", isChosen: true },
    { name: "refund", label: "رد مبلغ", isChosen: true },
  ],
  endpoints: [
    {
      id: "1",
      url: "https://hooks.example/matjar",
      secret: "5f2c",
      kinds: "شراء، رد مبلغ",
      state: "يعمل",
      isEnabled: true,
    },
  ],
  states: [
    { value: "", label: "كل الحالات", isChosen: true },
    { value: "failed", label: "لم تصل", isChosen: false },
  ],
  deliveries: [
    {
      eventId: "0b8f6f0e-7d5c-4a53-9d4f-3f4f0c8a2b11",
      endpointId: "1",
      kind: "شراء",
      date: "17 نوفمبر 2026، 10:00",
      url: "https://hooks.example/matjar",
      state: "وصلت",
      attempts: "1",
      answer: "رد بالرمز 200",
      next: null,
      canReplay: true,
    },
    {
      eventId: "2c8f6f0e-7d5c-4a53-9d4f-3f4f0c8a2b12",
      endpointId: "1",
      kind: "رد مبلغ",
      date: "17 نوفمبر 2026، 11:00",
      url: "https://hooks.example/matjar",
      state: "بانتظار الإرسال",
      attempts: "2",
      answer: "رد بالرمز 500",
      next: "المحاولة القادمة: 17 نوفمبر 2026، 11:05",
      canReplay: false,
    },
  ],
  olderUrl: null,
  homeUrl: "/ar/wp-admin/",
};
