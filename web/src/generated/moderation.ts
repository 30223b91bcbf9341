// Written from Rust (crates/moderation). Do not edit.

/**
 * The staff's queue: what waits, what is published, what was refused.
 */
export type ModerationPageView = {
/**
 * By kind; empty if there is one kind only.
 */
kinds: Array<QueueTab>,
/**
 * By state.
 */
tabs: Array<QueueTab>, items: Array<QueueItemView>,
/**
 * Address of all forms: fields `item[]`, `do` (`publish`, `refuse`, `reply`, `undo`), `text`, `act` and those of `hidden`.
 */
action: string,
/**
 * Nonce, and the list that the answer returns to.
 */
hidden: Array<QueueHidden>,
/**
 * Values and texts of the reasons for a refusal.
 */
reasons: Array<QueueReason>, canPublish: boolean, canRefuse: boolean, nextUrl: string | null, notice: QueueNotice | null, };

export type QueueFact = { label: string, value: string, };

export type QueueHidden = { name: string, value: string, };

export type QueueItemView = {
/**
 * Kind and id: the value of the field `item[]`.
 */
key: string, kind: QueueKind, kindLabel: string, author: string, email: string, badge: string | null, rating: number | null, date: string, datetime: string, subject: QueueLink | null,
/**
 * The text it answers.
 */
context: string, text: string, facts: Array<QueueFact>, media: Array<QueueMedia>,
/**
 * Why it was held, in words.
 */
signals: Array<string>, canPublish: boolean, canRefuse: boolean,
/**
 * The shop's reply, empty for none yet. `None`: it cannot be replied to.
 */
reply: string | null,
/**
 * A further page about the item.
 */
tool: QueueLink | null, };

export type QueueKind = "review" | "question" | "answer" | "comment";

export type QueueLink = { label: string, url: string, };

export type QueueMedia = { id: string, isVideo: boolean, thumbUrl: string, fullUrl: string, };

export type QueueNotice = { text: string,
/**
 * The decision that can be undone.
 */
act: string | null, };

export type QueueReason = { value: string, label: string, };

export type QueueTab = { label: string, url: string,
/**
 * `None`: not counted.
 */
count: number | null, current: boolean, };
