import type {
  AccountIcon,
  AccountLayoutView,
  AddressesPageView,
  AuthPageView,
  DashboardPageView,
  FieldView,
  FormPageView,
  FormView,
  SubscriptionsPageView,
  TeamPageView,
} from "../generated/accounts";

/** Views of the account pages for tests. */

export const field: FieldView = {
  name: "billing_first_name",
  kind: "text",
  label: "الاسم الأول",
  value: "سلمى",
  autocomplete: "given-name",
  isRequired: true,
  isHalf: true,
  hint: null,
  error: null,
  options: [],
};

export const password: FieldView = {
  ...field,
  name: "password",
  kind: "password",
  label: "كلمة المرور",
  value: "",
  autocomplete: "current-password",
  isHalf: false,
};

export const form: FormView = {
  action: "/ar/my-account/",
  hidden: [["_wpnonce", "n0nce"]],
  fields: [],
  submit: "حفظ",
  isDanger: false,
};

const home = { label: "الرئيسية", url: "/ar/" };
const places: Array<[string, string, string, AccountIcon]> = [
  ["لوحة الحساب", "حسابي", "/ar/my-account/", "home"],
  ["الطلبات", "تتبّع طلباتك السابقة", "/ar/my-account/orders/", "box"],
  ["العناوين", "عنوان الفاتورة وعنوان الشحن", "/ar/my-account/edit-address/", "pin"],
  ["طرق الدفع", "طرق دفع محفوظة", "/ar/my-account/payment-methods/", "card"],
  ["اشتراكات البريد", "اختر الرسائل التي تصلك", "/ar/my-account/email-subscriptions/", "mail"],
  ["برنامج الشركاء", "روابط الإحالة والعمولات", "/ar/my-account/affiliate/", "star"],
  ["بيانات الحساب", "الاسم والبريد وكلمة المرور", "/ar/my-account/edit-account/", "user"],
  ["الخصوصية", "نسخة من بياناتك وحذف الحساب", "/ar/my-account/privacy/", "shield"],
];

/** The account layout with this title. */
export function accountLayout(title: string): AccountLayoutView {
  return {
    title,
    crumbs: [home, { label: "حسابي", url: "/ar/my-account/" }, { label: title, url: "" }],
    nav: places.map(([label, hint, url, icon]) => ({ label, hint, url, icon, isCurrent: label === title })),
    logout: { ...form, action: "/ar/my-account/customer-logout/", submit: "تسجيل الخروج" },
    notice: null,
  };
}

export const login: AuthPageView = {
  title: "أهلًا بعودتك",
  lead: "سجّل الدخول لمتابعة طلباتك وحفظ عناوينك.",
  notice: null,
  form: {
    ...form,
    fields: [
      {
        ...field,
        name: "username",
        kind: "latin",
        label: "البريد الإلكتروني أو اسم المستخدم",
        value: "salma@example.com",
        autocomplete: "username",
        isHalf: false,
      },
      password,
      {
        ...field,
        name: "rememberme",
        kind: "check",
        label: "تذكّرني",
        value: "",
        isRequired: false,
        isHalf: false,
      },
    ],
    submit: "تسجيل الدخول",
  },
  aside: { label: "نسيت كلمة المرور؟", url: "/ar/my-account/lost-password/" },
  other: {
    lead: "ليس لديك حساب؟",
    link: { label: "إنشاء حساب جديد", url: "/ar/my-account/register/" },
  },
};

export const dashboard: DashboardPageView = {
  layout: accountLayout("لوحة الحساب"),
  greeting: "مرحبًا \u2068سلمى\u2069. من هنا تتابع طلباتك وتدير عناوينك وطرق دفعك.",
  tiles: accountLayout("").nav.slice(1),
};

export const addresses: AddressesPageView = {
  layout: accountLayout("العناوين"),
  addresses: [
    {
      title: "عنوان الفاتورة",
      lines: ["سلمى الحربي", "شارع النخيل، 12", "الرياض 11564", "السعودية"],
      phone: "+966 50 555 0148",
      email: "salma@example.com",
      empty: "لا عنوان محفوظًا.",
      edit: { label: "تعديل", url: "/ar/my-account/edit-address/billing/" },
      editLabel: "تعديل عنوان الفاتورة",
    },
    {
      title: "عنوان الشحن",
      lines: [],
      phone: null,
      email: null,
      empty: "لا عنوان محفوظًا.",
      edit: { label: "تعديل", url: "/ar/my-account/edit-address/shipping/" },
      editLabel: "تعديل عنوان الشحن",
    },
  ],
};

export const address: FormPageView = {
  layout: accountLayout("عنوان الفاتورة"),
  sections: [
    {
      id: "billing",
      title: null,
      hint: null,
      entries: [],
      form: {
        ...form,
        fields: [
          field,
          { ...field, name: "billing_last_name", label: "اسم العائلة", value: "الحربي" },
          {
            ...field,
            name: "billing_country",
            kind: "select",
            label: "الدولة",
            value: "SA",
            isHalf: false,
            options: [
              { value: "", label: "اختر الدولة" },
              { value: "SA", label: "السعودية" },
            ],
          },
          {
            ...field,
            name: "billing_phone",
            kind: "phone",
            label: "رقم الهاتف",
            value: "12",
            error: "أدخل رقم هاتف صالحًا.",
          },
          {
            ...field,
            name: "billing_email",
            kind: "email",
            label: "البريد الإلكتروني",
            value: "a@b.example",
          },
        ],
      },
    },
  ],
};

export const details: FormPageView = {
  layout: accountLayout("بيانات الحساب"),
  sections: [
    {
      id: "password",
      title: "تغيير كلمة المرور",
      hint: null,
      entries: [],
      form: { ...form, fields: [password], submit: "تغيير كلمة المرور" },
    },
    {
      id: "sessions",
      title: "أجهزتك",
      hint: "حسابك مفتوح في هذه الأجهزة. عند الشك في أحدها سجّل الخروج من الأجهزة الأخرى، ثم غيّر كلمة المرور.",
      entries: [
        { icon: "user", label: "دخول 14 نوفمبر 2026، 10:46 مساءً", url: null, state: "هذا الجهاز" },
        { icon: "user", label: "دخول 2 أكتوبر 2026، 9:05 صباحًا", url: null, state: "جهاز آخر" },
      ],
      form: {
        ...form,
        action: "/ar/my-account/end-sessions/",
        fields: [password],
        submit: "تسجيل الخروج من الأجهزة الأخرى",
      },
    },
  ],
};

export const privacy: FormPageView = {
  layout: accountLayout("الخصوصية"),
  sections: [
    {
      id: "export",
      title: "نسخة من بياناتي",
      hint: "نجمع بيانات حسابك في ملف واحد، ونرسل إليك رسالة عندما يجهز.",
      entries: [
        { icon: "file", label: "نسخة 14 نوفمبر 2026", url: null, state: "قيد التجهيز" },
        {
          icon: "file",
          label: "نسخة 2 أكتوبر 2026",
          url: "/ar/my-account/privacy/export/1/",
          state: "تنزيل",
        },
      ],
      form: { ...form, submit: "طلب نسخة" },
    },
    {
      id: "erase",
      title: "حذف الحساب",
      hint: "يُحذف حسابك وعناوينك واشتراكاتك وسلتك، ولا يمكن التراجع عن ذلك.",
      entries: [],
      form: {
        ...form,
        fields: [
          password,
          {
            ...field,
            name: "confirm",
            kind: "check",
            label: "أوافق على حذف حسابي",
            value: "",
            isHalf: false,
            error: "وافق على حذف حسابك للمتابعة.",
          },
        ],
        submit: "حذف الحساب",
        isDanger: true,
      },
    },
  ],
};

export const subscriptions: SubscriptionsPageView = {
  layout: accountLayout("اشتراكات البريد"),
  lead: "الرسائل التي تصل إلى \u2068salma@example.com\u2069",
  action: "/ar/my-account/email-subscriptions/",
  nonce: "n0nce",
  lists: [
    {
      id: "3",
      name: "جديد المحاصيل",
      description: "رسالة عند وصول بنّ أو تمر جديد، مرّتين في الشهر.",
      isOn: true,
    },
    { id: "4", name: "تذكير السلة", description: "نذكّرك بما تركته في السلة بعد يوم واحد.", isOn: true },
    { id: "7", name: "عروض المواسم", description: "رمضان والأعياد والشتاء فقط.", isOn: false },
  ],
  saved: "حُفظت اشتراكاتك البريدية.",
  isSaved: false,
  empty: "لا توجد قوائم بريدية الآن.",
  submit: "حفظ",
};

const teamForm = (submit: string) => ({ ...form, action: "/ar/wp-admin/team/", submit });
const roleField = {
  ...field,
  name: "role",
  kind: "select" as const,
  label: "الدور",
  value: "support",
  options: [
    { value: "owner", label: "المالك" },
    { value: "support", label: "الدعم" },
  ],
};

export const team: TeamPageView = {
  notice: null,
  members: [
    {
      id: "1",
      name: "نورة",
      email: "noura@example.com",
      role: "المالك",
      stores: "كلها",
      seen: "18 نوفمبر 2026، 10:30",
      isSelf: true,
      change: null,
      endSessions: null,
      stop: null,
    },
    {
      id: "2",
      name: "هدى",
      email: "huda@example.com",
      role: "الدعم",
      stores: "كلها",
      seen: "18 نوفمبر 2026، 10:12",
      isSelf: false,
      change: { ...teamForm("تغيير الدور"), fields: [roleField] },
      endSessions: teamForm("إنهاء الجلسات"),
      stop: { ...teamForm("إيقاف العضو"), isDanger: true },
    },
  ],
  invite: { ...teamForm("دعوة عضو"), fields: [field, roleField] },
  invitations: [
    {
      id: "7",
      name: "ريم",
      email: "reem@example.com",
      role: "المحتوى",
      until: "21 نوفمبر 2026، 10:30",
      withdraw: teamForm("سحب الدعوة"),
    },
  ],
  roles: ["المالك", "الدعم"],
  rights: [
    {
      label: "ردّ المبلغ",
      cells: [
        { has: true, note: null },
        { has: true, note: "حتى 50.00 $" },
      ],
    },
    {
      label: "الفريق والصلاحيات",
      cells: [
        { has: true, note: null },
        { has: false, note: null },
      ],
    },
  ],
  viewAs: { ...teamForm("عرض اللوحة"), fields: [roleField] },
  copy: { ...teamForm("دور جديد من دور"), fields: [roleField] },
  ownRoles: [
    {
      name: "role-1",
      title: "دعم المساء",
      save: { ...teamForm("حفظ الدور"), fields: [field] },
      remove: { ...teamForm("حذف الدور"), isDanger: true },
    },
  ],
  homeUrl: "/ar/wp-admin/",
};
