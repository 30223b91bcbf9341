// Written from Rust (crates/attribution). Do not edit.

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

export type PlotPoint = { label: string, value: string,
/**
 * Height of the bar, from 0 to 100.
 */
height: number, };

/**
 * Rendered by `web/src/attribution/ReportPage.tsx`.
 */
export type ReportPageView = { periods: Array<PeriodLink>, funnel: Array<FunnelStep>,
/**
 * A point for each day, oldest first.
 */
visits: Array<PlotPoint>, revenue: Array<PlotPoint>, isEmpty: boolean,
/**
 * Days with visits or orders, newest first.
 */
days: Array<DayRow>, sources: Array<SourceRow>,
/**
 * How many orders have other fields than the server computed.
 */
differing: string | null, homeUrl: string, };

export type SourceRow = { kind: string, source: string, medium: string, campaign: string, visits: string, orders: string, paid: string, conversion: string, revenue: string, };
