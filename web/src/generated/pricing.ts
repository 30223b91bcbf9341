// Written from Rust (crates/pricing). Do not edit.

/**
 * Drawn by `web/src/pricing/Price.tsx`. Amounts are already written out.
 */
export type PriceView = { amount: string, regular: string | null, percentOff: number | null,
/**
 * The cheapest of several.
 */
from: boolean, };
