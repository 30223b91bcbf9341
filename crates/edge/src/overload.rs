//! Admission: so many requests of each priority at once, a short wait, then an honest "later".

use std::{sync::Arc, time::Duration};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{AppError, policy::Priority};

/// How many may be under way for priorities 0 to 5. The least important has the least room, so it goes first.
const CAPS: [usize; 6] = [16, 32, 64, 64, 48, 8];

#[derive(Clone)]
pub struct Admission {
    gates: [Arc<Semaphore>; 6],
    /// How long a shopper waits for room; checkout is worth four times that.
    patience: Duration,
}

impl Default for Admission {
    fn default() -> Self {
        Self { gates: CAPS.map(|cap| Arc::new(Semaphore::new(cap))), patience: Duration::from_millis(500) }
    }
}

impl Admission {
    pub async fn enter(&self, priority: Priority) -> Result<OwnedSemaphorePermit, AppError> {
        let level = usize::from(priority.0);
        let gate = self.gates[level].clone();
        if let Ok(permit) = gate.clone().try_acquire_owned() {
            return Ok(permit);
        }
        let patience = if level <= 1 { self.patience * 4 } else { self.patience };
        match tokio::time::timeout(patience, gate.acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => {
                metrics::counter!("matjar_shed_total", "priority" => level.to_string()).increment(1);
                Err(AppError::Busy)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_least_important_work_is_refused_first() {
        let admission = Admission { patience: Duration::ZERO, ..Admission::default() };
        let mut held = Vec::new();
        for _ in 0..8 {
            held.push(admission.enter(Priority(5)).await.expect("room for eight"));
        }

        assert!(matches!(admission.enter(Priority(5)).await, Err(AppError::Busy)));
        assert!(admission.enter(Priority(0)).await.is_ok());
    }
}
