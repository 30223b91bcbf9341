// Written from Rust (crates/accounts). Do not edit.
import type { LinkView } from "./edge";

/**
 * An icon of `web/src/ui/icons.svg`.
 */
export type AccountIcon = "home" | "box" | "pin" | "card" | "mail" | "star" | "user" | "shield" | "file";

/**
 * Layout data shared by every page of the account area.
 */
export type AccountLayoutView = { title: string, crumbs: Array<LinkView>, nav: Array<AccountLink>, logout: FormView, notice: AccountNotice | null, };

/**
 * An entry of the account menu.
 */
export type AccountLink = { label: string, hint: string, url: string, icon: AccountIcon, isCurrent: boolean, };

export type AccountNotice = { kind: NoticeKind, text: string, };

export type AddressCard = { title: string,
/**
 * Name, street and city as on a parcel label. Empty if no address is saved.
 */
lines: Array<string>, phone: string | null, email: string | null,
/**
 * Text shown when there are no lines.
 */
empty: string, edit: LinkView,
/**
 * Accessible name of the edit link.
 */
editLabel: string, };

export type AddressesPageView = { layout: AccountLayoutView, addresses: Array<AddressCard>, };

/**
 * A page with a single form: login, registration, password, confirmation.
 */
export type AuthPageView = { title: string, lead: string | null, notice: AccountNotice | null,
/**
 * `None` if there is nothing to fill in; the notice gives the reason.
 */
form: FormView | null,
/**
 * A link next to the last fields of the form.
 */
aside: LinkView | null, other: OtherWay | null, };

export type DashboardPageView = { layout: AccountLayoutView, greeting: string, tiles: Array<AccountLink>, };

/**
 * A data export of the customer, or a place where the customer is signed in.
 */
export type EntryView = { icon: AccountIcon, label: string,
/**
 * Of a file that is ready.
 */
url: string | null, state: string, };

export type FieldKind = "text" | "latin" | "email" | "phone" | "password" | "select" | "check";

export type FieldView = { name: string, kind: FieldKind, label: string, value: string, autocomplete: string, isRequired: boolean,
/**
 * Half-width: two such fields share a line on wide screens.
 */
isHalf: boolean, hint: string | null, error: string | null,
/**
 * Options of a select; empty for other kinds.
 */
options: Array<OptionView>, };

/**
 * An account page that consists of one or more forms.
 */
export type FormPageView = { layout: AccountLayoutView, sections: Array<FormSection>, };

export type FormSection = { id: string, title: string | null, hint: string | null,
/**
 * What the form is about, listed below the hint.
 */
entries: Array<EntryView>, form: FormView, };

export type FormView = { action: string,
/**
 * Names and values of the hidden inputs, including the nonce.
 */
hidden: Array<[string, string]>, fields: Array<FieldView>, submit: string,
/**
 * The action cannot be undone.
 */
isDanger: boolean, };

export type ListView = { id: string, name: string, description: string, isOn: boolean, };

export type NoticeKind = "ok" | "error" | "info";

export type OptionView = { value: string, label: string, };

/**
 * A sentence and a link below a form, such as "No account yet?" with a link to the registration page.
 */
export type OtherWay = { lead: string, link: LinkView, };

export type SubscriptionsPageView = { layout: AccountLayoutView,
/**
 * Names the address that the emails are sent to.
 */
lead: string, action: string, nonce: string, lists: Array<ListView>,
/**
 * Confirmation text; shown at once if `is_saved`, which a plain form submission sets.
 */
saved: string, isSaved: boolean, empty: string, submit: string, };

export type TeamCellView = { has: boolean,
/**
 * The part that the role has, if it does not have all of it.
 */
note: string | null, };

export type TeamInvitationView = { id: string, name: string, email: string, role: string, until: string, withdraw: FormView, };

export type TeamMemberView = { id: string, name: string, email: string, role: string, stores: string,
/**
 * The last request, or that there is no session.
 */
seen: string, isSelf: boolean, change: FormView | null, endSessions: FormView | null, stop: FormView | null, };

/**
 * The people who run the shop, and what each role may do.
 */
export type TeamPageView = { notice: AccountNotice | null, members: Array<TeamMemberView>, invite: FormView, invitations: Array<TeamInvitationView>,
/**
 * The titles of the roles, in the order of the cells of `rights`.
 */
roles: Array<string>, rights: Array<TeamRightView>,
/**
 * Shows the admin as a role sees it.
 */
viewAs: FormView, copy: FormView,
/**
 * Roles that the shop has added, apart from the viewer's.
 */
ownRoles: Array<TeamRoleView>, homeUrl: string, };

/**
 * A row of the table of rights.
 */
export type TeamRightView = { label: string, cells: Array<TeamCellView>, };

export type TeamRoleView = { name: string, title: string, save: FormView, remove: FormView, };
