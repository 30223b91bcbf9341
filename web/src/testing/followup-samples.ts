import type { CausePageView, FollowupsPageView } from "../generated/followups";
import { field, form } from "./account-samples";

/** Views of follow-up emails for tests. */

const causeUrl = "/ar/wp-admin/follow-ups/abandoned-cart/";

export const followups: FollowupsPageView = {
  notice: null,
  causes: [
    {
      name: "سلة متروكة",
      hint: "لضيف كتب بريده عند الدفع ولم يكمل الشراء. لا تُرسل لمن اشترى.",
      url: causeUrl,
      isOn: true,
      state: "تُرسل",
      delay: "بعد 4 ساعات",
      planned: "3",
      sent: "41",
      stopped: [
        ["اشترى", "12"],
        ["غير مشترك", "2"],
      ],
    },
    {
      name: "عودة عميل",
      hint: "لمن مضى وقت على طلبه الأخير. لا تُرسل لمن اشترى بعده.",
      url: "/ar/wp-admin/follow-ups/win-back/",
      isOn: false,
      state: "متوقفة",
      delay: "بعد 90 يومًا",
      planned: "0",
      sent: "0",
      stopped: [],
    },
  ],
};

const body = `{ PLURAL(items) ->
    [zero] سلتك ما زالت محفوظة.
    [one] في سلتك منتج واحد.
    [two] في سلتك منتجان.
    [few] في سلتك {items} منتجات.
    [many] في سلتك {items} منتجًا.
   *[other] في سلتك {items} منتج.
}`;

export const cause: CausePageView = {
  title: "سلة متروكة",
  hint: "لضيف كتب بريده عند الدفع ولم يكمل الشراء. لا تُرسل لمن اشترى.",
  notice: null,
  listUrl: "/ar/wp-admin/follow-ups/",
  settings: {
    ...form,
    action: causeUrl,
    fields: [{ ...field, name: "delay", kind: "latin", label: "المهلة بالساعات", value: "4" }],
    submit: "حفظ",
  },
  editor: {
    action: causeUrl,
    hidden: [["base", "2"]],
    subject: { value: "سلتك بانتظارك في {shop}", error: null, maxLength: 1000 },
    body: { value: body, error: null, maxLength: 8000 },
    button: { value: "العودة إلى السلة", error: null, maxLength: 60 },
    placeholders: [
      ["{shop}", "اسم المتجر"],
      ["{items}", "عدد المنتجات"],
    ],
    pluralSample: body,
  },
  previews: ["بلا منتجات (0)", "منتج واحد (1)", "منتجان (2)", "3 منتجات", "11 منتجًا", "100 منتج"].map(
    (title) => ({
      title,
      subject: "سلتك بانتظارك في دكان النخلة",
      paragraphs: [`في سلتك ${title}.`],
      button: "العودة إلى السلة",
    }),
  ),
  versions: [
    {
      title: "النسخة 2",
      saved: "17 نوفمبر 2026، 10:20",
      subject: "سلتك بانتظارك في {shop}",
      body,
      restore: null,
    },
    {
      title: "النص الأصلي",
      saved: "",
      subject: "سلتك",
      body,
      restore: { ...form, action: causeUrl, fields: [], submit: "استعادة النص الأصلي" },
    },
  ],
};
