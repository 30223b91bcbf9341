import { BundleParts } from "../../../staff_products/BundleParts";
import { BundleTrial } from "../../../staff_products/BundleTrial.island";
import { ConflictPage } from "../../../staff_products/ConflictPage";
import { Pictures } from "../../../staff_products/Pictures";
import { ProductHistory } from "../../../staff_products/ProductHistory";
import { ProductNotice } from "../../../staff_products/ProductNotice";
import { QuickEdit } from "../../../staff_products/QuickEdit";
import { StaffBundlePage } from "../../../staff_products/StaffBundlePage";
import { StaffDraftPage } from "../../../staff_products/StaffDraftPage";
import { StaffProductPage } from "../../../staff_products/StaffProductPage";
import { StaffProductsPage } from "../../../staff_products/StaffProductsPage";
import { VariationSheet } from "../../../staff_products/VariationSheet";
import {
  bundleTrial,
  conflictPage,
  picturesForm,
  staffBundlePage,
  staffDraftPage,
  staffProductPage,
  staffProductsPage,
  stockForm,
  variableProductPage,
  variationsForm,
} from "../../staff-product-samples";
import type { States } from "../states";

const { form, history } = staffProductPage;
const refused = {
  ...form,
  errors: [{ field: "sku", label: "رمز المنتج (SKU)", text: "مستخدم في منتج آخر." }],
};
const notice = {
  text: "حُفظ: السعر قبل التخفيض.",
  isError: false,
  undo: { action: "/ar/wp-admin/products/8/undo/", nonce: "n0nce", version: "4" },
};

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
  ProductHistory: {
    default: <ProductHistory history={history} />,
    empty: <ProductHistory history={[]} />,
  },
  Pictures: {
    default: <Pictures form={picturesForm} />,
    none: <Pictures form={{ ...picturesForm, lines: [], warning: null }} />,
  },
  QuickEdit: { default: <QuickEdit form={stockForm} nonce="n0nce" back="product" /> },
  VariationSheet: { default: <VariationSheet form={variationsForm} nonce="n0nce" /> },
} satisfies States;
