// Written from Rust (crates/followups). Do not edit.
import type { AccountNotice, FormView } from "./accounts";

export type CausePageView = { title: string, hint: string, notice: AccountNotice | null, listUrl: string, settings: FormView, editor: TemplateEditorView,
/**
 * One for each sample number of products; empty if the text is refused.
 */
previews: Array<PreviewView>, versions: Array<VersionView>, };

/**
 * A cause in the list.
 */
export type CauseRowView = { name: string, hint: string, url: string, isOn: boolean, state: string, delay: string, planned: string, sent: string,
/**
 * Label and number of each reason that occurred.
 */
stopped: Array<[string, string]>, };

export type FollowupsPageView = { notice: AccountNotice | null, causes: Array<CauseRowView>, };

/**
 * The email with sample values.
 */
export type PreviewView = {
/**
 * Names the number of products.
 */
title: string, subject: string, paragraphs: Array<string>, button: string, };

/**
 * The form of the template.
 */
export type TemplateEditorView = { action: string, hidden: Array<[string, string]>, subject: TemplateTextView, body: TemplateTextView, button: TemplateTextView,
/**
 * Name and meaning of each placeholder.
 */
placeholders: Array<[string, string]>,
/**
 * A selection with all plural forms, to copy.
 */
pluralSample: string, };

export type TemplateTextView = { value: string, error: string | null, maxLength: number, };

export type VersionView = { title: string, saved: string, subject: string, body: string,
/**
 * `None` for the version in use.
 */
restore: FormView | null, };
