// Written from Rust (crates/events). Do not edit.

export type DeliveryView = { eventId: string, endpointId: string, kind: string, date: string, url: string, state: string, attempts: string,
/**
 * The status of the last answer, or why there was none.
 */
answer: string, next: string | null, canReplay: boolean, };

export type EndpointView = { id: string, url: string,
/**
 * For administrators.
 */
secret: string | null, kinds: string, state: string, isEnabled: boolean, };

/**
 * Rendered by `web/src/events/EventsPage.tsx`.
 */
export type EventsPageView = { action: string, nonce: string,
/**
 * Only administrators change endpoints.
 */
canChange: boolean, notice: string | null,
/**
 * Why the typed endpoint was refused.
 */
error: string | null,
/**
 * The typed address.
 */
url: string, kinds: Array<KindView>, endpoints: Array<EndpointView>, states: Array<StateOption>, deliveries: Array<DeliveryView>, olderUrl: string | null, homeUrl: string, };

export type KindView = { name: string, label: string, isChosen: boolean, };

export type StateOption = { value: string, label: string, isChosen: boolean, };
