import type { EmailView } from "../generated/mail";

/** As the server fills it in: placeholders are enclosed in isolation marks. */
export const email: EmailView = {
  subject: "استعادة كلمة المرور",
  preheader: "وصلنا طلب لتغيير كلمة مرور حسابك.",
  shopName: "دكان النخلة",
  shopUrl: "https://shop.example/ar/",
  logoUrl: null,
  greeting: "مرحبًا \u2068سارة\u2069،",
  paragraphs: ["وصلنا طلب لتغيير كلمة مرور حسابك.", "بريدك \u2068sara@shop.example\u2069."],
  rows: [],
  answers: [],
  button: { label: "اختيار كلمة مرور جديدة", url: "https://shop.example/ar/set-password/?key=a_b-c&user=7" },
  linkHint: "إذا لم يعمل الزر فانسخ هذا الرابط إلى المتصفح:",
  notes: ["يصلح الرابط لمرة واحدة.", "إذا طلب ذلك شخص غيرك فتجاهل هذه الرسالة."],
  signOff: "فريق \u2068دكان النخلة\u2069",
  why: "وصلتك هذه الرسالة لاشتراكك في القائمة «\u2068العروض\u2069».",
  unsubscribe: { label: "إلغاء الاشتراك", url: "https://shop.example/ar/unsubscribe/?t=x" },
  order: null,
};

/** A parcel that has left, with everything that an email about an order may contain. */
export const orderEmail: EmailView = {
  ...email,
  subject: "في الطريق إليك: الطلب رقم 10482",
  preheader: "خرج إليك الأحد 15 نوفمبر.",
  paragraphs: [
    "خرج إليك \u2068الأحد\u00a015\u00a0نوفمبر\u2069.",
    "يصلك بين الثلاثاء\u00a017 والخميس\u00a019\u00a0نوفمبر",
  ],
  button: {
    label: "تتبّع الشحنة",
    url: "https://shop.example/ar/checkout/order-received/10482/?key=wc_order_x",
  },
  notes: ["غير راضٍ؟ راسلنا من صفحة الطلب."],
  why: "وصلتك هذه الرسالة لأن طلبًا سُجّل بهذا البريد في دكان النخلة.",
  unsubscribe: null,
  order: {
    title: "طلبك في الطريق إليك",
    steps: [
      { label: "استلمنا", isDone: true },
      { label: "جهّزنا", isDone: true },
      { label: "في الطريق", isDone: true },
      { label: "وصل", isDone: false },
    ],
    facts: [
      { label: "رقم الشحنة", value: "1Z 999 AA1 01 2345 6784", isLtr: true },
      { label: "شركة التوصيل", value: "يو بي إس", isLtr: false },
      { label: "رقم الطلب", value: "10482", isLtr: true },
    ],
    goodsTitle: "في الصندوق",
    goods: [
      {
        name: "بنّ حَراز اليمني",
        quantity: "2",
        notes: ["تحميص متوسط، 250 غ"],
        count: "قطعتان",
        amount: "36.00\u00a0$",
        pictureUrl: "https://shop.example/media/haraz-320.webp",
      },
      {
        name: "صندوق الضيافة",
        quantity: "1",
        notes: ["2 × بنّ حَراز (داكن)", "1 × عسل سدر جبلي"],
        count: "",
        amount: "72.00\u00a0$",
        pictureUrl: null,
      },
    ],
    totals: [
      { label: "المجموع الفرعي", notes: [], amount: "108.00\u00a0$", isTotal: false },
      { label: "الشحن القياسي", notes: [], amount: "مجاني", isTotal: false },
      { label: "الإجمالي", notes: [], amount: "108.00\u00a0$", isTotal: true },
    ],
    blocks: [
      { title: "التوصيل إلى", lines: ["سلمى الخطيب", "5100 Maple St", "ديربورن، 48126", "+1 313 555 0142"] },
      { title: "الشحن", lines: ["الشحن القياسي"] },
    ],
    helpTitle: "تحتاج مساعدة؟",
    help: "ردّ على هذه الرسالة، أو راسلنا من المتجر.",
  },
};

export const formAnswers: EmailView["answers"] = [
  { label: "الاسم", lines: ["سارة <b>"], links: [] },
  { label: "رسالتك", lines: ["السطر الأول", "السطر الثاني"], links: [] },
  {
    label: "الصور",
    lines: [],
    links: [{ label: "فاتورة.pdf", url: "https://shop.example/ar/wp-admin/inbox/files/7/" }],
  },
];

export const orderRows: EmailView["rows"] = [
  { label: "2 × \u2068تمر سُكَّري فاخر\u2069", notes: ["علبة 500 غ"], amount: "35.20\u00a0$", isTotal: false },
  { label: "الشحن القياسي", notes: [], amount: "7.00\u00a0$", isTotal: false },
  { label: "الإجمالي", notes: [], amount: "42.20\u00a0$", isTotal: true },
];
