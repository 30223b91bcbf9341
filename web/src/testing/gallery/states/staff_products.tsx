import { ConflictPage } from "../../../staff_products/ConflictPage";
import { Pictures } from "../../../staff_products/Pictures";
import { ProductHistory } from "../../../staff_products/ProductHistory";
import { ProductNotice } from "../../../staff_products/ProductNotice";
import { QuickEdit } from "../../../staff_products/QuickEdit";
import { StaffProductPage } from "../../../staff_products/StaffProductPage";
import { StaffProductsPage } from "../../../staff_products/StaffProductsPage";
import { VariationSheet } from "../../../staff_products/VariationSheet";
import {
  conflictPage,
  picturesForm,
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
