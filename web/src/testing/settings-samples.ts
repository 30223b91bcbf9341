import type {
  PaymentStateView,
  SettingField,
  SettingsConflictView,
  SettingsForm,
  SettingsPageView,
  ShippingPageView,
} from "../generated/settings";

const BASE = "/ar/wp-admin/settings/";

const parts = [
  { label: "المتجر", url: `${BASE}shop/`, isCurrent: true },
  { label: "السلة", url: `${BASE}cart/`, isCurrent: false },
  { label: "الشحن", url: `${BASE}shipping/`, isCurrent: false },
  { label: "الدفع", url: `${BASE}payments/`, isCurrent: false },
];

export const settingField: SettingField = {
  name: "name",
  label: "اسم المتجر",
  hint: null,
  control: "line",
  value: "دكان النخلة",
  isLtr: false,
  isRequired: true,
  options: [],
  maxChars: 80,
  min: null,
  max: null,
  longText: "أقصى عدد للأحرف: 80.",
  badText: "",
  error: null,
};

export const boxesField: SettingField = {
  ...settingField,
  name: "countries",
  label: "الدول",
  control: "boxes",
  value: "KW SA",
  isRequired: false,
  maxChars: null,
  options: [
    { value: "KW", label: "الكويت" },
    { value: "SA", label: "السعودية" },
    { value: "TR", label: "تركيا" },
  ],
};

export const settingsForm: SettingsForm = {
  action: `${BASE}shop/`,
  hidden: [
    ["nonce", "n0nce"],
    ["version", "3"],
    ["was", "{}"],
    ["boxes", "isOpen countries"],
  ],
  sections: [
    {
      title: "التعريف",
      text: "يظهر في الرأس والتذييل والرسائل والفواتير.",
      fields: [
        settingField,
        {
          ...settingField,
          name: "email",
          label: "بريد المتجر",
          control: "email",
          value: "hello@example.com",
          isLtr: true,
          isRequired: false,
          badText: "أدخل بريدًا إلكترونيًا صحيحًا.",
        },
        { ...settingField, name: "isOpen", label: "استقبال تقييمات جديدة", control: "switch", value: "1" },
        {
          ...settingField,
          name: "days",
          label: "أيام انتظار التحويل",
          control: "number",
          value: "3",
          isLtr: true,
          maxChars: null,
          min: 1,
          max: 60,
          badText: "أدخل عددًا من 1 إلى 60.",
        },
        boxesField,
      ],
    },
  ],
  submit: "حفظ التغييرات",
};

export const paymentState: PaymentStateView = {
  level: "watch",
  state: "يعمل، وشيء ينتظر",
  facts: [
    { label: "المزوّد", value: "authorize_net" },
    { label: "المفاتيح", value: "محفوظة في الخادم، ولا تُعرض هنا" },
    { label: "آخر إشعار من المزوّد", value: "19 نوفمبر 2026، 10:20 صباحًا" },
  ],
  discrepancies: [{ reference: "orphan 60198820011", foundAt: "18 نوفمبر 2026", ours: "", theirs: "46.00" }],
  scripts: [
    {
      url: "https://js.example/accept.js",
      reason: "card token",
      text: "قُبل 2 نوفمبر 2026 (provider)",
    },
  ],
};

export const settingsPage: SettingsPageView = {
  title: "المتجر",
  parts,
  back: null,
  notice: {
    text: "حُفظ: اسم المتجر. تُحدَّث كل صفحات المتجر خلال ثانية.",
    isError: false,
    undo: { action: `${BASE}shop/undo/`, nonce: "n0nce", version: "3" },
  },
  errors: [],
  form: settingsForm,
  remove: null,
  payments: null,
  isNew: false,
  history: [
    {
      text: "تعديل · نورة",
      when: "19 نوفمبر 2026، 10:20 صباحًا",
      fields: [{ label: "اسم المتجر", before: "متجر", after: "دكان النخلة" }],
      undo: { action: `${BASE}shop/undo/`, nonce: "n0nce", version: "3" },
    },
  ],
};

const act = (label: string, name: string) => ({
  action: `${BASE}shipping/zones/1/order/`,
  label,
  name,
  hidden: [["nonce", "n0nce"]] as Array<[string, string]>,
});

export const removeZone = act("إزالة المنطقة", "الخليج");

export const shippingPage: ShippingPageView = {
  url: `${BASE}shipping/`,
  parts: parts.map((part, place) => ({ ...part, isCurrent: place === 2 })),
  notice: null,
  newZoneUrl: `${BASE}shipping/zones/new/`,
  zones: [
    {
      name: "الولايات المتحدة",
      text: "دولة واحدة",
      url: `${BASE}shipping/zones/1/`,
      editLabel: "تعديل الولايات المتحدة",
      newMethod: {
        label: "طريقة جديدة في منطقة الولايات المتحدة",
        url: `${BASE}shipping/zones/1/methods/new/`,
      },
      methods: [
        {
          title: "شحن قياسي",
          kind: "سعر ثابت",
          cost: "8.50 $",
          url: `${BASE}shipping/methods/1/`,
          editLabel: "تعديل شحن قياسي",
          moves: [act("تأخير", "تأخير شحن قياسي")],
        },
        {
          title: "شحن بالوزن",
          kind: "بالوزن",
          cost: "5.00 $ ثم 2.00 $ لكل كيلوغرام يبدأ",
          url: `${BASE}shipping/methods/2/`,
          editLabel: "تعديل شحن بالوزن",
          moves: [act("تقديم", "تقديم شحن بالوزن")],
        },
      ],
    },
    {
      name: "كل مكان آخر",
      text: "كل مكان لا تذكره منطقة أخرى. لا تعمل قبل أن تكون فيها طريقة شحن.",
      url: `${BASE}shipping/zones/2/`,
      editLabel: "تعديل كل مكان آخر",
      newMethod: {
        label: "طريقة جديدة في منطقة كل مكان آخر",
        url: `${BASE}shipping/zones/2/methods/new/`,
      },
      methods: [],
    },
  ],
  removed: [{ label: "شحن سريع", url: `${BASE}shipping/methods/9/` }],
  trial: {
    countries: [{ value: "US", label: "الولايات المتحدة" }],
    country: "US",
    city: "ديربورن",
    weight: "1.9",
    amount: "68.40",
    weightError: null,
    amountError: null,
    result: {
      zone: "المنطقة المسؤولة: الولايات المتحدة",
      offers: [{ title: "شحن قياسي", text: "سعر ثابت", cost: "8.50 $" }],
      refused: [{ title: "مجاني من 75.00 $", text: "تنقص قيمة السلة 6.60 $.", cost: null }],
    },
  },
};

export const settingsConflict: SettingsConflictView = {
  title: "الإعدادات",
  backUrl: `${BASE}shop/`,
  action: `${BASE}shop/`,
  hidden: [["nonce", "n0nce"]],
  fields: [
    {
      field: "name",
      label: "اسم المتجر",
      before: "متجر",
      mine: "دكان ريم",
      theirs: "دكان هدى",
      mineValue: "دكان ريم",
      theirsValue: "دكان هدى",
      who: "هدى",
      when: "19 نوفمبر 2026، 10:20 صباحًا",
      isText: true,
    },
  ],
};
