import { BulkFormPage } from "../../../staff_products/BulkFormPage";
import { BulkJobPage } from "../../../staff_products/BulkJobPage";
import { BulkJobsPage } from "../../../staff_products/BulkJobsPage";
import { BulkProgress } from "../../../staff_products/BulkProgress.island";
import { BulkState } from "../../../staff_products/BulkState";
import { BundleParts } from "../../../staff_products/BundleParts";
import { BundleTrial } from "../../../staff_products/BundleTrial.island";
import { ConflictPage } from "../../../staff_products/ConflictPage";
import { Pictures } from "../../../staff_products/Pictures";
import { ProductBulkBar } from "../../../staff_products/ProductBulkBar";
import { ProductHistory } from "../../../staff_products/ProductHistory";
import { ProductNotice } from "../../../staff_products/ProductNotice";
import { QuickEdit } from "../../../staff_products/QuickEdit";
import { SaleStages } from "../../../staff_products/SaleStages";
import { SheetKeys } from "../../../staff_products/SheetKeys.island";
import { StaffBundlePage } from "../../../staff_products/StaffBundlePage";
import { StaffDraftPage } from "../../../staff_products/StaffDraftPage";
import { StaffProductPage } from "../../../staff_products/StaffProductPage";
import { StaffProductsPage } from "../../../staff_products/StaffProductsPage";
import { VariationSheet } from "../../../staff_products/VariationSheet";
import { bulkFormPage, bulkJobPage, bulkJobsPage, bulkProgress } from "../../bulk-samples";
import {
  bundleTrial,
  conflictPage,
  picturesForm,
  saleStages,
  staffBundlePage,
  staffDraftPage,
  staffProductPage,
  staffProductsPage,
  stockForm,
  variableProductPage,
  variationsForm,
  variationsTable,
} from "../../staff-product-samples";
import type { States } from "../states";

const { form, history } = staffProductPage;
const bulk = {
  url: "/ar/wp-admin/products/bulk/",
  allUrl: "/ar/wp-admin/products/bulk/?all=1&list=",
  jobsUrl: "/ar/wp-admin/products/jobs/",
  list: "",
};
const refused = {
  ...form,
  errors: [{ field: "sku", label: "رمز المنتج (SKU)", text: "مستخدم في منتج آخر." }],
};
const notice = {
  text: "حُفظ: السعر قبل التخفيض.",
  isError: false,
  undo: { action: "/ar/wp-admin/products/8/undo/", nonce: "n0nce", version: "4" },
};

const answered = staffProductsPage.rows.map((row, index) =>
  index === 0 ? { ...row, notice: { text: "حُفظ السعر.", isError: false, undo: null } } : row,
);
const emptyBundle = { ...staffBundlePage.form, version: "0", parts: [] };
const emptyTrial = { ...bundleTrial, lines: [], warnings: [] };
const searched = {
  ...staffBundlePage.form,
  find: "عسل",
  found: [
    { id: "12", name: "عسل سدر", sku: "AS-1", picture: null, refusal: null },
    { id: "13", name: "صندوق العسل", sku: "BX-1", picture: null, refusal: "لا تحتوي الحزمة حزمة أخرى." },
  ],
};

export const states = {
  StaffProductsPage: {
    default: <StaffProductsPage {...staffProductsPage} />,
    answered: <StaffProductsPage {...staffProductsPage} rows={answered} />,
    empty: (
      <StaffProductsPage
        {...staffProductsPage}
        rows={[]}
        nextUrl={null}
        empty="لا منتجات بعد. أضف أول منتج."
      />
    ),
    "no result": (
      <StaffProductsPage
        {...staffProductsPage}
        rows={[]}
        nextUrl={null}
        query="سدر 1 كغ"
        chips={[{ label: "«سدر 1 كغ»", url: "/ar/wp-admin/products/" }]}
        clearUrl="/ar/wp-admin/products/"
        empty="لا نتائج. جرّب كلمة أخرى أو امسح التصفية."
      />
    ),
  },
  ProductBulkBar: {
    default: <ProductBulkBar bulk={bulk} />,
  },
  BulkFormPage: {
    default: <BulkFormPage {...bulkFormPage} />,
    refused: (
      <BulkFormPage
        {...bulkFormPage}
        errors={[{ field: "amount", label: "النسبة أو المبلغ", text: "القيمة غير مفهومة. مثال: 14.40" }]}
      />
    ),
    texts: <BulkFormPage {...bulkFormPage} prices={null} places={null} />,
    empty: (
      <BulkFormPage {...bulkFormPage} empty="لم يُختر منتج. عد إلى القائمة واختر منتجًا واحدًا على الأقل." />
    ),
  },
  BulkJobPage: {
    default: <BulkJobPage {...bulkJobPage} />,
    running: (
      <BulkJobPage
        {...bulkJobPage}
        state="جارية"
        notes={[]}
        progress={bulkProgress}
        acts={[{ act: "stop", label: "إيقاف", isPrimary: false }]}
        reportAction={null}
      />
    ),
    done: (
      <BulkJobPage
        {...bulkJobPage}
        state="انتهت"
        level="well"
        notice={{ kind: "ok", text: "بدأت المهمة." }}
        acts={[{ act: "undo", label: "تراجع عنها كلها", isPrimary: false }]}
        nextUrl="/ar/wp-admin/products/jobs/5/?rows=all&after=50"
      />
    ),
    empty: <BulkJobPage {...bulkJobPage} groups={[]} rows={[]} empty="لا صفوف هنا." acts={[]} />,
  },
  BulkJobsPage: {
    default: <BulkJobsPage {...bulkJobsPage} />,
    empty: <BulkJobsPage {...bulkJobsPage} jobs={[]} />,
  },
  BulkProgress: { default: <BulkProgress {...bulkProgress} /> },
  BulkState: { default: <BulkState level="well">انتهت</BulkState> },
  StaffProductPage: {
    default: <StaffProductPage {...staffProductPage} notice={notice} />,
    variations: <StaffProductPage {...variableProductPage} />,
    refused: <StaffProductPage {...staffProductPage} form={refused} />,
    new: (
      <StaffProductPage
        {...staffProductPage}
        isNew
        title="إضافة منتج"
        pictures={null}
        variations={null}
        stock={null}
        stockText={null}
        preview={null}
        quality={[]}
        history={[]}
      />
    ),
  },
  StaffBundlePage: {
    default: <StaffBundlePage {...staffBundlePage} />,
    found: <StaffBundlePage {...staffBundlePage} form={searched} />,
    new: <StaffBundlePage {...staffBundlePage} isNew form={emptyBundle} trial={emptyTrial} />,
  },
  StaffDraftPage: {
    default: <StaffDraftPage {...staffDraftPage} />,
    scheduled: (
      <StaffDraftPage
        {...staffDraftPage}
        scheduled="تُنشر المسودة 20 نوفمبر 2026، 08:00"
        publishAt="2026-11-20T08:00"
      />
    ),
    "no difference": <StaffDraftPage {...staffDraftPage} fields={[]} />,
  },
  BundleParts: { default: <BundleParts form={staffBundlePage.form} isOpen /> },
  BundleTrial: {
    default: <BundleTrial {...bundleTrial} />,
    allowed: (
      <BundleTrial
        {...bundleTrial}
        alert={null}
        advice={null}
        stock="يمكن بيع 32 حزمة بهذا الاختيار. يحدّها مخزون «بن حراز»."
      />
    ),
  },
  ConflictPage: { default: <ConflictPage {...conflictPage} /> },
  ProductNotice: { default: <ProductNotice notice={notice} /> },
  SaleStages: {
    default: <SaleStages {...saleStages} />,
  },
  ProductHistory: {
    default: <ProductHistory history={history} />,
    empty: <ProductHistory history={[]} />,
  },
  Pictures: {
    default: <Pictures form={picturesForm} />,
    none: <Pictures form={{ ...picturesForm, lines: [], warning: null }} />,
  },
  QuickEdit: { default: <QuickEdit form={stockForm} nonce="n0nce" back="product" /> },
  VariationSheet: {
    default: <VariationSheet form={variationsForm} nonce="n0nce" />,
    table: <VariationSheet form={variationsTable} nonce="n0nce" />,
    // Without a right to any of its columns.
    "read only": <VariationSheet form={{ ...variationsTable, columns: [], canPrice: false }} nonce="n0nce" />,
  },
  SheetKeys: { default: <SheetKeys formId="sheet" /> },
} satisfies States;
