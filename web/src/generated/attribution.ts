// Written from Rust (crates/attribution). Do not edit.
import type { FormView } from "./accounts";
import type { PlotView } from "./edge";

/**
 * What affiliates brought in the period.
 */
export type AffiliateReportView = { visits: PlotView, credits: PlotView, rows: Array<AffiliateRow>, export: FormView, };

export type AffiliateRow = { id: string, name: string, url: string, visits: string, orders: string, conversion: string, sales: string, credited: string, };

/**
 * Rendered by `web/src/attribution/ConsentPage.tsx`.
 */
export type ConsentPageView = {
/**
 * `None`: there is nothing to choose.
 */
action: string | null, state: string, };

export type DayRow = { day: string, visits: string, orders: string, paid: string, conversion: string, revenue: string, };

export type FunnelStep = { label: string, count: string,
/**
 * Of the visits, in percent; empty without visits.
 */
share: string,
/**
 * Length of the bar, from 0 to 100.
 */
width: number, };

export type PeriodLink = { label: string, url: string, isChosen: boolean, };

/**
 * Rendered by `web/src/attribution/ReportPage.tsx`.
 */
export type ReportPageView = { periods: Array<PeriodLink>, funnel: Array<FunnelStep>, visits: PlotView, revenue: PlotView, isEmpty: boolean,
/**
 * Days with visits or orders, newest first.
 */
days: Array<DayRow>, sources: Array<SourceRow>,
/**
 * How many orders have other fields than the server computed.
 */
differing: string | null,
/**
 * Without affiliates there is no such part.
 */
affiliates: AffiliateReportView | null, homeUrl: string, };

export type SourceRow = { kind: string, source: string, medium: string, campaign: string, visits: string, orders: string, paid: string, conversion: string, revenue: string, };
