// Written from Rust (crates/edge). Do not edit.

export type PageHead = { title: string, description: string, canonicalUrl: string, noIndex: boolean, imageUrl: string | null, structuredData: Array<string>, };

export type LinkView = { label: string, url: string, };

export type NavItem = { label: string, url: string, accent: boolean, children: Array<LinkView>, };

export type FooterColumn = { title: string, links: Array<LinkView>, };

export type LayoutView = { shopName: string, tagline: string, phone: string, homeUrl: string, shopUrl: string, cartUrl: string, accountUrl: string, searchUrl: string, storeNotice: string | null, nav: Array<NavItem>, footer: Array<FooterColumn>, year: string, };

export type MessageKind = "not-found" | "error" | "refused" | "expired" | "busy";

export type MessagePageView = { kind: MessageKind, title: string, hint: string, homeUrl: string, shopUrl: string, reference: string | null, };
