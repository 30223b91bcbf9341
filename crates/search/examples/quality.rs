//! Prints the quality and the time of the search for each kind of judged queries: `make bench ARGS=search`.
//!
//! `--held-back` scores the half that nobody tunes on instead. Its misses are not printed.

#[path = "../tests/support/mod.rs"]
mod support;

use support::score::{Misses, measure};
use support::{cases, own_catalogue};

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let held_back = std::env::args().any(|argument| argument == "--held-back");
    let sets: &[&str] = if held_back { &["held-back.json"] } else { &["judged.json", "understood.json"] };
    let misses = if held_back { Misses::Hidden } else { Misses::Printed };
    let catalogue = own_catalogue()?;
    for set in sets {
        println!("{set}");
        measure(&catalogue, &cases(set)?, misses).await?;
    }
    Ok(())
}
