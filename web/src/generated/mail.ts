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
 * A title with lines below it.
 */
export type EmailBlock = { title: string, lines: Array<string>, };

export type EmailFact = { label: string, value: string,
/**
 * A number or a code.
 */
isLtr: boolean, };

/**
 * A product of an order.
 */
export type EmailGood = { name: string, quantity: string,
/**
 * Chosen options, items of a bundle.
 */
notes: Array<string>,
/**
 * «قطعتان»; empty for one piece.
 */
count: string,
/**
 * Empty where prices do not matter, as in a parcel.
 */
amount: string,
/**
 * Absolute URL.
 */
pictureUrl: string | null, };

/**
 * The parts of an email about an order, in the order in which they are shown. Empty parts are left out.
 */
export type EmailOrder = { title: string, steps: Array<EmailStep>, facts: Array<EmailFact>, goodsTitle: string, goods: Array<EmailGood>, totals: Array<EmailRow>,
/**
 * The address, the shipping method.
 */
blocks: Array<EmailBlock>, helpTitle: string, help: string, };

/**
 * One line of an order: a product, a cost, or the total.
 */
export type EmailRow = { label: string,
/**
 * Shown below the label: chosen options, items of a bundle.
 */
notes: Array<string>, amount: string, isTotal: boolean, };

/**
 * A part of the order's progress.
 */
export type EmailStep = { label: string, isDone: boolean, };

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
why: string, unsubscribe: LinkView | null,
/**
 * For emails about an order; replaces rows and answers.
 */
order: EmailOrder | null, };
