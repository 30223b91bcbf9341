// Written from Rust (crates/mail). Do not edit.
import type { LinkView } from "./edge";

/**
 * One line of an order: a product, a cost, or the total.
 */
export type EmailRow = { label: string,
/**
 * Shown below the label: chosen options, items of a bundle.
 */
notes: Array<string>, amount: string, isTotal: boolean, };

export type EmailView = { subject: string,
/**
 * Text that a mail client shows next to the subject.
 */
preheader: string, shopName: string, shopUrl: string, logoUrl: string | null, greeting: string, paragraphs: Array<string>, rows: Array<EmailRow>, button: LinkView | null, linkHint: string | null, notes: Array<string>, signOff: string,
/**
 * Reason why the email was sent.
 */
why: string, unsubscribe: LinkView | null, };
