import type { EnquiryElementView, EnquiryFormView, EnquiryLogic } from "../generated/enquiries";

/** Views of enquiry forms for tests: small, Arabic, and with every kind of element. */

type Kind = EnquiryElementView["kind"];
type ElementOf<K extends Kind> = Extract<EnquiryElementView, { kind: K }>;
type Base = Omit<EnquiryElementView, "kind">;

const base = (id: string, label: string): Base => ({
  id,
  label,
  name: `iphorm_2_${id}`,
  help: "",
  placeholder: "",
  required: false,
  default: null,
  validators: [],
  requiredMessage: "",
  invalidMessage: "",
  isHalf: false,
  autocomplete: "",
  maxLength: null,
  imageUrl: null,
});

/** An element of a form; only what matters is named. */
export function element<K extends Kind>(
  id: string,
  label: string,
  own: Omit<ElementOf<K>, keyof Base> & { kind: K } & Partial<Base>,
): EnquiryElementView {
  return { ...base(id, label), ...own } as EnquiryElementView;
}

export const name = element("1", "الاسم الكامل", {
  kind: "text",
  required: true,
  isHalf: true,
  autocomplete: "name",
  requiredMessage: "اكتب اسمك الكامل.",
});
export const email = element("2", "البريد الإلكتروني", { kind: "email", required: true, isHalf: true });
export const phone = element("3", "رقم الهاتف", {
  kind: "phone",
  isHalf: true,
  placeholder: "+1 202 555 0148",
});
export const topic = element("4", "نوع الطلب", {
  kind: "select",
  required: true,
  isHalf: true,
  default: "wholesale",
  options: [
    { value: "gifts", label: "هدايا مناسبة" },
    { value: "wholesale", label: "طلب جملة" },
    { value: "complaint", label: "شكوى" },
  ],
});
export const guests = element("5", "عدد الضيوف", {
  kind: "radio",
  options: [
    { value: "few", label: "أقل من 50" },
    { value: "some", label: "من 50 إلى 150" },
    { value: "many", label: "أكثر من 150" },
  ],
});
export const day = element("6", "تاريخ المناسبة", {
  kind: "date",
  required: true,
  firstYear: 2026,
  lastYear: 2028,
});
export const message = element("7", "رسالتك", {
  kind: "textarea",
  required: true,
  rows: 5,
  requiredMessage: "اكتب رسالتك.",
});
export const attachments = element("8", "مرفقات", {
  kind: "upload",
  fileUploadLimit: 3,
  allowedExtensions: ["pdf", "jpg", "png"],
  fileSizeLimit: 10 * 1024 * 1024,
});
export const digits = element("9", "", { kind: "captcha", required: true, imageUrl: "/ar/forms/captcha/" });
export const extras = element("10", "ما يهمّك", {
  kind: "checkboxes",
  help: "اختر ما شئت.",
  options: [
    { value: "print", label: "طباعة الشعار" },
    { value: "cards", label: "بطاقات تهنئة" },
  ],
});
export const amount = element("11", "عدد الصناديق", {
  kind: "number",
  isHalf: true,
  min: 10,
  max: 5000,
  decimals: 0,
});
export const source = element("12", "", { kind: "hidden", value: "wholesale-page" });
export const heading = element("13", "تفاصيل المناسبة", { kind: "heading" });
export const note = element("14", "", {
  kind: "note",
  html: "<p>نردّ خلال <strong>يوم عمل</strong> واحد.</p>",
});

/** Shown for gifts. */
export const forGifts: EnquiryLogic = {
  action: "show",
  match: "any",
  animate: true,
  rules: [{ element_id: topic.id, operator: "eq", value: "gifts" }],
};

export const enquiryForm: EnquiryFormView = {
  id: "2",
  uniqueId: "enquiry-2-0",
  title: "طلبات الجملة والمناسبات",
  intro: "نردّ خلال يوم عمل واحد.",
  action: "/ar/wholesale/",
  uploadUrl: "/ar/wp-admin/admin-ajax.php",
  preview: false,
  useAjax: true,
  submitLabel: "أرسل الطلب",
  successMessageTimeout: 0,
  resetFormValues: "",
  centerFancybox: false,
  centerFancyboxSpeed: 0,
  lightbox: null,
  elements: [name, email, phone, topic, guests, day, message, attachments],
  logic: { [guests.id]: forGifts, [day.id]: forGifts },
  clElementIds: [guests.id, day.id],
  clDependentElementIds: { [topic.id]: [guests.id, day.id] },
  hidden: [
    { name: "iphorm_id", value: "2" },
    { name: "iphorm_uid", value: "shared" },
  ],
  trapName: "cr_website",
  tokenUrl: "/ar/forms/token/?form=2",
  captcha: null,
  defaults: { [topic.id]: "wholesale" },
  values: { [topic.id]: "wholesale" },
  errors: {},
  uploaded: {},
  success: null,
  today: "2026-11-17",
};

/** Name, email, message: as short as a form of the contact page. */
export const shortForm: EnquiryFormView = {
  ...enquiryForm,
  title: "اكتب لنا",
  intro: "",
  elements: [{ ...name, isHalf: false }, { ...email, isHalf: false }, message],
  logic: {},
  clElementIds: [],
  clDependentElementIds: {},
  defaults: {},
  values: {},
  submitLabel: "إرسال",
};

/** Every kind of element. */
export const longForm: EnquiryFormView = {
  ...enquiryForm,
  elements: [
    note,
    name,
    email,
    phone,
    topic,
    heading,
    guests,
    day,
    extras,
    amount,
    message,
    attachments,
    source,
    digits,
  ],
  logic: { [heading.id]: forGifts, [guests.id]: forGifts, [day.id]: forGifts },
  values: { [topic.id]: "gifts", [guests.id]: "some", [day.id]: { day: "20", month: "12", year: "2026" } },
};

export const sentHtml = "<h3>وصلتنا رسالتك</h3><p>شكرًا لك. سيتواصل معك فريق الهدايا خلال يوم عمل واحد.</p>";
