// Written from Rust (crates/kernel). Do not edit.

/**
 * A quantity in units of 10^-5, so that five decimals are exact.
 *
 * It is serialized as text (`"1.5"`), because a typed quantity is text until it is parsed.
 */
export type Quantity = string;
