// Written from Rust (crates/edge). Do not edit.

/**
 * The layout of the admin's pages: who is signed in, and what they may open.
 */
export type AdminLayoutView = {
/**
 * A restored copy of the shop: it contacts nobody, and says so.
 */
isCopy: boolean,
/**
 * `None` for members who see the admin as their own role.
 */
roleBand: RoleBand | null, homeUrl: string,
/**
 * The shop, as visitors see it.
 */
shopUrl: string,
/**
 * The search of the admin.
 */
findUrl: string, member: string, role: string, menu: Array<AdminMenuGroup>,
/**
 * Links at the lower edge of a phone.
 */
bar: Array<AdminLink>, };

/**
 * A link of the admin's menu.
 */
export type AdminLink = { label: string, url: string,
/**
 * An icon of the admin's sprite.
 */
icon: string,
/**
 * The page is this one, or below it.
 */
isCurrent: boolean, };

export type AdminMenuGroup = { label: string, links: Array<AdminLink>, };

/**
 * A page for staff as the admin's own script receives it: the view that the renderer would have, and the layout around it.
 */
export type AdminPageView = { component: string, title: string, layout: AdminLayoutView, };

export type BarView = { label: string, text: string,
/**
 * Of the tallest bar, from 0 to 100.
 */
height: number, };

/**
 * The banner at the bottom of every page, until the visitor dismisses it.
 */
export type ComingSoonView = { text: string,
/**
 * Tells whether this visitor has dismissed the banner; the page is the same for all visitors.
 */
stateUrl: string,
/**
 * Receives the dismissal.
 */
restUrl: string, };

/**
 * Whether the shop may find out where its visitors come from.
 */
export type ConsentMode = "allowed" | "ask" | "denied";

export type FooterColumn = { title: string, links: Array<LinkView>, };

/**
 * Header and footer: the same on every page and for every visitor.
 */
export type LayoutView = {
/**
 * Only the logo and the footer: no links that lead away from the checkout.
 */
isSlim: boolean, shopName: string, tagline: string, phone: string, email: string,
/**
 * The number that the shop answers on WhatsApp.
 */
whatsapp: string,
/**
 * When the shop answers, in words.
 */
hours: string, homeUrl: string, shopUrl: string, cartUrl: string, accountUrl: string | null, searchUrl: string, storeNotice: StoreNoticeView | null, comingSoon: ComingSoonView | null, nav: Array<NavItem>,
/**
 * The menu of small screens.
 */
mobileNav: Array<NavItem>,
/**
 * Rows below it.
 */
serviceLinks: Array<LinkView>,
/**
 * Searches that the empty search box proposes.
 */
popularSearches: Array<string>,
/**
 * Names of the cards that the shop accepts.
 */
cardBrands: Array<string>, footer: Array<FooterColumn>,
/**
 * `None` in a shop without a public list.
 */
newsletter: NewsletterView | null,
/**
 * Links in the last row of the footer.
 */
footerLinks: Array<LinkView>,
/**
 * The empty side cart that every page is rendered with; a view of the cart capability.
 */
sideCart: import("./cart").SideCartView,
/**
 * Summary of the shop's reviews, or null; a view of the reviews capability.
 */
trustBadge: import("./reviews").TrustBadgeView | null, measurement: MeasurementView, year: string, };

export type LinkView = { label: string, url: string, };

/**
 * What a page's script may measure, the same for every visitor.
 */
export type MeasurementView = { consent: ConsentMode,
/**
 * The page on which visitors change their consent.
 */
consentUrl: string,
/**
 * Receives the beginning of a visit.
 */
landingUrl: string,
/**
 * The address whose links begin a checkout.
 */
checkoutUrl: string,
/**
 * `None` on pages with the slim layout, which payment forms use.
 */
tags: TagsView | null, };

/**
 * The reason why a message is shown instead of the page.
 */
export type MessageKind = "not-found" | "error" | "refused" | "expired" | "busy";

export type MessagePageView = { kind: MessageKind, title: string, hint: string, homeUrl: string, shopUrl: string, reference: string | null, };

export type NavItem = { label: string, url: string, accent: boolean,
/**
 * Shown in a pop-up; empty for most items.
 */
description: string, children: Array<LinkView>, };

/**
 * The form that subscribes an address to the shop's first list.
 */
export type NewsletterView = { action: string, title: string, text: string, };

export type PageHead = { title: string, description: string, canonicalUrl: string, noIndex: boolean, imageUrl: string | null,
/**
 * JSON-LD documents, as text.
 */
structuredData: Array<string>, };

/**
 * Bars over time, oldest first, and the same figures as a table. Rendered by `web/src/ui/Bars.tsx`.
 */
export type PlotView = { title: string, total: string,
/**
 * Name of the intervals and of the values, for the table.
 */
interval: string, measure: string, bars: Array<BarView>, };

/**
 * The band of a member who looks at the admin as a role sees it, with the form that ends it.
 */
export type RoleBand = {
/**
 * The title of the role.
 */
role: string, action: string, nonce: string, };

/**
 * The notice at the top of every page. Its id is part of the name of the cookie that hides it.
 */
export type StoreNoticeView = { id: string, text: string, };

/**
 * The answer of a call that returns no data.
 */
export type Success = { success: boolean, };

/**
 * A script of another service, with the shop's id at that service.
 */
export type TagView = { id: string, scriptUrl: string, };

/**
 * The scripts of other services that the shop owner configured; none by default.
 */
export type TagsView = { analytics: TagView | null, tagManager: TagView | null, pixel: TagView | null, search: TagView | null, };
