import { Approvals } from "../../../staff_stock/Approvals";
import { CountPart } from "../../../staff_stock/CountPart";
import { MoveForm } from "../../../staff_stock/MoveForm";
import { Movements } from "../../../staff_stock/Movements";
import { StaffStockPage } from "../../../staff_stock/StaffStockPage";
import { StockItemPage } from "../../../staff_stock/StockItemPage";
import { StoreTabs } from "../../../staff_stock/StoreTabs";
import {
  approval,
  check,
  movements,
  ownApproval,
  receiveForm,
  staffStockPage,
  stockItemPage,
} from "../../staff-stock-samples";
import type { States } from "../states";

const { counted, url, storeId } = stockItemPage;
const refused = { ...receiveForm, amount: { ...counted, value: "x", error: "أدخل كمية صحيحة." } };

export const states = {
  StaffStockPage: {
    default: <StaffStockPage {...staffStockPage} />,
    empty: (
      <StaffStockPage
        {...staffStockPage}
        approvals={[]}
        rows={[]}
        nextUrl={null}
        empty="لا شيء يحتاج طلبًا الآن."
      />
    ),
    "no result": (
      <StaffStockPage
        {...staffStockPage}
        approvals={[]}
        rows={[]}
        nextUrl={null}
        query="سدر"
        clearUrl="/ar/wp-admin/stock/"
        empty="لا نتائج. جرّب كلمة أخرى أو امسح الرمز."
      />
    ),
    "no store": (
      <StaffStockPage
        {...staffStockPage}
        storeId=""
        storeName=""
        stores={[]}
        tabs={[]}
        approvals={[]}
        rows={[]}
        nextUrl={null}
        empty="لم يُحدَّد لك فرع بعد. اطلب من المدير تحديد فرعك."
      />
    ),
  },
  StockItemPage: {
    default: <StockItemPage {...stockItemPage} notice={{ text: "قُيِّد الاستلام.", isError: false }} />,
    count: <StockItemPage {...stockItemPage} counted={{ ...counted, value: "2" }} check={check} />,
    waits: <StockItemPage {...stockItemPage} approvals={[ownApproval]} />,
    refused: <StockItemPage {...stockItemPage} receive={refused} />,
  },
  Approvals: {
    default: <Approvals approvals={[approval]} />,
    own: <Approvals approvals={[ownApproval]} />,
  },
  CountPart: {
    default: <CountPart url={url} storeId={storeId} counted={counted} check={null} />,
    difference: <CountPart url={url} storeId={storeId} counted={{ ...counted, value: "2" }} check={check} />,
  },
  MoveForm: {
    default: <MoveForm form={receiveForm} />,
    refused: <MoveForm form={refused} />,
  },
  Movements: {
    default: <Movements movements={movements} caption="دفتر الحركات" />,
    none: <Movements movements={[]} caption="دفتر الحركات" />,
  },
  StoreTabs: { default: <StoreTabs stores={staffStockPage.stores} /> },
} satisfies States;
