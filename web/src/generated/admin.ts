// Written from Rust (crates/storefront). Do not edit.
import type { AccountNotice, OptionView } from "./accounts";

export type AuditLineView = { id: string, who: string, when: string, what: string,
/**
 * The thing, or empty.
 */
subject: string, before: string | null, after: string | null, };

export type AuditPageView = { action: string, chain: ChainView, isOwn: boolean, people: Array<OptionView>, who: string, acts: Array<OptionView>, what: string, spans: Array<OptionView>, days: string, lines: Array<AuditLineView>, nextUrl: string | null, };

/**
 * Whether the log is as it was written.
 */
export type ChainView = { isBroken: boolean, label: string, text: string, };

export type FindGroup = { label: string, items: Array<FindItem>, };

export type FindItem = { label: string, detail: string, fact: string, url: string, icon: string, };

export type FindPageView = { action: string, query: string, understood: string | null, groups: Array<FindGroup>, };

export type CheckGroupView = { label: string, checks: Array<CheckView>, };

export type CheckView = {
/**
 * `well`, `watch` or `bad`.
 */
level: string, state: string, label: string, text: string, url: string | null, };

export type HealthPageView = { action: string, nonce: string, notice: AccountNotice | null, level: string, state: string, ready: string, checkedAt: string, chain: ChainView | null, groups: Array<CheckGroupView>, jobs: Array<JobView>, };

export type JobView = { id: string, task: string, level: string, state: string, tries: string, when: string, error: string, canRetry: boolean, canStop: boolean, };
