//! Admission control: bounds the concurrent requests of each priority. A request waits briefly for a permit and is then
//! answered with 503. A request that could only wait in vain is answered at once. While orders wait, everything else gives
//! way: permits of one priority take no permit of another, but all of them share the processors.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{AppError, policy::Priority};

/// The number of concurrent requests for priorities 0 to 5. The least important priority has the lowest limit, so that
/// it is refused first.
const CAPS: [usize; 6] = [16, 32, 64, 64, 48, 8];

/// The same while a request of priority 0 or 1 waits: enough to fill the carts of the orders that come next.
const CAPS_WHILE_ORDERS_WAIT: [usize; 6] = [16, 32, 8, 4, 2, 1];

/// How many requests wait, for each one that is handled. A longer queue does not get shorter within the timeout, and
/// each request in it costs time that the admitted ones need.
const WAITING_PER_PERMIT: usize = 2;

#[derive(Clone)]
pub struct Admission {
    gates: [Arc<Semaphore>; 6],
    waiting: [Arc<AtomicUsize>; 6],
    /// How long a request waits for a permit; priorities 0 and 1 wait four times as long.
    timeout: Duration,
}

impl Default for Admission {
    fn default() -> Self {
        Self {
            gates: CAPS.map(|cap| Arc::new(Semaphore::new(cap))),
            waiting: Default::default(),
            timeout: Duration::from_millis(500),
        }
    }
}

impl Admission {
    pub async fn enter(&self, priority: Priority) -> Result<OwnedSemaphorePermit, AppError> {
        let level = usize::from(priority.0);
        let gate = self.gates[level].clone();
        self.check_queue(priority)?;
        if let Ok(permit) = gate.clone().try_acquire_owned() {
            return Ok(permit);
        }
        let _waiting = Waiting::begin(&self.waiting[level]);
        let timeout = if level <= 1 { self.timeout * 4 } else { self.timeout };
        match tokio::time::timeout(timeout, gate.acquire_owned()).await {
            Ok(Ok(permit)) if !self.gives_way(level) => Ok(permit),
            _ => Err(shed(level)),
        }
    }

    /// Refuses a request whose priority has a full queue or gives way, before any work is done for it.
    pub fn check_queue(&self, priority: Priority) -> Result<(), AppError> {
        let level = usize::from(priority.0);
        let is_full = self.waiting[level].load(Ordering::Relaxed) >= CAPS[level] * WAITING_PER_PERMIT;
        if is_full || self.gives_way(level) { Err(shed(level)) } else { Ok(()) }
    }

    fn gives_way(&self, level: usize) -> bool {
        let in_use = CAPS[level] - self.gates[level].available_permits();
        let orders_wait = self.waiting[..=1].iter().any(|count| count.load(Ordering::Relaxed) > 0);
        level > 1 && orders_wait && in_use >= CAPS_WHILE_ORDERS_WAIT[level]
    }
}

fn shed(level: usize) -> AppError {
    metrics::counter!("matjar_shed_total", "priority" => level.to_string()).increment(1);
    AppError::Busy
}

/// A request in the queue, also when it is aborted.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn begin(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_least_important_work_is_refused_first() {
        let admission = Admission { timeout: Duration::ZERO, ..Admission::default() };
        let mut permits = Vec::new();
        for _ in 0..8 {
            permits.push(admission.enter(Priority(5)).await.expect("eight permits"));
        }

        assert!(matches!(admission.enter(Priority(5)).await, Err(AppError::Busy)));
        assert!(admission.enter(Priority(0)).await.is_ok());
    }

    #[tokio::test]
    async fn everything_else_gives_way_while_an_order_waits() {
        let admission = Admission::default();
        let mut orders = Vec::new();
        for _ in 0..32 {
            orders.push(admission.enter(Priority(1)).await.expect("a permit"));
        }
        let mut carts = Vec::new();
        for _ in 0..8 {
            carts.push(admission.enter(Priority(2)).await.expect("nobody waits"));
        }
        let waits = tokio::spawn({
            let admission = admission.clone();
            async move { admission.enter(Priority(1)).await.is_ok() }
        });
        tokio::task::yield_now().await;
        assert!(matches!(admission.check_queue(Priority(2)), Err(AppError::Busy)));
        assert!(matches!(admission.enter(Priority(2)).await, Err(AppError::Busy)));
        carts.pop();
        assert!(admission.enter(Priority(2)).await.is_ok(), "some carts are filled meanwhile");

        orders.pop();
        assert!(waits.await.expect("not aborted"), "the order is admitted");
        assert!(admission.check_queue(Priority(2)).is_ok());
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once_and_an_aborted_request_leaves_it() {
        let admission = Admission::default();
        let mut permits = Vec::new();
        for _ in 0..8 {
            permits.push(admission.enter(Priority(5)).await.expect("eight permits"));
        }
        let wait = || {
            let admission = admission.clone();
            tokio::spawn(async move { admission.enter(Priority(5)).await.is_ok() })
        };
        let waiting: Vec<_> = (0..16).map(|_| wait()).collect();
        tokio::task::yield_now().await;
        assert!(matches!(admission.check_queue(Priority(5)), Err(AppError::Busy)));
        assert!(admission.check_queue(Priority(4)).is_ok(), "another queue");

        waiting[0].abort();
        tokio::task::yield_now().await;
        assert!(admission.check_queue(Priority(5)).is_ok());
        permits.clear();
        for task in waiting.into_iter().skip(1) {
            assert!(task.await.expect("not aborted"), "those that wait are admitted");
        }
    }
}
