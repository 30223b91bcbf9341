import type { AdminLayoutView } from "../generated/edge";

export const adminLayout: AdminLayoutView = {
  isCopy: false,
  homeUrl: "/ar/wp-admin/",
  shopUrl: "/ar/",
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
