//! The merchant's credentials. The defaults are for testing and are valid nowhere else.

use rand::RngExt;

#[derive(Debug, Clone)]
pub struct Settings {
    /// API login id of the shop; the browser script sends it too.
    pub login: String,
    pub transaction_key: String,
    /// Public key of the browser script: valid for tokens only.
    pub client_key: String,
    /// 128 hexadecimal characters, as in the merchant interface.
    pub signature_key: String,
    /// Seed of all random numbers, so that faults are reproducible.
    pub seed: u64,
}

pub const SIGNATURE_KEY: &str = "5C1A90E7B3D24F68A1C7E09B52D8F4361E7A9C03B5D86F2147E8A0C95B3D7F16\
    92E4B7A05D1C8F36E927B4A10D5C8E73F6219A4B0E7D5C83A16F92B4E08D7C35";

impl Default for Settings {
    fn default() -> Self {
        Self {
            login: "matjar-sim".to_owned(),
            transaction_key: "matjar-sim-transaction-key".to_owned(),
            client_key: "matjar-sim-client-key".to_owned(),
            signature_key: SIGNATURE_KEY.to_owned(),
            seed: rand::rng().random_range(1..1_000_000),
        }
    }
}
