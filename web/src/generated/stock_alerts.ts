// Written from Rust (crates/stock_alerts). Do not edit.

/**
 * Answer of the call `matjar_stock_alert`.
 */
export type AlertAnswer = { status: AlertStatus, text: string,
/**
 * Where the alert can be cancelled, while it waits.
 */
url: string | null, };

export type AlertStatus = "waiting" | "email" | "available" | "too-many";
