//! All chance of a run: one printed seed, and a stream of its own for everybody who draws.
//!
//! Streams are named, because buyers run beside each other: what one of them draws must not depend on who was quicker.

use rand::{SeedableRng, rngs::StdRng};
use sha2::{Digest, Sha256};

#[derive(Debug, Clone, Copy)]
pub struct Dice(pub u64);

impl Dice {
    pub fn stream(self, who: &str, number: usize) -> StdRng {
        StdRng::from_seed(self.digest(who, number))
    }

    /// Dice for a part of the run that throws many of its own.
    pub fn part(self, who: &str, number: usize) -> Self {
        let digest = self.digest(who, number);
        let first = digest.first_chunk::<8>().copied().unwrap_or_default();
        Self(u64::from_le_bytes(first))
    }

    fn digest(self, who: &str, number: usize) -> [u8; 32] {
        Sha256::digest(format!("{} {who} {number}", self.0)).into()
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;

    #[test]
    fn the_same_seed_draws_the_same_for_everybody_alone() {
        let draw = |seed, who, number| Dice(seed).stream(who, number).random::<u64>();
        assert_eq!(draw(7, "buyer", 1), draw(7, "buyer", 1));
        assert_ne!(draw(7, "buyer", 1), draw(7, "buyer", 2));
        assert_ne!(draw(7, "buyer", 1), draw(7, "proxy", 1));
        assert_ne!(draw(7, "buyer", 1), draw(8, "buyer", 1));
    }
}
