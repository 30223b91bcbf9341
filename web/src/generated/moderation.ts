// Written from Rust (crates/moderation). Do not edit.

export type ActView = { id: string, text: string, who: string, date: string, datetime: string,
/**
 * When it was taken back; `None`: it can still be.
 */
undone: string | null, };

/**
 * Decisions of the last thirty days, each with its undo.
 */
export type ActsPageView = { queueUrl: string, action: string, hidden: Array<QueueHidden>, acts: Array<ActView>, nextUrl: string | null, notice: QueueNotice | null, };

export type CopyView = { key: string, kind: string, author: string, excerpt: string, date: string, datetime: string, state: string,
/**
 * Why it is listed.
 */
why: Array<string>, };

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
tabs: Array<QueueTab>, sieve: QueueSieve, items: Array<QueueItemView>,
/**
 * Address of all forms: fields `item[]`, `do` (`publish`, `publish-reply`, `hold`, `refuse`, `spam`, `reply`,
 * `undo`), `text`, `seen`, `act` and those of `hidden`.
 */
action: string,
/**
 * Nonce, and the list that the answer returns to.
 */
hidden: Array<QueueHidden>,
/**
 * The time until which contributions were seen: one act takes no later ones.
 */
seen: string,
/**
 * Values and texts of the reasons for a refusal.
 */
reasons: Array<QueueReason>, canPublish: boolean, canHold: boolean, canRefuse: boolean, nextUrl: string | null,
/**
 * Decisions of the last thirty days.
 */
actsUrl: string, notice: QueueNotice | null, };

export type QueueFact = { label: string, value: string, };

export type QueueHidden = { name: string, value: string, };

export type QueueItemView = {
/**
 * Kind and id: the value of the field `item[]`.
 */
key: string, kind: QueueKind, kindLabel: string, author: string,
/**
 * Empty for members who may not see the addresses of customers.
 */
email: string, badge: string | null, rating: number | null, date: string, datetime: string, subject: QueueLink | null,
/**
 * The text it answers.
 */
context: string, text: string, facts: Array<QueueFact>, media: Array<QueueMedia>,
/**
 * Why it was held, in words.
 */
signals: Array<string>, canPublish: boolean, canHold: boolean, canRefuse: boolean,
/**
 * The button that refuses the item as spam, with how many others.
 */
spam: string,
/**
 * What would be refused with it; `None`: nothing is alike.
 */
copiesUrl: string | null,
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

/**
 * A GET form that filters the queue: fields `s`, `rating`, `mark` and those of `hidden`.
 */
export type QueueSieve = { words: string, rating: string, ratings: Array<QueueReason>, mark: string, marks: Array<QueueReason>, hidden: Array<QueueHidden>,
/**
 * The filters that are set, each with the address without it.
 */
chips: Array<QueueLink>, clearUrl: string | null, };

export type QueueTab = { label: string, url: string,
/**
 * `None`: not counted.
 */
count: number | null, current: boolean, };

/**
 * What one act refuses together with an item. The form has the fields of the queue's forms.
 */
export type SpamPageView = { queueUrl: string, action: string,
/**
 * Nonce, item, act and the time until which contributions were seen.
 */
hidden: Array<QueueHidden>,
/**
 * The item first.
 */
copies: Array<CopyView>,
/**
 * How many there are besides those that are listed, in words.
 */
more: string | null, submit: string, };
