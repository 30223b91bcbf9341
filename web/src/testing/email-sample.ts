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
