//! Bugs that the fault kit must detect. No release contains them: only `scripts/faults` builds with the feature
//! `seeded-bugs`, and an optimised build with it does not compile.

use std::time::Duration;

#[cfg(not(debug_assertions))]
compile_error!("the feature `seeded-bugs` is for the fault kit's debug builds only");

/// Selects the bug; without it none is active.
const VARIABLE: &str = "MATJAR_SEEDED_BUG";

pub fn is_active(bug: &str) -> bool {
    std::env::var(VARIABLE).is_ok_and(|active| active == bug)
}

/// Answers now and commits later: what was acknowledged is lost if the server dies in between.
pub fn commit_later(tx: sqlx::PgTransaction<'static>) {
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_secs(4)).await;
        let _ = tx.commit().await;
    });
}
