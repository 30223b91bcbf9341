import { CaptchaField } from "../../../enquiries/CaptchaField";
import { ChoiceField } from "../../../enquiries/ChoiceField";
import { ConditionalGroup } from "../../../enquiries/ConditionalGroup";
import { DateField } from "../../../enquiries/DateField";
import { ElementField } from "../../../enquiries/ElementField";
import { EnquiryForm } from "../../../enquiries/EnquiryForm.island";
import { FieldGroup } from "../../../enquiries/FieldGroup";
import { FileField, type UploadElement } from "../../../enquiries/FileField";
import { FileProblem } from "../../../enquiries/FileProblem";
import { FileRow } from "../../../enquiries/FileRow";
import { FormLightbox } from "../../../enquiries/FormLightbox";
import { FormPreviewPage } from "../../../enquiries/FormPreviewPage";
import { SuccessMessage } from "../../../enquiries/SuccessMessage";
import type { QueuedFile } from "../../../enquiries/use-files";
import * as samples from "../../enquiry-samples";
import { inboxStates } from "../../inbox-states";
import { longName } from "../../samples";
import type { States } from "../states";

const nothing = () => {};
const { enquiryForm, longForm, shortForm } = samples;
const required = "هذا الحقل مطلوب.";

const file: QueuedFile = {
  key: "1",
  idempotencyKey: "k",
  uploadId: 1,
  name: "hall-photo.jpg",
  bytes: 3_565_158,
  file: null,
  state: "queued",
  percent: 0,
};
const files: Array<QueuedFile> = [
  { ...file, key: "0", name: "logo-company.pdf", bytes: 1_258_291, state: "uploaded", percent: 100 },
  { ...file, state: "uploading", percent: 62 },
  { ...file, key: "2", name: "guests-list.png", bytes: 860_160 },
];
const problems = [
  { key: "a", text: "catalog.exe - نوع الملف غير مسموح به." },
  { key: "b", text: "event-video.mov - حجم الملف أكبر من الحد المسموح به." },
];
const upload = {
  id: "files",
  label: "مرفقات",
  element: samples.attachments as UploadElement,
  onAdd: nothing,
  onRemove: nothing,
  onDismiss: nothing,
};
const choice = {
  id: "choice",
  name: "choice",
  label: "عدد الضيوف",
  required: true,
  onChange: nothing,
  options: [
    { value: "few", label: "أقل من 50" },
    { value: "some", label: "من 50 إلى 150" },
    { value: "many", label: "أكثر من 150" },
  ],
};
const date = {
  id: "date",
  name: "date",
  label: "تاريخ المناسبة",
  required: true,
  firstYear: 2026,
  lastYear: 2028,
  onChange: nothing,
};
const captcha = {
  id: "digits",
  name: "digits",
  label: "",
  pictureUrl: "/media/dates-320.webp",
  onChange: nothing,
  onRefresh: nothing,
};
const refused = {
  ...longForm,
  errors: {
    [samples.name.name]: ["اكتب اسمك الكامل."],
    [samples.email.name]: ["أدخل بريدًا إلكترونيًا صالحًا."],
    [samples.day.name]: ["اختر اليوم والشهر والسنة."],
    [samples.message.name]: ["اكتب رسالتك."],
    [samples.digits.name]: ["الأرقام غير مطابقة. جرّب الصورة الجديدة."],
  },
  values: { [samples.topic.id]: "gifts", [samples.email.id]: "maha@" },
};

export const states = {
  CaptchaField: {
    default: <CaptchaField {...captcha} value="" />,
    wrong: <CaptchaField {...captcha} value="" error="الأرقام غير مطابقة. جرّب الصورة الجديدة." />,
  },
  ChoiceField: {
    radio: <ChoiceField {...choice} isMany={false} chosen={["some"]} />,
    checkboxes: <ChoiceField {...choice} isMany chosen={["few", "many"]} hint="اختر ما شئت." />,
    error: <ChoiceField {...choice} isMany={false} chosen={[]} error={required} />,
  },
  ConditionalGroup: {
    shown: (
      <ConditionalGroup isShown animate hint="لمن اختار «هدايا مناسبة»">
        <ChoiceField {...choice} isMany={false} chosen={[]} />
      </ConditionalGroup>
    ),
    hidden: (
      <ConditionalGroup isShown={false} animate hint="لمن اختار «هدايا مناسبة»">
        <ChoiceField {...choice} isMany={false} chosen={[]} />
      </ConditionalGroup>
    ),
  },
  DateField: {
    empty: <DateField {...date} date={{ day: "", month: "", year: "" }} />,
    chosen: <DateField {...date} date={{ day: "20", month: "12", year: "2026" }} />,
    error: (
      <DateField {...date} date={{ day: "20", month: "", year: "" }} error="اختر اليوم والشهر والسنة." />
    ),
  },
  ElementField: Object.fromEntries(
    longForm.elements
      .filter(({ kind }) => kind !== "upload" && kind !== "captcha" && kind !== "hidden")
      .map((element) => [
        element.kind,
        <ElementField
          key={element.id}
          id="e"
          element={element}
          value={longForm.values[element.id]}
          error={null}
          onChange={nothing}
        />,
      ]),
  ),
  EnquiryForm: {
    default: <EnquiryForm {...enquiryForm} />,
    short: <EnquiryForm {...shortForm} />,
    "every element": <EnquiryForm {...longForm} />,
    refused: <EnquiryForm {...refused} />,
    sent: <EnquiryForm {...shortForm} success={samples.sentHtml} />,
    closed: <EnquiryForm {...shortForm} errors={{ iphorm_2: ["لا نستقبل رسائل بهذا النموذج الآن."] }} />,
    "files of a plain form": (
      <EnquiryForm
        {...enquiryForm}
        uploaded={{ [samples.attachments.id]: [{ name: "logo-company.pdf", bytes: 1_258_291 }] }}
        errors={{ [samples.name.name]: ["اكتب اسمك الكامل."] }}
      />
    ),
    preview: <EnquiryForm {...shortForm} preview />,
    lightbox: (
      <EnquiryForm
        {...enquiryForm}
        lightbox={{ label: "اطلب عرض سعر" }}
        centerFancybox
        centerFancyboxSpeed={400}
      />
    ),
    "long text": <EnquiryForm {...shortForm} title={longName} intro={longName} submitLabel={longName} />,
  },
  FieldGroup: {
    default: (
      <FieldGroup
        field={{ id: "g", label: "تاريخ المناسبة", hint: "يوم المناسبة" }}
        isRequired={false}
        role="group"
      >
        <span>20</span>
      </FieldGroup>
    ),
  },
  FileField: {
    empty: <FileField {...upload} queue={{ files: [], problems: [] }} />,
    queue: <FileField {...upload} queue={{ files, problems: [] }} />,
    refused: <FileField {...upload} queue={{ files: [], problems }} />,
    required: (
      <FileField
        {...upload}
        element={{ ...upload.element, required: true }}
        error={required}
        queue={{ files: [], problems: [] }}
      />
    ),
    "any file": (
      <FileField
        {...upload}
        element={{ ...upload.element, allowedExtensions: [], fileUploadLimit: 0 }}
        queue={{ files: [{ ...file, name: `${longName}.pdf` }], problems: [] }}
      />
    ),
  },
  FileProblem: {
    default: <FileProblem text="catalog.exe - نوع الملف غير مسموح به." onDismiss={nothing} />,
  },
  FileRow: {
    queued: (
      <ul>
        <FileRow file={file} onRemove={nothing} />
      </ul>
    ),
    uploading: (
      <ul>
        <FileRow file={{ ...file, state: "uploading", percent: 62 }} onRemove={nothing} />
      </ul>
    ),
    uploaded: (
      <ul>
        <FileRow file={{ ...file, state: "uploaded", percent: 100 }} onRemove={nothing} />
      </ul>
    ),
  },
  FormLightbox: {
    closed: (
      <FormLightbox openLabel="اطلب عرض سعر" labelledBy="t" centerSpeed={400} isOpenFirst={false}>
        <h2 id="t">طلب عرض سعر</h2>
      </FormLightbox>
    ),
  },
  FormPreviewPage: {
    default: <FormPreviewPage inboxUrl="/ar/wp-admin/inbox/" form={{ ...longForm, preview: true }} />,
  },
  ...inboxStates,
  SuccessMessage: {
    sent: <SuccessMessage html={samples.sentHtml} moves={0} />,
    none: <SuccessMessage html={null} moves={0} />,
  },
} satisfies States;
