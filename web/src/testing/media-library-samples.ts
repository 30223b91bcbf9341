import type { LibraryPicture, MediaPageView, MediaPicturePageView } from "../generated/media_library";
import { picture } from "./samples";

const LIST = "/ar/wp-admin/media/";

const row: LibraryPicture = {
  name: "dates",
  title: "dates.png",
  url: `${LIST}dates/`,
  picture,
  isUndescribed: false,
  size: "800 × 1000",
  bytes: "214 KB",
  isLarge: false,
  added: "18 نوفمبر 2026",
};

export const mediaPage: MediaPageView = {
  url: LIST,
  count: "صورتان",
  notice: null,
  upload: { action: LIST, nonce: "n0nce", key: "fedcba9876543210fedcba9876543210", version: "" },
  waiting: [],
  choice: null,
  tabs: [
    { label: "كل الصور", url: LIST, isCurrent: true },
    { label: "بلا وصف", url: `${LIST}?show=undescribed`, isCurrent: false },
    { label: "غير مستخدمة", url: `${LIST}?show=unused`, isCurrent: false },
    { label: "كبيرة", url: `${LIST}?show=large`, isCurrent: false },
  ],
  looks: [
    { label: "شبكة", url: LIST, isCurrent: true },
    { label: "صفوف", url: `${LIST}?look=rows`, isCurrent: false },
  ],
  isGrid: true,
  others: [],
  query: "",
  chips: [],
  rows: [
    row,
    {
      ...row,
      name: "scene",
      title: "مجلس القهوة.jpg",
      url: `${LIST}scene/`,
      picture: { ...picture, alt: "", fallbackUrl: "/media/scene-640.webp" },
      isUndescribed: true,
      size: "4000 × 3000",
      bytes: "6.1 MB",
      isLarge: true,
    },
  ],
  nextUrl: `${LIST}?after=1.scene`,
  empty: null,
  clearUrl: null,
};

export const mediaPicturePage: MediaPicturePageView = {
  title: "dates.png",
  listUrl: LIST,
  notice: null,
  picture,
  fileUrl: "https://shop.example/m/dates-1600.webp",
  form: {
    action: `${LIST}dates/`,
    nonce: "n0nce",
    version: "3",
    was: "{}",
    title: "dates.png",
    alt: "علبة تمر",
    focusX: 25,
    focusY: 70,
    errors: [],
  },
  facts: [
    { label: "المعرّف", value: "dates", isLtr: true },
    { label: "المقاس", value: "800 × 1000", isLtr: true },
    { label: "الرفع", value: "18 نوفمبر 2026 · هدى", isLtr: false },
  ],
  usesTitle: "مستخدمة في مكانين",
  uses: [
    { label: "منتج «تمر سُكَّري فاخر»، الصورة 1", url: "/ar/wp-admin/products/17/" },
    { label: "الصفحة الرئيسية", url: null },
  ],
  hasMoreUses: false,
  replace: {
    action: `${LIST}dates/file/`,
    nonce: "n0nce",
    key: "0123456789abcdef0123456789abcdef",
    version: "3",
  },
  delete: null,
  isDeleted: false,
  history: [
    {
      text: "تعديل · نورة",
      when: "18 نوفمبر 2026، 10:46 مساءً",
      fields: [{ label: "وصف الصورة", before: "", after: "علبة تمر" }],
      undo: { action: `${LIST}dates/undo/`, nonce: "n0nce", version: "3" },
    },
  ],
};
