//! Background tasks that must run for as long as the server does: one that ends, panics or stops reporting progress is
//! counted, logged and started again.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::time::Instant;
use tokio_util::task::AbortOnDropHandle;

/// The pause before the first restart; doubled up to the last while the task keeps failing.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LAST_PAUSE: Duration = Duration::from_secs(5);

/// A task that ran for longer than this was healthy: the next restart is quick again.
const HEALTHY: Duration = Duration::from_secs(30);

/// How a task reports progress to its supervisor.
#[derive(Debug, Clone)]
pub struct Heartbeat {
    since: Instant,
    last: Arc<AtomicU64>,
}

impl Default for Heartbeat {
    fn default() -> Self {
        Self { since: Instant::now(), last: Arc::default() }
    }
}

impl Heartbeat {
    pub fn beat(&self) {
        let now = u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.last.store(now, Ordering::Relaxed);
    }

    fn age(&self) -> Duration {
        self.since.elapsed().saturating_sub(Duration::from_millis(self.last.load(Ordering::Relaxed)))
    }
}

/// Runs what `start` makes until the handle is dropped. `silence` is the longest the task may go without a heartbeat;
/// `Duration::MAX` for one that waits for events and cannot report.
pub fn supervise<F>(
    name: &'static str,
    silence: Duration,
    start: impl Fn(Heartbeat) -> F + Send + Sync + 'static,
) -> AbortOnDropHandle<()>
where
    F: Future<Output = ()> + Send,
{
    let start = Arc::new(start);
    AbortOnDropHandle::new(tokio::spawn(async move {
        let mut pause = FIRST_PAUSE;
        loop {
            let (heartbeat, started, start) = (Heartbeat::default(), Instant::now(), start.clone());
            let beat = heartbeat.clone();
            let task = AbortOnDropHandle::new(tokio::spawn(async move { start(beat).await }));
            let reason = ending(task, &heartbeat, silence).await;
            metrics::counter!("matjar_task_restarts_total", "task" => name, "reason" => reason).increment(1);
            tracing::error!(task = name, reason, "background task {name} stopped ({reason}); restarting it");
            if started.elapsed() > HEALTHY {
                pause = FIRST_PAUSE;
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LAST_PAUSE);
        }
    }))
}

/// Why a task has to be started again. A silent one is aborted, by dropping its handle.
async fn ending(mut task: AbortOnDropHandle<()>, heartbeat: &Heartbeat, silence: Duration) -> &'static str {
    loop {
        let left = silence.saturating_sub(heartbeat.age());
        if left.is_zero() {
            return "silent";
        }
        // Far deadlines overflow the clock; looking again now and then costs nothing.
        match tokio::time::timeout(left.min(Duration::from_secs(3_600)), &mut task).await {
            Ok(Ok(())) => return "ended",
            Ok(Err(_)) => return "panicked",
            Err(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    async fn wait_for(count: &AtomicUsize, wanted: usize) {
        for _ in 0..500 {
            if count.load(Ordering::SeqCst) >= wanted {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("started {} times, not {wanted}", count.load(Ordering::SeqCst));
    }

    /// [RUN-1]
    #[tokio::test]
    async fn a_task_that_panics_or_ends_is_started_again() {
        let started = Arc::new(AtomicUsize::new(0));
        let count = started.clone();
        let _task = supervise("test", Duration::MAX, move |_| {
            let number = count.fetch_add(1, Ordering::SeqCst);
            async move {
                match number {
                    0 => panic!("on purpose"),
                    1 => {}
                    _ => std::future::pending().await,
                }
            }
        });
        wait_for(&started, 3).await;
    }

    /// [RUN-1]
    #[tokio::test]
    async fn a_task_without_a_heartbeat_is_replaced_and_one_with_it_is_not() {
        let (silent, lively) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (count, other) = (silent.clone(), lively.clone());
        let _silent = supervise("silent", Duration::from_millis(50), move |_| {
            count.fetch_add(1, Ordering::SeqCst);
            std::future::pending()
        });
        let _lively = supervise("lively", Duration::from_millis(500), move |heartbeat| {
            other.fetch_add(1, Ordering::SeqCst);
            async move {
                loop {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                    heartbeat.beat();
                }
            }
        });
        wait_for(&silent, 3).await;
        assert_eq!(lively.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn a_dropped_handle_ends_the_task() {
        let (alive, watch) = tokio::sync::oneshot::channel::<()>();
        let held = std::sync::Mutex::new(Some(alive));
        let task = supervise("dropped", Duration::MAX, move |_| {
            let held = held.lock().ok().and_then(|mut held| held.take());
            async move {
                let _held = held;
                std::future::pending::<()>().await;
            }
        });
        tokio::time::sleep(Duration::from_millis(20)).await;
        drop(task);
        assert!(tokio::time::timeout(Duration::from_secs(2), watch).await.is_ok(), "still running");
    }
}
