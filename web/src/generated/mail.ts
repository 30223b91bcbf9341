// Written from Rust (crates/mail). Do not edit.
import type { LinkView } from "./edge";

/**
 * One line of an order: a product, a cost, or what all of them come to.
 */
export type EmailRow = { label: string,
/**
 * Below the label: options that were chosen, parts of a bundle.
 */
notes: Array<string>, amount: string, isTotal: boolean, };

export type EmailView = { subject: string,
/**
 * What a mailbox shows beside the subject.
 */
preheader: string, shopName: string, shopUrl: string, logoUrl: string | null, greeting: string, paragraphs: Array<string>, rows: Array<EmailRow>, button: LinkView | null, linkHint: string | null, notes: Array<string>, signOff: string,
/**
 * Why it was sent at all.
 */
why: string, unsubscribe: LinkView | null, };
