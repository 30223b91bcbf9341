// Written from Rust (crates/storefront). Do not edit.
import type { AccountNotice } from "./accounts";
import type { LinkView } from "./edge";
import type { Choice, FieldError, ListTab } from "./staff_products";

/**
 * A button of a job.
 */
export type BulkAct = { act: string, label: string, isPrimary: boolean, };

/**
 * A value before and after.
 */
export type BulkDifference = { label: string, before: string, after: string, };

/**
 * Rendered by `web/src/staff_products/BulkFormPage.tsx`: what is to change of the chosen products.
 */
export type BulkFormPageView = { action: string,
/**
 * The nonce, and the choice of products.
 */
hidden: Array<[string, string]>, listUrl: string, jobsUrl: string,
/**
 * How many products were chosen.
 */
chosen: string,
/**
 * Nothing can be changed, and why.
 */
empty: string | null, errors: Array<FieldError>, title: string,
/**
 * Absent without the right to write prices.
 */
prices: BulkPriceFields | null,
/**
 * Absent for a role that writes texts only.
 */
places: BulkPlaceFields | null, tagWay: string, tag: string, };

export type BulkJobLine = { title: string, url: string, who: string, when: string, state: string, level: string, };

/**
 * Rendered by `web/src/staff_products/BulkJobPage.tsx`: preview, progress and report of a job.
 */
export type BulkJobPageView = { title: string,
/**
 * Who began it, and when.
 */
lead: string, state: string, level: string, notice: AccountNotice | null,
/**
 * What it does, or what its end was.
 */
notes: Array<string>, progress: BulkProgress | null, action: string, nonce: string, acts: Array<BulkAct>,
/**
 * The rows by outcome, with their counts.
 */
groups: Array<ListTab>, rows: Array<BulkRow>, empty: string | null, nextUrl: string | null,
/**
 * Sends the report as a file.
 */
reportAction: string | null,
/**
 * The job that this one takes back, or that takes this one back.
 */
other: LinkView | null, jobsUrl: string, productsUrl: string, };

/**
 * Rendered by `web/src/staff_products/BulkJobsPage.tsx`: the newest jobs.
 */
export type BulkJobsPageView = { productsUrl: string, jobs: Array<BulkJobLine>, };

export type BulkPlaceFields = { categories: Array<Choice>, category: string, statuses: Array<Choice>, status: string, };

export type BulkPriceFields = { ways: Array<Choice>, way: string, amount: string, roundings: Array<Choice>, rounding: string, sales: Array<Choice>, sale: string, saleAmount: string, saleFrom: string, saleTo: string, };

/**
 * How far a job is, asked again while it runs.
 */
export type BulkProgress = { job: string, nonce: string,
/**
 * The page of the job.
 */
url: string, done: number, all: number, text: string, };

/**
 * The answer to the question how far a job is.
 */
export type BulkProgressAnswer = { done: number, all: number, text: string, isOver: boolean, };

export type BulkRow = { id: string, name: string,
/**
 * Of a variation.
 */
label: string, sku: string, url: string, differences: Array<BulkDifference>, state: string,
/**
 * `well`, `watch` or `bad`.
 */
level: string,
/**
 * Why it was refused.
 */
reason: string | null, };
