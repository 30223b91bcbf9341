import { BarcodePage } from "../../../barcodes/BarcodePage";
import { BarcodeResults } from "../../../barcodes/BarcodeResults";
import { BarcodeRow } from "../../../barcodes/BarcodeRow";
import { BarcodeTabs } from "../../../barcodes/BarcodeTabs";
import { BarcodeTool } from "../../../barcodes/BarcodeTool.island";
import { BinForm } from "../../../barcodes/BinForm";
import { CameraScanner } from "../../../barcodes/CameraScanner";
import { CountReportPage } from "../../../barcodes/CountReportPage";
import { CountsPage } from "../../../barcodes/CountsPage";
import { FeedbackSwitch } from "../../../barcodes/FeedbackSwitch";
import { PickPage } from "../../../barcodes/PickPage";
import { PickTool } from "../../../barcodes/PickTool.island";
import {
  barcodePage,
  barcodeTool,
  countedRow,
  countingTool,
  countReport,
  countsPage,
  foundResults,
  foundRow,
  lowRow,
  noResults,
  orderResults,
  pickPage,
  pickTool,
} from "../../barcode-samples";
import type { States } from "../states";

const { form } = foundResults;

export const states = {
  BarcodePage: {
    default: <BarcodePage {...barcodePage} />,
    "without a store": <BarcodePage stores={[]} modes={[]} tool={null} />,
  },
  BarcodeResults: {
    default: <BarcodeResults {...foundResults} rows={[foundRow, lowRow]} />,
    error: <BarcodeResults {...noResults} />,
    order: <BarcodeResults {...orderResults} />,
  },
  BarcodeRow: {
    default: <BarcodeRow row={foundRow} form={form} />,
    low: <BarcodeRow row={lowRow} form={form} />,
    counted: <BarcodeRow row={countedRow} form={form} />,
    saving: <BarcodeRow row={foundRow} form={form} busy="increase-stock" />,
  },
  BarcodeTabs: { default: <BarcodeTabs label="الفروع" tabs={barcodePage.stores} /> },
  BarcodeTool: {
    default: <BarcodeTool {...barcodeTool} />,
    found: <BarcodeTool {...barcodeTool} text="6291041500213" results={foundResults} />,
    "after an action": (
      <BarcodeTool
        {...barcodeTool}
        results={{ ...foundResults, rows: [lowRow] }}
        notice={{ text: "مخزون المنتج «قهوة سعودية بالهيل والزعفران» الآن 3.", isError: false }}
      />
    ),
    "nothing found": <BarcodeTool {...barcodeTool} text="6291041509999" results={noResults} />,
    counting: <BarcodeTool {...countingTool} results={{ ...foundResults, rows: [countedRow] }} />,
  },
  CameraScanner: { default: <CameraScanner onCode={() => {}} onStop={() => {}} /> },
  CountReportPage: {
    default: <CountReportPage {...countReport} />,
    "closed, without differences": (
      <CountReportPage
        {...countReport}
        state="مغلق"
        rows={[]}
        uncounted={null}
        isOpen={false}
        canClose={false}
        resumeUrl={null}
      />
    ),
    "for staff": <CountReportPage {...countReport} canClose={false} />,
  },
  CountsPage: {
    default: <CountsPage {...countsPage} />,
    empty: <CountsPage {...countsPage} counts={[]} hasOpen={false} />,
  },
  PickPage: { default: <PickPage {...pickPage} /> },
  PickTool: {
    default: <PickTool {...pickTool} />,
    error: (
      <PickTool {...pickTool} notice={{ text: "عسل سدر ليس في هذا الطلب. أعده إلى رفّه.", isError: true }} />
    ),
    finished: (
      <PickTool
        {...pickTool}
        state={{ ...pickTool.state, text: "اكتمل التجهيز.", isOpen: false, canReopen: true }}
      />
    ),
  },
  FeedbackSwitch: { default: <FeedbackSwitch /> },
  BinForm: { default: <BinForm row={foundRow} form={form} /> },
} satisfies States;
