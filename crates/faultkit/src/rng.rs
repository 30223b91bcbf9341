//! Random numbers of a run: one printed seed, and a separate stream for each user of it.
//!
//! Streams are named, because buyers run concurrently: the numbers of one must not depend on the speed of
//! another. Renaming a stream changes what a recorded seed reproduces.

use rand::{SeedableRng, rngs::StdRng};
use sha2::{Digest, Sha256};

#[derive(Debug, Clone, Copy)]
pub struct Seed(pub u64);

impl Seed {
    pub fn stream(self, name: &str, number: usize) -> StdRng {
        StdRng::from_seed(self.digest(name, number))
    }

    /// A seed for a part of the run that needs many streams.
    pub fn child(self, name: &str, number: usize) -> Self {
        let digest = self.digest(name, number);
        let first = digest.first_chunk::<8>().copied().unwrap_or_default();
        Self(u64::from_le_bytes(first))
    }

    fn digest(self, name: &str, number: usize) -> [u8; 32] {
        Sha256::digest(format!("{} {name} {number}", self.0)).into()
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;

    #[test]
    fn the_same_seed_gives_each_stream_the_same_numbers() {
        let first_number = |seed, name, number| Seed(seed).stream(name, number).random::<u64>();
        assert_eq!(first_number(7, "buyer", 1), first_number(7, "buyer", 1));
        assert_ne!(first_number(7, "buyer", 1), first_number(7, "buyer", 2));
        assert_ne!(first_number(7, "buyer", 1), first_number(7, "proxy", 1));
        assert_ne!(first_number(7, "buyer", 1), first_number(8, "buyer", 1));
    }
}
