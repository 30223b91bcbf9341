import { AffiliateReport } from "../../../attribution/AffiliateReport";
import { ConsentBanner } from "../../../attribution/ConsentBanner.island";
import { ConsentPage } from "../../../attribution/ConsentPage";
import { ReportPage } from "../../../attribution/ReportPage";
import { affiliateReport, report } from "../../attribution-samples";
import type { States } from "../states";

export const states = {
  AffiliateReport: { default: <AffiliateReport {...affiliateReport} /> },
  ConsentBanner: { default: <ConsentBanner action="/ar/consent/" /> },
  ConsentPage: {
    default: <ConsentPage action="/ar/consent/" state="أنت توافق الآن على معرفة مصدر زيارتك." />,
    closed: <ConsentPage action={null} state="لا يجمع هذا المتجر مصادر الزيارات." />,
  },
  ReportPage: {
    default: <ReportPage {...report} />,
    "with forged fields": <ReportPage {...report} differing="طلب واحد تختلف حقول مصدره عمّا حسبه المتجر." />,
    "without affiliates": <ReportPage {...report} affiliates={null} />,
    empty: <ReportPage {...report} isEmpty days={[]} sources={[]} affiliates={null} />,
  },
} satisfies States;
