import type { SalesView, StaffHomePageView } from "../generated/home";
import { auditPage } from "./admin-samples";

const day = (index: number) => ({
  label: `${index + 2} نوفمبر`,
  value: `${(index + 5) * 100}.00 $`,
  before: `${(index + 4) * 100}.00 $`,
  amount: (index + 5) * 10_000,
  amountBefore: (index + 4) * 10_000,
  url: `/ar/wp-admin/orders/?booked=${index}..${index + 1}`,
});

const card = {
  label: "صافي المبيعات اليوم",
  value: "1284.52 $",
  change: "14%",
  isUp: true,
  before: "كان 1126.00 $ في اليوم نفسه من الأسبوع الماضي حتى الساعة نفسها",
  url: "/ar/wp-admin/orders/?booked=1..2",
};

export const salesOfDays: SalesView = {
  cards: [
    card,
    { ...card, label: "الطلبات المدفوعة", value: "17", change: "13%", url: null },
    { ...card, label: "متوسط الطلب", value: "75.56 $", change: "4%", isUp: false, url: null },
  ],
  days: Array.from({ length: 14 }, (_, index) => day(index)),
  total: "16100.00 $",
  totalBefore: "14700.00 $",
  top: 180_000,
  best: [{ name: "تمر سكري فاخر", pieces: "61 قطعة", sum: "1073.60 $" }],
};

export const staffHome: StaffHomePageView = {
  title: "صباح الخير يا نورة",
  lead: "الأحد 15 نوفمبر، 10:20 صباحًا بتوقيت المتجر. الأرقام حتى هذه الدقيقة.",
  work: [
    {
      icon: "order",
      title: "9 طلبات جاهزة للتجهيز",
      detail: "أقدمها الطلب رقم 10482، السبت 14 نوفمبر، 11:20 مساءً.",
      url: "/ar/wp-admin/orders/?state=processing",
      act: "بدء التجهيز",
    },
    {
      icon: "pulse",
      title: "دفعة لم تُعرف نتيجتها",
      detail: "الطلب رقم 10494. لم يردّ المصرف على محاولة الدفع منذ 22 دقيقة.",
      url: "/ar/wp-admin/orders/?payment=unknown",
      act: "عرض",
    },
  ],
  sales: salesOfDays,
  lowStock: {
    url: "/ar/wp-admin/stock/?store_id=1",
    goods: [
      {
        name: "عسل سمر برّي",
        url: "/ar/wp-admin/stock/7/?store_id=1",
        detail: "11 شخصًا ينتظرونه",
        left: "نفدت الكمية",
        isOut: true,
      },
      {
        name: "طقم فناجين «سدو»",
        url: "/ar/wp-admin/stock/8/?store_id=1",
        detail: "ينفد بعد 4 أيام",
        left: "بقي 4",
        isOut: false,
      },
    ],
  },
  acts: auditPage.lines,
  actsUrl: "/ar/wp-admin/audit/",
  facts: [
    ["الدور", "المالك"],
    ["الفروع", "1، 2"],
  ],
  logout: { action: "/ar/wp-admin/logout/", hidden: [], fields: [], submit: "تسجيل الخروج", isDanger: false },
};

/** Every kind of work at once. */
export const busyHome: StaffHomePageView = {
  ...staffHome,
  work: Array.from({ length: 9 }, (_, index) => ({
    icon: "star",
    title: `العمل رقم ${index + 1}`,
    detail: "ينتظر أقدمها منذ أكثر من 4 ساعات.",
    url: `/ar/wp-admin/work-${index + 1}/`,
    act: "فتح",
  })),
};
