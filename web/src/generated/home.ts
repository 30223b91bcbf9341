// Written from Rust (crates/storefront). Do not edit.
import type { FormView } from "./accounts";
import type { AuditLineView } from "./admin";

export type BestSellerView = { name: string, pieces: string, sum: string, };

export type DayFigure = { label: string, value: string, before: string,
/**
 * In minor units, for the plot.
 */
amount: number, amountBefore: number, url: string, };

export type FigureCard = { label: string, value: string,
/**
 * «13%»; `None` if there was nothing to compare with.
 */
change: string | null, isUp: boolean, before: string,
/**
 * Lists the rows that sum to the figure; `None` where no list does.
 */
url: string | null, };

export type LowGoodsView = { name: string, url: string,
/**
 * When they are sold out, or how many people wait for them; may be empty.
 */
detail: string,
/**
 * «بقي 4», or that nothing is left.
 */
left: string, isOut: boolean, };

/**
 * Goods that run out in one store.
 */
export type LowStockView = { url: string,
/**
 * What is sold out first comes first.
 */
goods: Array<LowGoodsView>, };

export type SalesView = { cards: Array<FigureCard>,
/**
 * Fourteen days, oldest first.
 */
days: Array<DayFigure>,
/**
 * Net sales of the fourteen days, and of the fourteen before.
 */
total: string, totalBefore: string,
/**
 * The highest amount of both periods, in minor units: the scale of the plot.
 */
top: number, best: Array<BestSellerView>, };

/**
 * Rendered by `web/src/home/StaffHomePage.tsx`.
 */
export type StaffHomePageView = {
/**
 * «صباح الخير يا نورة».
 */
title: string,
/**
 * The day and the hour until which figures count.
 */
lead: string, work: Array<WorkItem>,
/**
 * `None` for roles that read no reports.
 */
sales: SalesView | null,
/**
 * `None` for members who may not move stock, and where nothing runs out.
 */
lowStock: LowStockView | null,
/**
 * The newest acts of the team that the member may know of.
 */
acts: Array<AuditLineView>, actsUrl: string,
/**
 * Role and stores of the member.
 */
facts: Array<[string, string]>, logout: FormView, };

export type WorkItem = {
/**
 * An icon of the admin's sprite.
 */
icon: string, title: string, detail: string, url: string, act: string, };
