import type {
  CartContentsView,
  CartLineView,
  CartPageView,
  CartSettings,
  DeliveryAnswer,
  DeliveryView,
  SideCartView,
  TotalsView,
} from "../generated/cart";
import type {
  CardView,
  GalleryImage,
  GallerySettings,
  GalleryView,
  HomePageView,
  ListingPageView,
  PictureView,
  ProductPageView,
  VariationView,
} from "../generated/catalog";
import type { LayoutView, MessagePageView, NavItem, PageHead } from "../generated/edge";
import type { CountdownView, DiscountTableView } from "../generated/pricing";
import type { SearchSuggestions } from "../generated/search";
import { questionSection } from "./question-samples";
import { reviewSection, trustBadge, voices } from "./review-samples";

/** Views for tests: small, Arabic, and with a value in every field. */

/** A long product name, with a Latin word and numbers. */
export const longName =
  "تمر مجدول ملكي كبير الحبة من مزارع القصيم، محشوّ باللوز المحمّص ومغطّى بالشوكولاتة الداكنة 70%، في علبة هدايا خشبية Premium Gift Box منقوشة يدويًّا";

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
  rating: { average: "4.9", count: 212 },
  countdown: null,
  eager: true,
};

export const cartSettings: CartSettings = {
  redirectAfterAdd: false,
  ajaxAdd: true,
  skip: [],
  autoOpen: true,
  autoClose: true,
  layout: "rows",
  cardFlip: true,
  showBasket: "always_hide",
  notificationTime: 5000,
  quantityDelay: 500,
};

export const totals: TotalsView = {
  subtotal: "35.20\u00a0$",
  coupons: [{ code: "نخلة10", amount: "3.52\u00a0$", problem: null, removeUrl: "/ar/cart/?remove_coupon=x" }],
  shipping: [
    {
      id: "1",
      title: "توصيل عادي",
      cost: "7.00\u00a0$",
      chosen: true,
      byAmount: false,
      arrival: "يصلك بين الثلاثاء\u00a017 والخميس\u00a019\u00a0نوفمبر",
    },
    { id: "2", title: "استلام من المتجر", cost: null, chosen: false, byAmount: false, arrival: null },
  ],
  taxes: [{ name: "الضريبة", amount: "1.00\u00a0$" }],
  total: "39.68\u00a0$",
  freeLeft: "39.80\u00a0$",
  freePercent: 46,
  country: "US",
  city: "",
  postcode: "",
  countries: [
    { code: "US", name: "الولايات المتحدة" },
    { code: "SA", name: "السعودية" },
  ],
};

const noTotals: TotalsView = {
  ...totals,
  subtotal: "0.00\u00a0$",
  coupons: [],
  shipping: [],
  taxes: [],
  total: "0.00\u00a0$",
  freeLeft: null,
  freePercent: 100,
  countries: [],
};

const nav: Array<NavItem> = [
  {
    label: "التمور",
    url: "/ar/product-category/dates/",
    accent: false,
    description: "",
    children: [{ label: "سكري", url: "/ar/x/" }],
  },
  { label: "التخفيضات", url: "/ar/sale/", accent: true, description: "عروض هذا الأسبوع.", children: [] },
];

export const layout: LayoutView = {
  isSlim: false,
  sideCart: {
    count: 0,
    lines: [],
    totals: noTotals,
    notice: null,
    settings: cartSettings,
    cartUrl: "/ar/cart/",
    checkoutUrl: "/ar/checkout/",
    shopUrl: "/ar/shop/",
  },
  shopName: "دكان النخلة",
  tagline: "دكان عائلي.",
  phone: "+1 202 555 0148",
  email: "hello@shop.example",
  whatsapp: "+1 202 555 0149",
  hours: "من السبت إلى الخميس",
  serviceLinks: [{ label: "تواصل معنا", url: "/ar/contact/" }],
  popularSearches: ["قهوة عربية", "تمر"],
  cardBrands: ["فيزا", "ماستركارد"],
  homeUrl: "/ar/",
  shopUrl: "/ar/shop/",
  cartUrl: "/ar/cart/",
  accountUrl: "/ar/my-account/",
  searchUrl: "/ar/shop/",
  storeNotice: { id: "3", text: "الشحن مجاني." },
  comingSoon: null,
  nav,
  mobileNav: nav,
  footer: [{ title: "تسوّق", links: [{ label: "التمور", url: "/ar/product-category/dates/" }] }],
  newsletter: {
    action: "/ar/newsletter/",
    title: "رسالة الدكان",
    text: "محاصيل جديدة وعروض هادئة، مرّتين في الشهر.",
  },
  footerLinks: [{ label: "الشروط والأحكام", url: "/ar/terms/" }],
  trustBadge,
  measurement: {
    consent: "allowed",
    consentUrl: "/ar/consent/",
    landingUrl: "/ar/wp-json/matjar/v1/landing",
    checkoutUrl: "/ar/checkout/",
    tags: null,
  },
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
  promises: [
    { icon: "truck", title: "توصيل إلى بابك", text: "مجاني للطلبات الكبيرة" },
    { icon: "lock", title: "دفع آمن", text: "بيانات بطاقتك مشفّرة" },
  ],
  categories: [{ name: "التمور", url: "/ar/product-category/dates/", count: 9, picture }],
  offers: { title: "عروض تنتهي قريبًا", moreUrl: "/ar/shop/?on_sale=1", cards: [card] },
  productRows: [{ title: "الأكثر طلبًا", moreUrl: "/ar/shop/", cards: [card] }],
  story: { title: "من المزرعة", text: "نشتري من المزارع.", link: null, picture },
  voices,
};

export const listing: ListingPageView = {
  title: "كل المنتجات",
  intro: "قهوة وتمور وعسل.",
  crumbs,
  count: 48,
  isMore: false,
  first: 13,
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
  corrected: null,
  asTypedUrl: null,
  noHits: null,
  articles: [],
  report: null,
  url: "/ar/shop/?filter_origin=x",
  sort: {
    action: "/ar/shop/",
    hidden: [{ name: "filter_origin", value: "اليمن" }],
    current: "popularity",
    options: [
      { value: "menu_order", label: "الترتيب الافتراضي", url: "/ar/shop/" },
      { value: "popularity", label: "الأكثر طلبًا", url: "/ar/shop/?orderby=popularity" },
    ],
  },
  filters: [
    {
      name: "category",
      label: "القسم",
      options: [
        { label: "القهوة", url: "/ar/product-category/coffee/", count: 14, selected: false },
        { label: "التمور", url: "/ar/product-category/dates/", count: 9, selected: true },
      ],
    },
    {
      name: "availability",
      label: "التوفّر",
      options: [{ label: "متوفر", url: "/ar/shop/?stock=in", count: 45, selected: false }],
    },
  ],
  priceRange: {
    action: "/ar/shop/",
    hidden: [{ name: "orderby", value: "popularity" }],
    lowest: 4,
    highest: 1250,
    from: 10,
    to: null,
  },
  chips: [{ label: "التمور", url: "/ar/shop/" }],
  clearUrl: "/ar/shop/",
  shopUrl: "/ar/shop/",
};

export const gallerySettings: GallerySettings = {
  thumb_to_show: 4,
  thumb_scroll_by: 1,
  thumb_v: false,
  thumb_v_tablet: false,
  thumb_position_mobile: "bottom",
  zoom: false,
  zoom_action: "mouseover",
  zoom_level: 1,
  mobile_zoom: false,
  lightbox_icon: true,
  slider_rtl: true,
  slider_infinity: true,
  slider_nav: true,
  slider_autoplay: false,
  slider_autoplay_time: 4000,
  slider_animation_speed: 100,
  thumb_animation_speed: 400,
  slider_lazyload: false,
  slider_dots: false,
  slider_dots_viewport: ["desktop", "tablet", "mobile"],
  carousel_mode: false,
};

export const galleryImage: GalleryImage = {
  large_image: "/media/dates-1600.webp",
  large_image_width: 1600,
  large_image_height: 2000,
  caption: "علبة تمر مفتوحة",
  picture,
};

export const gallery: GalleryView = {
  images: [
    galleryImage,
    { ...galleryImage, picture: { ...picture, fallbackUrl: "/media/bowl-640.webp" } },
    { ...galleryImage, picture: { ...picture, fallbackUrl: "/media/scene-640.webp" } },
  ],
  settings: gallerySettings,
  percentOff: 20,
  isNew: true,
};

export const variation: VariationView = {
  variation_id: "170",
  parent_id: "17",
  product_type: "variation",
  attributes: { attribute_roast: "فاتح", attribute_weight: "250 غ", attribute_grind: "" },
  price_html: '<span class="price"><bdi dir="ltr">18.00\u00a0$</bdi></span>',
  price: { amount: "18.00\u00a0$", regular: null, percentOff: null, from: false },
  has_single_price: 0,
  _cr_gtin: "6291041500213",
  _cr_mpn: "NKH-170",
  _cr_brand: "محمصة النخلة",
  barcode_img: "/ar/barcode/6291041500213.svg",
  barcode_value: "6291041500213",
  wavi_value: false,
  step: "1",
  input_value: "1",
  max: "9",
  is_in_stock: true,
  countdown: null,
};

/** A sale that runs for two hours from `now` and does not recur. */
export const countdownAt = (now: number, change: Partial<CountdownView> = {}): CountdownView => {
  const stamp = (time: number) => new Date(time).toISOString().slice(0, 19).replace("T", " ");
  return {
    countdown_time_start: stamp(now),
    countdown_time_end: stamp(now + 7_200_000),
    countdown_time_from: stamp(now - 7_200_000),
    countdown_time_to: "",
    countdown_time_reset: 0,
    countdown_data_change: {
      product_type: "simple",
      product_id: "17",
      message: "ينتهي العرض خلال {countdown_timer}",
      upcoming_message: "يبدأ العرض خلال {countdown_timer}",
      regular_price_html: '<span class="price">22.00</span>',
      sale_price_html: '<span class="price">17.60</span>',
      remove_sale: 1,
    },
    regular: { amount: "22.00\u00a0$", regular: null, percentOff: null, from: false },
    sale: { amount: "17.60\u00a0$", regular: "22.00\u00a0$", percentOff: 20, from: false },
    cached: true,
    width: null,
    share: null,
    before: "ينتهي العرض خلال",
    after: "",
    days: false,
    target: new Date(now + 7_200_000).toISOString(),
    until: "الأحد",
    ...change,
  };
};

export const delivery: DeliveryView = {
  arrival: "يصلك بين الثلاثاء\u00a017 والخميس\u00a019\u00a0نوفمبر",
  isUnserved: false,
  place: "الولايات المتحدة",
  country: "US",
  city: "",
};

export const product: ProductPageView = {
  delivery,
  id: "17",
  url: "/ar/product/sukkari/",
  name: "تمر سُكَّري فاخر",
  note: "علبة 1 كغ",
  crumbs,
  gallery,
  price: card.price,
  countdown: null,
  tableRows: 0,
  hasTable: false,
  discounts: { show_product_strikeout: "show", product_price_container_class: "", cache: true },
  availability: "low",
  stockLeft: 3,
  canNotify: false,
  identifiers: {
    brand: "محمصة النخلة",
    gtin: "6291041500206",
    mpn: "NKH-17",
    barcodeImg: "/ar/barcode/6291041500206.svg",
    barcodeValue: "6291041500206",
  },
  bundle: null,
  form: {
    productId: "17",
    action: "/ar/product/sukkari/",
    min: "1",
    max: "9",
    step: "1",
    value: "1",
    attributes: [
      {
        name: "roast",
        label: "درجة التحميص",
        look: "colours",
        options: [
          { value: "فاتح", colour: "#b98453" },
          { value: "داكن", colour: "#3a1d0f" },
        ],
      },
      {
        name: "weight",
        label: "الوزن",
        look: "buttons",
        options: [
          { value: "250 غ", colour: null },
          { value: "1 كغ", colour: null },
        ],
      },
      {
        name: "grind",
        label: "الطحن",
        look: "select",
        options: [
          { value: "حبوب كاملة", colour: null },
          { value: "طحن للتقطير", colour: null },
        ],
      },
    ],
    variations: [
      variation,
      {
        ...variation,
        variation_id: "171",
        attributes: { attribute_roast: "داكن", attribute_weight: "250 غ", attribute_grind: "" },
        wavi_value: true,
      },
      {
        ...variation,
        variation_id: "172",
        attributes: { attribute_roast: "داكن", attribute_weight: "1 كغ", attribute_grind: "" },
        price_html: '<span class="price"><bdi dir="ltr">62.00\u00a0$</bdi></span>',
        price: { amount: "62.00\u00a0$", regular: null, percentOff: null, from: false },
        step: "2",
        input_value: "4",
        max: "8",
        _cr_mpn: "NKH-172",
        is_in_stock: false,
      },
    ],
    galleryNonce: "n0nce",
    variationData: {},
  },
  external: null,
  description: ["تمر من القصيم."],
  specifications: [{ label: "الوزن", value: "1 كغ" }],
  related: { title: "قد يعجبك أيضًا", moreUrl: null, cards: [card] },
  reviews: { rating: { average: "4.8", count: 128 }, section: reviewSection, classicForm: null },
  questions: { count: questionSection.count, section: questionSection },
  tracks: null,
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
  parts: [],
};

export const sideCart: SideCartView = {
  count: 1,
  lines: [line],
  totals,
  notice: null,
  settings: cartSettings,
  cartUrl: "/ar/cart/",
  checkoutUrl: "/ar/checkout/",
  shopUrl: "/ar/shop/",
};

export const cartContents: CartContentsView = {
  lines: [line],
  count: 1,
  totals,
  notice: { kind: "ok", text: "أُضيف المنتج.", undo: null, coupon: null, line: null },
  cartUrl: "/ar/cart/",
  checkoutUrl: "/ar/checkout/",
  shopUrl: "/ar/shop/",
};

export const deliveryAnswer: DeliveryAnswer = {
  place: delivery,
  methods: [
    { title: "توصيل عادي", arrival: delivery.arrival },
    { title: "توصيل سريع", arrival: null },
  ],
  countries: [
    { code: "US", name: "الولايات المتحدة" },
    { code: "SA", name: "السعودية" },
  ],
  cities: [{ country: "US", name: "هونولولو" }],
};

export const cartPage: CartPageView = { contents: cartContents, suggestions: [card], crumbs, saved: [] };

export const message: MessagePageView = {
  kind: "not-found",
  title: "لم نجد هذه الصفحة",
  hint: "ابحث في المتجر.",
  homeUrl: "/ar/",
  shopUrl: "/ar/shop/",
  reference: "E-5031",
};

export const suggestions: SearchSuggestions = {
  query: "قهو",
  corrected: null,
  products: [
    {
      name: "قهوة سعودية",
      url: "/ar/product/1/",
      price: "14.50\u00a0$",
      from: true,
      image: "/media/dates-320.webp",
    },
    { name: "<b>بنّ</b>", url: "/ar/product/2/", price: "18.00\u00a0$", from: false, image: null },
  ],
  categories: [{ name: "القهوة", url: "/ar/product-category/coffee/" }],
  articles: [],
  allUrl: "/ar/?s=قهو&post_type=product",
  total: 11,
};

export const discountTable: DiscountTableView = {
  rows: [
    { from: "1", to: "1", amount: "22.00\u00a0$", percentOff: null },
    { from: "2", to: "4", amount: "19.80\u00a0$", percentOff: 10 },
    { from: "5", to: null, amount: "17.60\u00a0$", percentOff: 20 },
  ],
  from: false,
  settingsUrl: null,
};
