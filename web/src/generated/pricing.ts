// Written from Rust (crates/pricing). Do not edit.

export type PriceView = { amount: string, regular: string | null, percentOff: number | null, from: boolean, };
