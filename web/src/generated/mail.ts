// Written from Rust (crates/mail). Do not edit.
import type { LinkView } from "./edge";

/**
 * An element of a form: its label, what was typed, and files.
 */
export type EmailAnswer = { label: string, lines: Array<string>,
/**
 * Files, which only staff can open.
 */
links: Array<LinkView>, };

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
preheader: string, shopName: string, shopUrl: string, logoUrl: string | null, greeting: string, paragraphs: Array<string>, rows: Array<EmailRow>,
/**
 * What was sent with a form.
 */
answers: Array<EmailAnswer>, button: LinkView | null, linkHint: string | null, notes: Array<string>, signOff: string,
/**
 * Reason why the email was sent.
 */
why: string, unsubscribe: LinkView | null, };
