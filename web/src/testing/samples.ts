import type { CartLineView, CartPageView, SideCartView } from "../generated/cart";
import type {
  CardView,
  HomePageView,
  ListingPageView,
  PictureView,
  ProductPageView,
} from "../generated/catalog";
import type { LayoutView, MessagePageView, PageHead } from "../generated/edge";

/** Views for tests: small, Arabic, and each with something in every field. */

export const picture: PictureView = {
  alt: "علبة تمر",
  width: 800,
  height: 1000,
  sources: [{ mime: "image/avif", srcset: "/media/dates-320.avif 320w, /media/dates-640.avif 640w" }],
  fallbackUrl: "/media/dates-640.webp",
};

export const card: CardView = {
  id: "17",
  url: "/ar/product/sukkari/",
  name: "تمر سُكَّري فاخر",
  note: "علبة 1 كغ",
  picture,
  price: { amount: "17.60\u00a0$", regular: "22.00\u00a0$", percentOff: 20, from: false },
  state: "buyable",
  isNew: true,
  eager: true,
};

export const layout: LayoutView = {
  shopName: "دكان النخلة",
  tagline: "دكان عائلي.",
  phone: "+1 202 555 0148",
  homeUrl: "/ar/",
  shopUrl: "/ar/shop/",
  cartUrl: "/ar/cart/",
  accountUrl: "/ar/my-account/",
  searchUrl: "/ar/shop/",
  storeNotice: "الشحن مجاني.",
  nav: [
    {
      label: "التمور",
      url: "/ar/product-category/dates/",
      accent: false,
      children: [{ label: "سكري", url: "/ar/x/" }],
    },
    { label: "التخفيضات", url: "/ar/sale/", accent: true, children: [] },
  ],
  footer: [{ title: "تسوّق", links: [{ label: "التمور", url: "/ar/product-category/dates/" }] }],
  year: "2026",
};

export const head: PageHead = {
  title: "تمر سُكَّري فاخر",
  description: "تمر من القصيم.",
  canonicalUrl: "https://shop.example/ar/product/sukkari/",
  noIndex: false,
  imageUrl: "https://shop.example/media/dates-640.webp",
  structuredData: ['{"@type":"Product"}'],
};

const crumbs = [
  { label: "الرئيسية", url: "/ar/" },
  { label: "التمور", url: "/ar/product-category/dates/" },
];

export const home: HomePageView = {
  hero: {
    over: "وصل المحصول",
    title: "ضيافة تليق ببيتك",
    text: "تمور وعسل.",
    cta: { label: "تسوّق", url: "/ar/shop/" },
    secondary: { label: "الحكاية", url: "/ar/story/" },
    wide: picture,
    narrow: picture,
  },
  categories: [{ name: "التمور", url: "/ar/product-category/dates/", count: 9, picture }],
  shelves: [{ title: "الأكثر طلبًا", moreUrl: "/ar/shop/", cards: [card] }],
  story: { title: "من المزرعة", text: "نشتري من المزارع.", link: null, picture },
};

export const listing: ListingPageView = {
  title: "كل المنتجات",
  crumbs,
  count: 48,
  cards: [card, { ...card, id: "18", state: "options" }, { ...card, id: "19", state: "sold-out" }],
  pages: {
    current: 2,
    total: 4,
    prevUrl: "/ar/shop/",
    nextUrl: "/ar/shop/page/3/",
    links: [
      { label: "1", url: "/ar/shop/", current: false },
      { label: "2", url: null, current: true },
    ],
  },
  query: null,
};

export const product: ProductPageView = {
  id: "17",
  url: "/ar/product/sukkari/",
  name: "تمر سُكَّري فاخر",
  note: "علبة 1 كغ",
  crumbs,
  pictures: [picture, { ...picture, fallbackUrl: "/media/bowl-640.webp" }],
  price: card.price,
  availability: "low",
  stockLeft: 3,
  buy: {
    productId: "17",
    action: "/ar/product/sukkari/",
    min: "1",
    max: "9",
    step: "1",
    value: "1",
    options: [{ id: "170", label: "1 كغ", price: "17.60\u00a0$", available: true }],
  },
  description: ["تمر من القصيم."],
  facts: [{ label: "الوزن", value: "1 كغ" }],
  related: { title: "قد يعجبك أيضًا", moreUrl: null, cards: [card] },
};

export const line: CartLineView = {
  key: "a1b2",
  productId: "17",
  name: "تمر سُكَّري فاخر",
  detail: "علبة 1 كغ",
  url: "/ar/product/sukkari/",
  removeUrl: "/ar/cart/?remove_item=a1b2&_wpnonce=n",
  picture,
  quantity: "2",
  step: "1",
  min: "1",
  max: "9",
  unitPrice: "17.60\u00a0$",
  lineTotal: "35.20\u00a0$",
  regularTotal: "44.00\u00a0$",
  warning: "المتوفر في المخزون 1 فقط.",
};

export const sideCart: SideCartView = {
  count: 1,
  lines: [line],
  subtotal: "35.20\u00a0$",
  cartUrl: "/ar/cart/",
  shopUrl: "/ar/shop/",
};

export const cartPage: CartPageView = {
  lines: [line],
  count: 1,
  subtotal: "35.20\u00a0$",
  total: "35.20\u00a0$",
  notice: { kind: "ok", text: "أُضيف المنتج." },
  shopUrl: "/ar/shop/",
  crumbs,
};

export const message: MessagePageView = {
  kind: "not-found",
  title: "لم نجد هذه الصفحة",
  hint: "ابحث في المتجر.",
  homeUrl: "/ar/",
  shopUrl: "/ar/shop/",
  reference: "E-5031",
};
