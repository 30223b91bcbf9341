import type {
  AddPaymentMethodPageView,
  ApprovalView,
  BulkView,
  CheckoutFormView,
  CheckoutPageView,
  GiftSheetPageView,
  OrderActionsView,
  OrderConfirmationPageView,
  OrderPageView,
  OrderPayPageView,
  OrderPrintPageView,
  OrdersPageView,
  OrderView,
  PaymentMethodsPageView,
  ProofFileView,
  RefundFormView,
  StaffOrderPageView,
  StaffOrdersPageView,
  StaffPaymentView,
  StaffPrintPageView,
  SummaryView,
  TimelineStepView,
  TrackPageView,
  TransferView,
} from "../generated/checkout";
import type {
  BankAccountView,
  OfflineOfferView,
  PaymentFormView,
  ProviderForm,
  SavedMethodView,
} from "../generated/payments";
import { accountLayout, field, form } from "./account-samples";
import { picture } from "./samples";

/** Views of the order pages for tests. */

export const cardForm: ProviderForm = {
  id: "authorize_net_cim_credit_card",
  id_dasherized: "authorize-net-cim-credit-card",
  plugin_id: "authorize_net_cim",
  type: "credit-card",
  csc_required: true,
  csc_required_for_tokens: false,
  enabled_card_types: ["visa", "mastercard", "amex", "discover", "dinersclub", "jcb"],
  log_action: "wc_authorize_net_cim_credit_card_payment_form_log_script_event",
  log_nonce: "l0g",
};

export const echeckForm: ProviderForm = {
  ...cardForm,
  id: "authorize_net_cim_echeck",
  id_dasherized: "authorize-net-cim-echeck",
  type: "echeck",
  csc_required: false,
  enabled_card_types: [],
  log_action: "wc_authorize_net_cim_echeck_payment_form_log_script_event",
};

export const savedCard: SavedMethodView = {
  id: "41",
  kind: "credit-card",
  brand: "visa",
  title: "بطاقة فيزا تنتهي بـ \u20684242\u2069",
  expires: "08/29",
  isExpired: false,
  isDefault: true,
};

export const savedAccount: SavedMethodView = {
  id: "42",
  kind: "echeck",
  brand: "",
  title: "حساب مصرفي ينتهي بـ \u20686789\u2069",
  expires: null,
  isExpired: false,
  isDefault: false,
};

export const expiredCard: SavedMethodView = {
  ...savedCard,
  id: "43",
  brand: "mastercard",
  title: "بطاقة ماستركارد تنتهي بـ \u20685454\u2069",
  expires: "03/26",
  isExpired: true,
  isDefault: false,
};

export const payment: PaymentFormView = {
  forms: [cardForm, echeckForm],
  saved: [],
  chosen: cardForm.id,
  chosenSaved: null,
  save: "with-account",
  isSaveTicked: false,
  scriptUrl: "https://pay.example/v1/Accept.js",
  accountId: "acc0unt",
  publishableKey: "pub1ic",
  canPayLater: true,
  page: {
    version: "9.0.0",
    publishableKey: "pub1ic",
    testMode: false,
    accountId: "acc0unt",
    currency: "USD",
    cartTotal: 0,
    storeCountry: "US",
    locale: "ar",
    isSavedCardsEnabled: true,
    isPaymentRequestEnabled: true,
    isTokenizedCartEceEnabled: true,
    isExpressCheckoutEnabled: false,
    isApplePayEnabled: false,
    isGooglePayEnabled: false,
    isAmazonPayEnabled: false,
    isWooPayEnabled: false,
    isWooPayEmailInputEnabled: true,
    features: ["products", "refunds", "tokenization", "add_payment_method"],
    gatewayId: "woocommerce_payments",
    accountDescriptor: "NAKHLA",
    cartContainsSubscription: false,
    paymentMethodsConfig: {
      card: {
        isReusable: true,
        title: "البطاقات",
        icon: "/assets/card.svg",
        showSaveOption: true,
        countries: [],
        forceNetworkSavedCards: false,
      },
    },
  },
};

/** With saved methods; the card is chosen. */
export const paymentWithSaved: PaymentFormView = {
  ...payment,
  saved: [savedCard, savedAccount],
  chosenSaved: savedCard.id,
  save: "offered",
};

export const summary: SummaryView = {
  lines: [
    {
      key: "a1",
      name: "بنّ حَراز اليمني",
      detail: "تحميص متوسط، 250 غ",
      quantity: "2",
      total: "36.00\u00a0$",
      picture,
      parts: [],
      warning: null,
    },
    {
      key: "a2",
      name: "صندوق الضيافة",
      detail: null,
      quantity: "1",
      total: "63.60\u00a0$",
      picture: null,
      parts: ["1 × تمر سُكَّري فاخر", "2 × عسل سدر جبلي"],
      warning: "المتوفر في المخزون 1 فقط.",
    },
  ],
  subtotal: "99.60\u00a0$",
  coupons: [{ code: "نخلة10", amount: "9.96\u00a0$", problem: null, removeUrl: "/ar/cart/?remove_coupon=x" }],
  shipping: [
    {
      id: "1",
      title: "الشحن القياسي",
      cost: null,
      amount: "0.00",
      isChosen: true,
      arrival: "يصلك بين الثلاثاء\u00a017 والخميس\u00a019\u00a0نوفمبر",
    },
    { id: "2", title: "الشحن السريع", cost: "12.00\u00a0$", amount: "12.00", isChosen: false, arrival: null },
  ],
  taxes: [{ name: "الضريبة", amount: "1.00\u00a0$" }],
  total: "90.64\u00a0$",
  totalAmount: "90.64",
  totalMinor: "9064",
  offline: [],
  count: 3,
};

const bankAccount: BankAccountView = {
  bank: "مصرف النخلة",
  holder: "دكان النخلة",
  iban: "SA03 8000 0000 6080 1016 7519",
  plainIban: "SA0380000000608010167519",
  bic: "NKHLSARI",
};

export const offlineOffers: Array<OfflineOfferView> = [
  {
    id: "cod",
    title: "الدفع عند الاستلام",
    hint: "تدفع 90.64\u00a0$ نقدًا لمندوب التوصيل حين يصلك الطلب.",
    refusal: null,
    accounts: [],
  },
  {
    id: "bacs",
    title: "حوالة مصرفية",
    hint: "تحوّل المبلغ خلال 3 أيام، ونجهّز طلبك حين يصلنا.",
    refusal: null,
    accounts: [bankAccount],
  },
];

export const transfer: TransferView = {
  amount: "90.64\u00a0$",
  reference: "4830192756",
  payBy: "الثلاثاء 17 نوفمبر، 11:32 صباحًا",
  accounts: [bankAccount],
  refusal: null,
  proof: {
    action: "/ar/order/10482/proof/",
    hidden: [
      ["nonce", "n0nce"],
      ["key", "wc_order_x"],
    ],
    name: "proof",
    accept: ".jpg,.png,.pdf",
    canSend: true,
    files: [],
  },
  payUrl: "/ar/checkout/order-pay/10482/?pay_for_order=true&key=wc_order_x",
};

export const proofFiles: Array<ProofFileView> = [
  { name: "إيصال.pdf", url: "/ar/order/10482/proof/?key=wc_order_x&file=7", note: null },
  { name: "IMG_0417.heic", url: null, note: "الملف قيد الفحص." },
];

const billing = { ...field, isHalf: false, value: "" };

export const checkoutForm: CheckoutFormView = {
  action: "/ar/checkout/",
  hidden: [
    ["woocommerce-process-checkout-nonce", "n0nce"],
    ["order_key", "0n3"],
  ],
  errors: [],
  loginUrl: "/ar/my-account/?redirect_to=checkout",
  fields: [
    { ...billing, name: "billing_email", kind: "email", label: "البريد الإلكتروني", autocomplete: "email" },
    field,
    {
      ...field,
      name: "billing_last_name",
      label: "اسم العائلة",
      value: "الخطيب",
      autocomplete: "family-name",
    },
    {
      ...billing,
      name: "billing_country",
      kind: "select",
      label: "الدولة",
      value: "US",
      autocomplete: "country",
      options: [
        { value: "", label: "اختر الدولة" },
        { value: "US", label: "الولايات المتحدة" },
        { value: "SA", label: "السعودية" },
      ],
    },
    { ...billing, name: "billing_address_1", label: "العنوان", autocomplete: "address-line1" },
    { ...field, name: "billing_home_number", label: "رقم الشقة أو المنزل", value: "", isRequired: false },
    { ...field, name: "billing_city", label: "المدينة", value: "ديربورن", autocomplete: "address-level2" },
    {
      ...billing,
      name: "billing_postcode",
      kind: "latin",
      label: "الرمز البريدي",
      value: "48126",
      autocomplete: "postal-code",
      isRequired: false,
    },
    { ...billing, name: "billing_phone", kind: "phone", label: "رقم الهاتف", autocomplete: "tel" },
  ],
  createAccount: false,
  payment,
  notes: "",
  gift: {
    isGift: false,
    text: "",
    hidesPrices: true,
    maxLength: 160,
    hasRecipient: false,
    fields: [
      { ...field, name: "shipping_first_name", label: "الاسم الأول", value: "" },
      { ...field, name: "shipping_last_name", label: "اسم العائلة", value: "" },
      { ...billing, name: "shipping_address_1", label: "العنوان", value: "" },
      { ...field, name: "shipping_city", label: "المدينة", value: "" },
    ],
  },
  termsUrl: "/ar/terms/",
  isTermsTicked: false,
  summary,
  attribution: [{ name: "wc_order_attribution_source_type", value: "typein" }],
  express: {
    methodUrl: "https://pay.example/wallet",
    checkoutUrl: "/ar/wp-json/wc/store/v1/checkout",
    nonce: "st0re",
    currency: "USD",
  },
  tracksNonce: "tr4cks",
  notificationTime: 5000,
};

export const checkoutPage: CheckoutPageView = {
  form: checkoutForm,
  cartUrl: "/ar/cart/",
  shopUrl: "/ar/shop/",
};

export const checkoutWithErrors: CheckoutPageView = {
  ...checkoutPage,
  form: {
    ...checkoutForm,
    errors: [
      { field: "billing_phone", text: "حقل «رقم الهاتف» مطلوب." },
      { field: "terms", text: "وافق على الشروط والأحكام لإتمام الطلب." },
      { field: null, text: "رفض المصرف العملية. استخدم بطاقة أخرى أو طريقة دفع أخرى." },
    ],
    fields: checkoutForm.fields.map((one) =>
      one.name === "billing_phone" ? { ...one, error: "حقل «رقم الهاتف» مطلوب." } : one,
    ),
  },
};

const waits = (label: string, note: string | null = null): TimelineStepView => ({
  label,
  status: "next",
  note,
  parcels: [],
});
const arrived = {
  label: "استلمنا طلبك",
  status: "done",
  note: "السبت 14 نوفمبر، 10:46 مساءً",
  parcels: [],
} as const;

/** The steps of an order that is being prepared, that is on its way in two parcels, and that waits for the bank. */
export const preparing: Array<TimelineStepView> = [
  { ...arrived, parcels: [] },
  { label: "نجهّز طلبك", status: "now", note: null, parcels: [] },
  waits("في الطريق إليك", "نرسل إليك رقم الشحنة"),
  waits("يصل إلى بابك", "يصلك بين الثلاثاء\u00a017 والخميس\u00a019\u00a0نوفمبر"),
];
export const onItsWay: Array<TimelineStepView> = [
  { ...arrived, parcels: [] },
  { label: "جهّزنا طلبك", status: "done", note: null, parcels: [] },
  {
    label: "في الطريق إليك",
    status: "now",
    note: "الأحد 15 نوفمبر، 5:05 مساءً",
    parcels: [
      {
        number: "1Z 999 AA1 01 2345 6784",
        carrier: "يو بي إس",
        url: "https://carrier.example/?n=1Z999AA10123456784",
        contents: ["2 × بنّ حَراز اليمني (تحميص متوسط، 250 غ)"],
        note: "خرجت \u2068الأحد 15 نوفمبر، 5:05 مساءً\u2069",
      },
      { number: "", carrier: "مندوب المتجر", url: null, contents: ["1 × صندوق الضيافة"], note: null },
    ],
  },
  waits("يصل إلى بابك"),
];
export const atTheBank: Array<TimelineStepView> = [
  { ...arrived, parcels: [] },
  { label: "بانتظار تأكيد المصرف", status: "now", note: "خلال 3 أيام.", parcels: [] },
  waits("نجهّز طلبك"),
];

export const orderActions: OrderActionsView = {
  payUrl: null,
  again: { ...form, action: "/ar/order/10482/again/", submit: "أعد الطلب", fields: [] },
  cancel: {
    question: "إلغاء الطلب رقم \u206810482\u2069؟",
    text: "نردّ \u206889.64\u00a0$\u2069 إلى طريقة الدفع التي استخدمتها خلال أيام عمل قليلة.",
    form: { ...form, action: "/ar/order/10482/cancel/", submit: "إلغاء الطلب", fields: [], isDanger: true },
  },
  returnUrl: "/ar/return-request/",
  printUrl: "/ar/order/10482/print/?key=x",
};

export const order: OrderView = {
  number: "10482",
  date: "14 نوفمبر 2026",
  arrival: "يصلك بين الثلاثاء\u00a017 والخميس\u00a019\u00a0نوفمبر",
  state: { name: "processing", label: "قيد التجهيز" },
  lines: [
    {
      name: "بنّ حَراز اليمني",
      detail: "تحميص متوسط، 250 غ",
      quantity: "2",
      unit: "18.00\u00a0$",
      total: "36.00\u00a0$",
      url: "/ar/product/haraz/",
      picture,
      parts: [],
    },
    {
      name: "صندوق الضيافة",
      detail: null,
      quantity: "1",
      unit: "63.60\u00a0$",
      total: "63.60\u00a0$",
      url: null,
      picture: null,
      parts: ["1 × تمر سُكَّري فاخر", "2 × عسل سدر جبلي"],
    },
  ],
  subtotal: "99.60\u00a0$",
  extras: [
    { label: "خصم «نخلة10»", amount: "−9.96\u00a0$", isDiscount: true },
    { label: "الشحن القياسي", amount: "مجاني", isDiscount: false },
  ],
  total: "89.64\u00a0$",
  refunded: null,
  method: "بطاقة تنتهي بـ \u20684242\u2069",
  address: ["سلمى الخطيب", "5100 Maple St", "ديربورن 48126", "الولايات المتحدة"],
  phone: "+1 313 555 0142",
  email: "salma@example.com",
  notes: "اتركوا الطلب عند الحارس.",
  gift: null,
  recipient: null,
  title: "نجهّز طلبك",
  timeline: preparing,
};

export const orderPay: OrderPayPageView = {
  order: { ...order, method: null, state: { name: "pending", label: "بانتظار الدفع" } },
  action: "/ar/checkout/order-pay/10482/?key=wc_order_x",
  hidden: [["woocommerce-pay-nonce", "n0nce"]],
  errors: [],
  payment: { ...paymentWithSaved, chosenSaved: null, canPayLater: false },
  offline: [],
  termsUrl: "/ar/terms/",
};

export const received: OrderConfirmationPageView = {
  kind: "paid",
  purchase: null,
  order,
  greeting: "شكرًا لك يا \u2068سلمى\u2069، استلمنا طلبك",
  hint: null,
  payUrl: null,
  transfer: null,
  shopUrl: "/ar/shop/",
  ownUrl: "/ar/checkout/order-received/10482/?key=wc_order_x",
  orderKey: "wc_order_x",
  actions: orderActions,
  notices: [],
  trackUrl: "/ar/track-order/",
  contactUrl: "/ar/contact/",
  cartUrl: null,
};

export const orders: OrdersPageView = {
  layout: accountLayout("الطلبات"),
  orders: [
    {
      number: "10482",
      date: "14 نوفمبر 2026",
      state: { name: "processing", label: "قيد التجهيز" },
      total: "89.64\u00a0$",
      pieces: "3 قطع",
      url: "/ar/my-account/view-order/10482/",
      payUrl: null,
    },
    {
      number: "10311",
      date: "2 أكتوبر 2026",
      state: { name: "pending", label: "بانتظار الدفع" },
      total: "1,264.00\u00a0$",
      pieces: "قطعة واحدة",
      url: "/ar/my-account/view-order/10311/",
      payUrl: "/ar/checkout/order-pay/10311/?key=x",
    },
  ],
  nextUrl: "/ar/my-account/orders/2/",
  shopUrl: "/ar/shop/",
};

export const orderPage: OrderPageView = {
  layout: accountLayout("الطلب رقم 10482"),
  order,
  actions: orderActions,
  notices: [
    { kind: "ok", text: "أضفنا 3 قطع إلى السلة." },
    { kind: "info", text: "المنتج «تمر سُكَّري فاخر» غير متوفر الآن، ولم يُضف." },
  ],
  cartUrl: "/ar/cart/",
  contactUrl: "/ar/contact/",
  transfer: null,
};

export const trackPage: TrackPageView = {
  crumbs: [
    { label: "الرئيسية", url: "/ar/" },
    { label: "تتبّع طلبك", url: "" },
  ],
  action: "/ar/track-order/",
  number: "",
  email: "",
  numberError: null,
  emailError: null,
  notice: null,
  order: null,
  accountUrl: "/ar/my-account/",
  contactUrl: "/ar/contact/",
};
export const trackedPage: TrackPageView = {
  ...trackPage,
  order: {
    number: "10482",
    date: "14 نوفمبر 2026",
    title: "طلبك في الطريق إليك",
    state: { name: "shipped", label: "في الطريق" },
    arrival: order.arrival,
    timeline: onItsWay,
    lines: order.lines,
    place: "ديربورن، الولايات المتحدة",
  },
};

export const orderPrint: OrderPrintPageView = {
  title: "فاتورة الطلب رقم \u206810482\u2069",
  placed: "14 نوفمبر 2026، 10:46 مساءً",
  order,
  shop: { name: "دكان النخلة", lines: ["14300 Michigan Ave", "+1 202 555 0148"] },
  shipping: "الشحن القياسي",
  backUrl: "/ar/checkout/order-received/10482/?key=x",
};

export const giftSheet: GiftSheetPageView = {
  title: "ورقة الهدية",
  people: "إلى نورة، من سلمى",
  text: "كل عام وأنتِ بخير يا أمي.",
  goods: [
    { name: "بنّ حَراز اليمني", notes: ["تحميص متوسط، 250\u00a0غ"], quantity: "2" },
    { name: "صندوق الضيافة", notes: ["1 × تمر سُكَّري فاخر"], quantity: "1" },
  ],
  shopName: "دكان النخلة",
  backUrl: "/ar/wp-admin/orders/10482/",
};

const remove = { ...form, action: "/ar/my-account/delete-payment-method/41/", submit: "حذف", isDanger: true };
const prefer = {
  ...form,
  action: "/ar/my-account/set-default-payment-method/42/",
  submit: "اجعلها الافتراضية",
};

export const methods: PaymentMethodsPageView = {
  layout: { ...accountLayout("طرق الدفع"), notice: { kind: "ok", text: "أُضيفت طريقة الدفع." } },
  methods: [
    { method: savedCard, delete: remove, makeDefault: null },
    { method: expiredCard, delete: remove, makeDefault: prefer },
    { method: savedAccount, delete: remove, makeDefault: prefer },
  ],
  addUrl: "/ar/my-account/add-payment-method/",
};

export const addMethod: AddPaymentMethodPageView = {
  layout: accountLayout("إضافة طريقة دفع"),
  action: "/ar/my-account/add-payment-method/",
  hidden: [["woocommerce-add-payment-method-nonce", "n0nce"]],
  errors: [],
  payment: { ...payment, save: "always", canPayLater: false },
  methodsUrl: "/ar/my-account/payment-methods/",
};

const row = {
  number: "10482",
  date: "14 نوفمبر 2026، 10:46 مساءً",
  customer: "سلمى الخطيب",
  city: "ديربورن",
  state: { name: "processing" as const, label: "قيد التجهيز" },
  alert: null,
  total: "89.64\u00a0$",
  method: "الدفع عند الاستلام",
  pieces: "4 قطع",
  source: "بحث",
  assignee: "ياسر",
  tags: ["هدية"],
  booked: null,
  url: "/ar/wp-admin/orders/10482/",
};

export const orderBulk: BulkView = {
  hidden: [["_wpnonce", "n0nce"]],
  printUrl: "/ar/wp-admin/orders/bulk/print/",
  moveTo: {
    action: "/ar/wp-admin/orders/bulk/state/",
    states: [{ value: "shipped", label: "في الطريق" }],
  },
  mark: {
    assignUrl: "/ar/wp-admin/orders/bulk/assign/",
    members: [{ value: "1", label: "ياسر" }],
    tagUrl: "/ar/wp-admin/orders/bulk/tag/",
  },
};

export const staffOrders: StaffOrdersPageView = {
  action: "/ar/wp-admin/orders/",
  search: "",
  lists: [
    { label: "الكل", url: "/ar/wp-admin/orders/", count: null, isCurrent: false, remove: null },
    {
      label: "للتجهيز",
      url: "/ar/wp-admin/orders/?state=processing",
      count: "9",
      isCurrent: true,
      remove: null,
    },
  ],
  save: { action: "/ar/wp-admin/orders/lists/", hidden: [["_wpnonce", "n0nce"]] },
  chips: [{ label: "قيد التجهيز", removeLabel: "إزالة التصفية «قيد التجهيز»", url: "/ar/wp-admin/orders/" }],
  filters: [
    {
      name: "days",
      label: "المدة",
      value: "",
      options: [
        { value: "", label: "الكل" },
        { value: "7", label: "آخر 7 أيام" },
      ],
    },
    { name: "tag", label: "وسم", value: "", options: [] },
  ],
  hidden: [["state", "processing"]],
  orders: [
    row,
    {
      ...row,
      number: "10494",
      alert: "نتيجة الدفع غير معروفة",
      assignee: null,
      tags: [],
      url: "/ar/wp-admin/orders/10494/",
    },
  ],
  shown: "المعروض طلبان من الأحدث إلى الأقدم",
  booked: null,
  nextUrl: "/ar/wp-admin/orders/?state=processing&before=10482",
  firstUrl: null,
  bulk: orderBulk,
  notice: null,
  refused: ["الطلب رقم 10493 لم يتغيّر: حالته الآن لا تقود إلى هذه الحالة."],
  export: { ...form, action: "/ar/wp-admin/orders/export/", submit: "تصدير" },
  clearUrl: "/ar/wp-admin/orders/",
  newer: { after: "7", nonce: "n0nce", url: "/ar/wp-admin/orders/?state=processing" },
};

export const staffPrint: StaffPrintPageView = {
  title: "طباعة قوائم التجهيز",
  orders: [
    {
      number: "10482",
      date: "14 نوفمبر 2026، 10:46 مساءً",
      address: ["سلمى الخطيب", "5100 Maple St", "ديربورن"],
      phone: "+1 313 555 0142",
      notes: "اتركوا الطلب عند الحارس.",
      gift: { text: "مبارك المولود", hidesPrices: true },
      shipping: "التوصيل إلى الباب",
      lines: [
        { bin: "أ-4", name: "بنّ حَراز اليمني، 250 غ", sku: "BN-HRZ", quantity: "2" },
        { bin: null, name: "عسل سدر جبلي", sku: "AS-SDR-05", quantity: "1" },
      ],
    },
  ],
  labels: [],
  backUrl: "/ar/wp-admin/orders/",
};

export const lineRefund: RefundFormView = {
  action: "/ar/wp-admin/orders/10482/refund/",
  hidden: [["open", "7964"]],
  lines: [{ position: "1", name: "عسل سدر جبلي", left: "1", worth: "41.40\u00a0$" }],
  hints: ["من أصل 79.64\u00a0$"],
};

export const refundApproval: ApprovalView = {
  text: "ردّ 520.00\u00a0$ بطلب ياسر ينتظر موافقة شخص ثانٍ حتى الاثنين 16 نوفمبر، 9:10 صباحًا.",
  detail: "1 × عسل سدر جبلي",
  note: null,
  approve: { ...form, action: "/ar/wp-admin/orders/10482/approval/", submit: "موافقة وردّ المبلغ" },
  refuse: { ...form, action: "/ar/wp-admin/orders/10482/approval/", submit: "رفض" },
};

export const staffOrder: StaffOrderPageView = {
  giftUrl: null,
  order: { ...order, refunded: "10.00\u00a0$" },
  notice: { kind: "ok", text: "تغيّرت حالة الطلب." },
  change: {
    ...form,
    submit: "تغيير الحالة",
    fields: [
      {
        ...billing,
        name: "state",
        kind: "select",
        label: "الحالة الجديدة",
        value: "shipped",
        options: [{ value: "shipped", label: "في الطريق" }],
      },
    ],
  },
  refund: lineRefund,
  approval: refundApproval,
  next: { ...form, action: "/ar/wp-admin/orders/10482/state/", submit: "نقل إلى «في الطريق»" },
  prints: [{ ...form, action: "/ar/wp-admin/orders/10482/print/", submit: "قائمة التجهيز" }],
  unknown: null,
  ledger: { text: "القيود متوازنة: 79.64\u00a0$", isBalanced: true },
  address: {
    ...form,
    action: "/ar/wp-admin/orders/10482/address/",
    submit: "حفظ العنوان",
    fields: [{ ...billing, name: "city", kind: "text", label: "المدينة", value: "ديربورن" }],
  },
  note: { action: "/ar/wp-admin/orders/10482/notes/", hidden: [["_wpnonce", "n0nce"]], reachesBuyer: true },
  emails: [{ label: "استلمنا طلبك", note: "14 نوفمبر 2026، 10:47 مساءً · أُرسلت" }],
  resend: { ...form, action: "/ar/wp-admin/orders/10482/emails/", submit: "إرسال رسالة الحالة من جديد" },
  assign: {
    ...form,
    action: "/ar/wp-admin/orders/10482/assign/",
    submit: "إسناد",
    fields: [
      {
        ...billing,
        name: "assignee",
        kind: "select",
        label: "التجهيز عند",
        value: "1",
        options: [{ value: "1", label: "ياسر" }],
      },
    ],
  },
  tags: [{ name: "هدية", remove: { ...form, action: "/ar/wp-admin/orders/10482/tags/", submit: "إزالة" } }],
  tag: {
    ...form,
    action: "/ar/wp-admin/orders/10482/tags/",
    submit: "وسم",
    fields: [{ ...billing, name: "tag", kind: "text", label: "وسم جديد", value: "" }],
  },
  newerUrl: "/ar/wp-admin/orders/10483/",
  olderUrl: "/ar/wp-admin/orders/10481/",
  pickUrl: "/ar/wp-admin/orders/10482/picking/",
  payment: null,
  ship: {
    action: "/ar/wp-admin/orders/10482/shipments/",
    hidden: [["form_key", "k"]],
    carriers: ["يو بي إس", "مندوب المتجر"],
    today: "2026-11-15",
    firstDay: "2026-11-14",
    lines: [{ position: "2", name: "صندوق الضيافة", open: "1" }],
  },
  shipments: [
    {
      id: "7",
      carrier: "يو بي إس",
      number: "1Z 999 AA1 01 2345 6784",
      url: "https://carrier.example/?n=1Z999AA10123456784",
      shipped: "الأحد 15 نوفمبر، 5:05 مساءً",
      delivered: null,
      contents: ["2 × بنّ حَراز اليمني (تحميص متوسط، 250 غ)"],
      deliver: {
        action: "/ar/wp-admin/orders/10482/delivered/",
        hidden: [["shipment", "7"]],
        today: "2026-11-17",
        firstDay: "2026-11-15",
      },
      correct: {
        ...form,
        action: "/ar/wp-admin/orders/10482/shipments/correct/",
        submit: "حفظ التصحيح",
        fields: [{ ...billing, name: "number", kind: "latin", label: "رقم الشحنة", value: "1Z999" }],
      },
      remove: {
        ...form,
        action: "/ar/wp-admin/orders/10482/shipments/remove/",
        submit: "حذف الشحنة",
        isDanger: true,
      },
    },
  ],
  attempts: [
    {
      key: "k1",
      state: "مدفوع",
      amount: "89.64\u00a0$",
      method: "بطاقة تنتهي بـ \u20684242\u2069",
      reference: "60198231145",
      date: "14 نوفمبر 2026، 10:46 مساءً",
    },
  ],
  history: [
    {
      date: "15 نوفمبر 2026، 8:50 صباحًا",
      text: "ملاحظة للفريق",
      detail: "",
      actor: "هدى",
      note: "تغليف هدية للعسل",
    },
    { date: "14 نوفمبر 2026، 10:46 مساءً", text: "قيد التجهيز", detail: "", actor: "هدى", note: null },
  ],
  attribution: [["utm_source", "newsletter"]],
  attributionCheck: null,
  ordersUrl: "/ar/wp-admin/orders/",
};

const action = { ...form, action: "/ar/wp-admin/orders/10482/payment/" };
export const cashDue: StaffPaymentView = {
  due: "يحصّل المندوب 90.64\u00a0$ عند التسليم.",
  collect: { ...action, submit: "تسجيل تحصيل المبلغ", fields: [] },
  confirm: null,
  refuse: null,
  proofs: null,
};
export const transferDue: StaffPaymentView = {
  due: "ننتظر حوالة بمبلغ 90.64\u00a0$.",
  collect: null,
  confirm: { ...action, submit: "تأكيد وصول الحوالة", fields: [] },
  refuse: {
    ...action,
    submit: "رفض الحوالة",
    isDanger: true,
    fields: [{ ...billing, name: "reason", kind: "text", label: "السبب كما يقرؤه المشتري" }],
  },
  proofs: proofFiles,
};
