// Written from Rust (crates/storefront). Do not edit.
import type { AccountNotice, OptionView } from "./accounts";
import type { UndoForm } from "./staff_products";

export type AuditLineView = { id: string, who: string, when: string, what: AuditPartView,
/**
 * The thing, and what more is known of the act.
 */
subject: Array<AuditPartView>, before: Array<AuditValueView>, after: Array<AuditValueView>,
/**
 * Takes the act back.
 */
undo: UndoForm | null, };

export type AuditPageView = { action: string, chain: ChainView,
/**
 * The member sees their own acts only.
 */
isOwn: boolean,
/**
 * Empty for a member who sees their own acts.
 */
people: Array<OptionView>, who: string, acts: Array<OptionView>, what: string, spans: Array<OptionView>, days: string, lines: Array<AuditLineView>, nextUrl: string | null, };

/**
 * A piece of text.
 */
export type AuditPartView = { text: string,
/**
 * A code, an amount, or a text of the log that has no words.
 */
isLtr: boolean,
/**
 * The page of the thing.
 */
url: string | null, };

/**
 * What one field was or became.
 */
export type AuditValueView = { label: AuditPartView | null, parts: Array<AuditPartView>, };

/**
 * Whether the log is as it was written.
 */
export type ChainView = { isBroken: boolean, label: string, text: string, };

export type CheckGroupView = { label: string, checks: Array<CheckView>, };

export type CheckView = {
/**
 * `well`, `watch` or `bad`.
 */
level: string,
/**
 * The level in words, for readers of the page that see no colour.
 */
state: string, label: string, text: string, url: string | null, };

export type FindGroup = { label: string, items: Array<FindItem>, };

export type FindItem = { label: string,
/**
 * A second line, or empty.
 */
detail: string,
/**
 * An amount or another short fact at the end of the line, or empty.
 */
fact: string, url: string,
/**
 * Of the admin's sprite.
 */
icon: string, };

export type FindPageView = { action: string, query: string,
/**
 * What the query was taken for, if it was typed with the other keyboard layout.
 */
understood: string | null, groups: Array<FindGroup>, };

export type HealthPageView = { action: string, nonce: string, notice: AccountNotice | null, level: string, state: string, checkedAt: string, chain: ChainView | null, groups: Array<CheckGroupView>, jobs: Array<JobView>, };

export type JobView = { id: string, task: string,
/**
 * The task has no words: its name is shown.
 */
isRawTask: boolean, level: string, state: string, tries: string, when: string, error: string, canRetry: boolean, canStop: boolean, };

export type LiveChange = {
/**
 * Names the change: nobody is told twice.
 */
key: string,
/**
 * `product` or `order`.
 */
kind: string,
/**
 * As in the address of the thing; empty: many things of this kind.
 */
id: string,
/**
 * That the change made; 0 for things without versions.
 */
version: string,
/**
 * Who made it; empty if nobody of the staff did.
 */
by: string,
/**
 * The member did it, perhaps in another window.
 */
isOwn: boolean, };

export type LiveMessage = {
/**
 * From where to go on: sent back as `since`.
 */
cursor: string, changes: Array<LiveChange>,
/**
 * The names of the others who have the thing open; `null`: as before.
 */
here: Array<string> | null, };
