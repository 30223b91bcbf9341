import { Art } from "../../../ui/Art";
import { Bars } from "../../../ui/Bars";
import { Breadcrumbs } from "../../../ui/Breadcrumbs";
import { CheckField } from "../../../ui/CheckField";
import { CodeLink } from "../../../ui/CodeLink";
import { ConsentField } from "../../../ui/ConsentField";
import { DataTable } from "../../../ui/DataTable";
import { DescriptionPopup } from "../../../ui/DescriptionPopup";
import { EmptyState } from "../../../ui/EmptyState";
import { Field } from "../../../ui/Field";
import { FieldLayout } from "../../../ui/FieldLayout";
import { FieldNote } from "../../../ui/FieldNote";
import { FormResult } from "../../../ui/FormResult";
import { Icon, type IconName } from "../../../ui/Icon";
import sprite from "../../../ui/icons.svg?raw";
import { ListEmpty } from "../../../ui/ListEmpty";
import { ListSearch } from "../../../ui/ListSearch";
import { NameAndEmail } from "../../../ui/NameAndEmail";
import { Notice } from "../../../ui/Notice";
import { PasswordInput } from "../../../ui/PasswordInput.island";
import { SelectField } from "../../../ui/SelectField";
import { Skeleton } from "../../../ui/Skeleton";
import { Stepper } from "../../../ui/Stepper";
import { TextAreaField } from "../../../ui/TextAreaField";
import { Tooltip } from "../../../ui/Tooltip";
import { Votes } from "../../../ui/Votes";
import { visitsPlot } from "../../plot-samples";
import { listing, longName } from "../../samples";
import type { States } from "../states";

const columns = [
  { label: "رقم الطلب", cell: (row: string) => <CodeLink code={row} url="/ar/" /> },
  { label: "الوصف", cell: () => longName },
];
const text = { id: "name", label: "الاسم الأول", required: true };
const error = "حقل «الاسم الأول» مطلوب.";
const hint = "كما هو مكتوب على البطاقة.";
const person = {
  id: "writer",
  labels: { name: "الاسم", email: "البريد الإلكتروني", emailHint: "لن يظهر للزوّار." },
  values: { name: "", email: "" },
  errors: [],
  onChange: () => {},
};
const countries = [
  { value: "", label: "اختر الدولة" },
  { value: "SA", label: "السعودية" },
  { value: "US", label: "الولايات المتحدة" },
];
const password = { id: "password", name: "password", showLabel: "إظهار", hideLabel: "إخفاء" };
const labelled = { ...password, "aria-label": "كلمة المرور" };
const ignore = () => {};
const stepper = {
  ...{ name: "quantity", label: "الكمية", text: "2", onType: ignore, onLeave: ignore },
  ...{ onLess: ignore, onMore: ignore, limits: { min: "1", max: "9", step: "1" } },
};
const search = {
  ...{ search: { action: "/", name: "q", clearUrl: "/" }, onType: ignore, onSearch: ignore, onClear: ignore },
  texts: { label: "ابحث في الأسئلة", apply: "بحث", clear: "مسح البحث" },
};
const terms = {
  id: "terms",
  terms: { label: "أوافق على شروط النشر", link: { label: "سياسة الخصوصية", url: "/" } },
  ...{ isInvalid: false, checked: false, onChange: ignore },
};
const votes = {
  ...{
    id: "1",
    voteUrl: "/",
    send: async () => ({ code: 1, votes: { upvotes: 0, downvotes: 0, current: 0 } }),
  },
  texts: {
    ask: "هل أفادك الجواب؟",
    up: ({ count }: { count: string }) => `مفيد، ${count}`,
    down: ({ count }: { count: string }) => `غير مفيد، ${count}`,
    updating: () => "جارٍ التحديث…",
    failed: () => "تعذّر تسجيل رأيك.",
  },
};
/** All icons of the sprite, so a new icon needs no entry here. */
const icons = [...sprite.matchAll(/id="i-(\w+)"/g)].map(([, name]) => name as IconName);
const everyIcon = (size?: "s" | "l") => (
  <p>
    {icons.map((name) => (
      <Icon key={name} name={name} size={size} />
    ))}
  </p>
);

export const states = {
  Art: {
    mark: <Art name="mark" className="dev-art" />,
    wordmark: <Art name="wordmark" className="dev-art" />,
    "empty bag": <Art name="empty-bag" className="dev-art" />,
  },
  Bars: {
    default: <Bars {...visitsPlot} />,
    "all zero": (
      <Bars {...visitsPlot} bars={visitsPlot.bars.map((bar) => ({ ...bar, height: 0, text: "0" }))} />
    ),
    empty: <Bars {...visitsPlot} bars={[]} />,
  },
  Breadcrumbs: {
    default: <Breadcrumbs crumbs={listing.crumbs} />,
    "one place": <Breadcrumbs crumbs={listing.crumbs.slice(0, 1)} />,
    "long text": <Breadcrumbs crumbs={[...listing.crumbs, { label: longName, url: "" }]} />,
  },
  CheckField: {
    default: <CheckField id="box" label="تذكّرني" />,
    ticked: <CheckField id="box" label="تذكّرني" defaultChecked />,
    hint: <CheckField id="box" label="أنشئ حسابًا" hint="نرسل إليك رابطًا لاختيار كلمة المرور." />,
    error: <CheckField id="box" label="أوافق على حذف حسابي" error="وافق على حذف حسابك للمتابعة." />,
    disabled: <CheckField id="box" label="تذكّرني" disabled />,
    "long text": <CheckField id="box" label={longName} />,
  },
  CodeLink: { default: <CodeLink code="4141730506" url="/ar/" /> },
  DataTable: {
    default: <DataTable columns={columns} rows={["4141730506", "4141730505"]} keyOf={(row) => row} />,
    empty: <DataTable columns={columns} rows={[]} keyOf={(row: string) => row} />,
  },
  DescriptionPopup: {
    default: <DescriptionPopup id="about" label="عن صناديق الهدايا" text="صناديق نجهّزها بعناية." />,
  },
  Tooltip: {
    default: (
      <Tooltip text="حسابي">
        <a href="/ar/my-account/">حسابي</a>
      </Tooltip>
    ),
  },
  EmptyState: {
    default: <EmptyState title="لا طلبات بعد" />,
    "hint and way on": (
      <EmptyState title="سلتك فارغة" hint="اختر ما يعجبك، ونحفظه لك هنا.">
        <a href="/ar/shop/">تصفّح المنتجات</a>
      </EmptyState>
    ),
    "title of a page": <EmptyState level={1} title="سلتك فارغة" />,
  },
  Field: {
    empty: <Field {...text} />,
    filled: <Field {...text} defaultValue="سلمى" />,
    optional: <Field {...text} required={false} />,
    hint: <Field {...text} hint={hint} />,
    error: <Field {...text} error={error} />,
    disabled: <Field {...text} defaultValue="سلمى" disabled />,
    "left to right": <Field id="phone" label="رقم الهاتف" ltr defaultValue="+966 50 555 0148" required />,
    "long text": <Field {...text} label={longName} defaultValue={longName} error={longName} />,
    halves: (
      <>
        <Field {...text} isHalf />
        <Field id="last" label="اسم العائلة" isHalf required />
      </>
    ),
  },
  FieldLayout: {
    required: (
      <FieldLayout field={text} isRequired>
        <input id={text.id} />
      </FieldLayout>
    ),
    "optional, error": (
      <FieldLayout field={{ ...text, error }}>
        <input id={text.id} />
      </FieldLayout>
    ),
  },
  FieldNote: {
    hint: <FieldNote {...text} hint={hint} />,
    error: <FieldNote {...text} error={error} />,
    "error before hint": <FieldNote {...text} hint={hint} error={error} />,
  },
  FormResult: {
    success: <FormResult code={0} description="شكرًا لك، وصلنا تقييمك." button="متابعة" onButton={ignore} />,
    failure: (
      <FormResult
        code={1}
        description="عذرًا، تعذّر الإرسال. تحقّق من البيانات وحاول مرة أخرى."
        button="حاول مرة أخرى"
        onButton={ignore}
      />
    ),
  },
  Icon: { default: everyIcon(), small: everyIcon("s"), large: everyIcon("l") },
  NameAndEmail: {
    default: <NameAndEmail {...person} />,
    error: <NameAndEmail {...person} errors={["name", "email"]} />,
    filled: <NameAndEmail {...person} values={{ name: longName, email: "salma@example.com" }} />,
  },
  Notice: {
    ok: <Notice kind="ok">أُضيف المنتج إلى السلة.</Notice>,
    error: <Notice kind="error">رفض المصرف العملية.</Notice>,
    warning: <Notice kind="warning">المتوفر في المخزون 1 فقط.</Notice>,
    info: <Notice kind="info">الشحن مجاني.</Notice>,
    action: (
      <Notice kind="ok" action={<a href="/ar/cart/">تراجع</a>}>
        أُزيل المنتج من السلة.
      </Notice>
    ),
    "quiet, long text": (
      <Notice kind="error" quiet>
        {longName}
      </Notice>
    ),
  },
  PasswordInput: {
    default: <PasswordInput {...labelled} />,
    error: <PasswordInput {...labelled} aria-invalid />,
    disabled: <PasswordInput {...labelled} disabled />,
  },
  ListEmpty: {
    default: <ListEmpty title="لا توجد نتائج" />,
    hint: <ListEmpty title="لا توجد نتائج" hint="جرّب كلمة أخرى." />,
    "with a button": (
      <ListEmpty title={longName} hint={longName}>
        <button type="button">عرض الكل</button>
      </ListEmpty>
    ),
  },
  ListSearch: {
    default: <ListSearch {...search} query="" />,
    "with a query": <ListSearch {...search} query="رائحة" />,
  },
  SelectField: {
    default: <SelectField id="country" label="الدولة" options={countries} required />,
    chosen: <SelectField id="country" label="الدولة" options={countries} defaultValue="SA" required />,
    optional: <SelectField id="country" label="الدولة" options={countries} />,
    error: <SelectField id="country" label="الدولة" options={countries} error="اختر الدولة." required />,
    disabled: <SelectField id="country" label="الدولة" options={countries} disabled required />,
    "long text": (
      <SelectField id="country" label={longName} options={[{ value: "", label: longName }]} required />
    ),
  },
  Skeleton: {
    text: <Skeleton />,
    long: <Skeleton width="long" />,
    half: <Skeleton width="half" />,
    short: <Skeleton width="short" />,
    picture: <Skeleton shape="picture" />,
    control: <Skeleton shape="control" width="half" />,
  },
  Stepper: {
    default: <Stepper {...stepper} />,
    small: <Stepper {...stepper} isSmall />,
    "at its least": <Stepper {...stepper} text="1" onLess={null} />,
    "at its most": <Stepper {...stepper} text="9" onMore={null} />,
    decimal: <Stepper {...stepper} text="1.25" limits={{ min: "0.25", max: null, step: "0.25" }} />,
    "many digits": <Stepper {...stepper} text="12345.67891" />,
  },
  ConsentField: {
    default: <ConsentField {...terms} />,
    error: <ConsentField {...terms} isInvalid />,
    "without a link": <ConsentField {...terms} terms={{ label: longName, link: null }} checked />,
  },
  TextAreaField: {
    default: <TextAreaField id="area" label="سؤالك" required />,
    error: <TextAreaField id="area" label="سؤالك" isInvalid required />,
    "long text": <TextAreaField id="area" label={longName} hint={longName} defaultValue={longName} />,
  },
  Votes: {
    default: <Votes {...votes} votes={{ upvotes: 14, downvotes: 0, current: 0 }} />,
    upvoted: <Votes {...votes} votes={{ upvotes: 14, downvotes: 0, current: 1 }} />,
    downvoted: <Votes {...votes} votes={{ upvotes: 14, downvotes: 2, current: -1 }} />,
  },
} satisfies States;
