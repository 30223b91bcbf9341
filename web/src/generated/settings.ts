// Written from Rust (crates/storefront). Do not edit.
import type { LinkView } from "./edge";
import type { Choice, ConflictField, FieldError, HistoryLine, ListTab, StaffNotice } from "./staff_products";

export type DiscrepancyLine = { reference: string, foundAt: string, ours: string, theirs: string, };

/**
 * A method in the list of its zone.
 */
export type MethodLine = { title: string, kind: string, cost: string, url: string, editLabel: string, moves: Array<SettingAct>, };

export type PaymentFact = { label: string, value: string, };

/**
 * What is known of the payment provider. No key is part of it.
 */
export type PaymentStateView = {
/**
 * `well`, `watch` or `bad`.
 */
level: string, state: string, facts: Array<PaymentFact>, discrepancies: Array<DiscrepancyLine>, scripts: Array<ScriptLine>, };

export type ScriptLine = { url: string, reason: string, text: string, };

/**
 * A form of one button.
 */
export type SettingAct = { action: string, label: string,
/**
 * For screen readers: what the button acts on.
 */
name: string, hidden: Array<[string, string]>, };

/**
 * A field of a form, with what the browser needs to check it while it is filled in.
 */
export type SettingField = { name: string, label: string, hint: string | null,
/**
 * `line`, `lines`, `email`, `path`, `number`, `money`, `time`, `switch`, `choice` or `boxes`.
 */
control: string, value: string, isLtr: boolean, isRequired: boolean,
/**
 * Of a choice, or of boxes.
 */
options: Array<Choice>, maxChars: number | null, min: number | null, max: number | null,
/**
 * What is said when the text is too long, and when it cannot be read.
 */
longText: string, badText: string, error: string | null, };

export type SettingSection = { title: string, text: string | null, fields: Array<SettingField>, };

/**
 * Rendered by `web/src/settings/SettingsConflictPage.tsx`. Nothing was written.
 */
export type SettingsConflictView = { title: string, backUrl: string, action: string,
/**
 * Nonce, version, the stored values, and my changes that do not clash.
 */
hidden: Array<[string, string]>, fields: Array<ConflictField>, };

export type SettingsForm = { action: string,
/**
 * Nonce, version, the page's own copy of the values, and the names of the fields with boxes.
 */
hidden: Array<[string, string]>, sections: Array<SettingSection>, submit: string, };

/**
 * Rendered by `web/src/settings/SettingsPage.tsx`.
 */
export type SettingsPageView = { title: string, parts: Array<ListTab>,
/**
 * The page that leads here, of a zone or a method.
 */
back: LinkView | null, notice: StaffNotice | null, errors: Array<FieldError>,
/**
 * `None`: the thing is removed.
 */
form: SettingsForm | null, remove: SettingAct | null, payments: PaymentStateView | null, isNew: boolean, history: Array<HistoryLine>, };

/**
 * Rendered by `web/src/settings/ShippingPage.tsx`.
 */
export type ShippingPageView = { url: string, parts: Array<ListTab>, notice: StaffNotice | null, newZoneUrl: string, zones: Array<ZoneBlock>, removed: Array<LinkView>, trial: TrialView, };

/**
 * A method in the answer of the trial.
 */
export type TrialLine = { title: string, text: string, cost: string | null, };

export type TrialResult = { zone: string, offers: Array<TrialLine>, refused: Array<TrialLine>, };

export type TrialView = { countries: Array<Choice>, country: string, city: string, weight: string, amount: string, weightError: string | null, amountError: string | null, result: TrialResult | null, };

export type ZoneBlock = { name: string, text: string, url: string, editLabel: string, newMethod: LinkView, methods: Array<MethodLine>, };
