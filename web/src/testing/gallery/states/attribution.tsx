import { ConsentBanner } from "../../../attribution/ConsentBanner.island";
import { ConsentPage } from "../../../attribution/ConsentPage";
import { Plot } from "../../../attribution/Plot";
import { ReportPage } from "../../../attribution/ReportPage";
import { report } from "../../attribution-samples";
import type { States } from "../states";

export const states = {
  ConsentBanner: { default: <ConsentBanner action="/ar/consent/" /> },
  ConsentPage: {
    default: <ConsentPage action="/ar/consent/" state="أنت توافق الآن على معرفة مصدر زيارتك." />,
    closed: <ConsentPage action={null} state="لا يجمع هذا المتجر مصادر الزيارات." />,
  },
  Plot: { default: <Plot points={report.visits} label="رسم بياني للزيارات حسب اليوم" /> },
  ReportPage: {
    default: <ReportPage {...report} />,
    "with forged fields": <ReportPage {...report} differing="طلب واحد تختلف حقول مصدره عمّا حسبه المتجر." />,
    empty: <ReportPage {...report} isEmpty days={[]} sources={[]} />,
  },
} satisfies States;
