// Written from Rust (crates/accounts). Do not edit.
import type { LinkView } from "./edge";

/**
 * What surrounds every page of the account.
 */
export type AccountFrame = { title: string, crumbs: Array<LinkView>, nav: Array<AccountLink>, logout: FormView, notice: AccountNotice | null, };

/**
 * An icon of `web/src/ui/icons.svg`.
 */
export type AccountIcon = "home" | "box" | "pin" | "card" | "mail" | "user" | "shield";

/**
 * An entry of the account's own menu.
 */
export type AccountLink = { label: string, hint: string, url: string, icon: AccountIcon, isCurrent: boolean, };

export type AccountNotice = { kind: NoticeKind, text: string, };

export type AddressCard = { title: string,
/**
 * Name, street, place: as they are written on a parcel. Empty: nothing is known yet.
 */
lines: Array<string>, phone: string | null, email: string | null,
/**
 * Said where there are no lines.
 */
empty: string, edit: LinkView,
/**
 * The link for those who hear it.
 */
editLabel: string, };

export type AddressesPageView = { frame: AccountFrame, addresses: Array<AddressCard>, };

/**
 * A page with one form and nothing else: login, registering, passwords, confirming.
 */
export type AuthPageView = { title: string, lead: string | null, notice: AccountNotice | null,
/**
 * None: there is nothing to fill in, the notice says why.
 */
form: FormView | null,
/**
 * Beside the last fields of the form.
 */
aside: LinkView | null, other: OtherWay | null, };

export type DashboardPageView = { frame: AccountFrame, greeting: string, tiles: Array<AccountLink>, };

export type FieldKind = "text" | "latin" | "email" | "phone" | "password" | "select" | "check";

export type FieldView = { name: string, kind: FieldKind, label: string, value: string, autocomplete: string, isRequired: boolean,
/**
 * Two such fields stand side by side where there is room.
 */
isHalf: boolean, hint: string | null, error: string | null,
/**
 * Of a select.
 */
options: Array<OptionView>, };

/**
 * A copy of somebody's own data.
 */
export type FileView = { label: string,
/**
 * None: still being made.
 */
url: string | null, state: string, };

/**
 * A page of the account that is one form or a few.
 */
export type FormPageView = { frame: AccountFrame, sections: Array<FormSection>, };

export type FormSection = { id: string, title: string | null, hint: string | null,
/**
 * Under the hint: what was asked for before.
 */
files: Array<FileView>, form: FormView, };

/**
 * A form as a page of the shop posts it.
 */
export type FormView = { action: string,
/**
 * Names and values that the form carries along, its nonce among them.
 */
hidden: Array<[string, string]>, fields: Array<FieldView>, submit: string,
/**
 * What it does cannot be undone.
 */
isDanger: boolean, };

export type ListView = { id: string, name: string, description: string, isOn: boolean, };

export type NoticeKind = "ok" | "error" | "info";

export type OptionView = { value: string, label: string, };

/**
 * A sentence and the link that goes with it, below a form.
 */
export type OtherWay = { lead: string, link: LinkView, };

export type StaffPageView = { title: string, name: string,
/**
 * Label and value.
 */
facts: Array<[string, string]>,
/**
 * What there is to do.
 */
links: Array<LinkView>, logout: FormView, };

export type SubscriptionsPageView = { frame: AccountFrame,
/**
 * Whom the letters reach.
 */
lead: string, action: string, nonce: string, lists: Array<ListView>,
/**
 * Said when they are saved; shown at once when a plain form saved them.
 */
saved: string, isSaved: boolean, empty: string, submit: string, };
