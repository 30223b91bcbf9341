import { SalesPlot } from "../../../home/SalesPlot";
import { StaffHomePage } from "../../../home/StaffHomePage";
import { busyHome, salesOfDays, staffHome } from "../../home-samples";
import type { States } from "../states";

export const states = {
  StaffHomePage: {
    default: <StaffHomePage {...staffHome} />,
    "much waits": <StaffHomePage {...busyHome} />,
    "nothing waits, no reports": <StaffHomePage {...staffHome} work={[]} sales={null} />,
  },
  SalesPlot: { default: <SalesPlot sales={salesOfDays} /> },
} satisfies States;
