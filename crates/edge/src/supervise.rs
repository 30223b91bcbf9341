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

/// The pause before the first restart. It doubles up to `MAX_RESTART_DELAY` while the task keeps failing.
const MIN_RESTART_DELAY: Duration = Duration::from_millis(100);
const MAX_RESTART_DELAY: Duration = Duration::from_secs(5);

/// A task that ran for longer than this was healthy: the pause is reset to `MIN_RESTART_DELAY`.
const HEALTHY_UPTIME: Duration = Duration::from_secs(30);

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

/// Runs the future of `start`, and restarts it, until the handle is dropped. A task without a heartbeat for
/// `heartbeat_timeout` is replaced; `Duration::MAX` is for tasks that wait for events and cannot report progress.
pub fn supervise<F>(
    name: &'static str,
    heartbeat_timeout: Duration,
    start: impl Fn(Heartbeat) -> F + Send + Sync + 'static,
) -> AbortOnDropHandle<()>
where
    F: Future<Output = ()> + Send,
{
    let start = Arc::new(start);
    AbortOnDropHandle::new(tokio::spawn(async move {
        let mut pause = MIN_RESTART_DELAY;
        loop {
            let (heartbeat, started, start) = (Heartbeat::default(), Instant::now(), start.clone());
            let beat = heartbeat.clone();
            let task = AbortOnDropHandle::new(tokio::spawn(async move { start(beat).await }));
            let reason = wait_for_failure(task, &heartbeat, heartbeat_timeout).await;
            metrics::counter!("matjar_task_restarts_total", "task" => name, "reason" => reason).increment(1);
            tracing::error!(task = name, reason, "background task {name} stopped ({reason}); restarting it");
            if started.elapsed() > HEALTHY_UPTIME {
                pause = MIN_RESTART_DELAY;
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(MAX_RESTART_DELAY);
        }
    }))
}

/// Returns the reason why a task has to be restarted. A silent task is aborted by dropping its handle.
async fn wait_for_failure(
    mut task: AbortOnDropHandle<()>,
    heartbeat: &Heartbeat,
    heartbeat_timeout: Duration,
) -> &'static str {
    loop {
        let left = heartbeat_timeout.saturating_sub(heartbeat.age());
        if left.is_zero() {
            return "silent";
        }
        // Bounded, because distant deadlines overflow the clock.
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
    async fn a_task_that_panics_or_ends_is_restarted() {
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
        let (silent, active) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (count, other) = (silent.clone(), active.clone());
        let _silent = supervise("silent", Duration::from_millis(50), move |_| {
            count.fetch_add(1, Ordering::SeqCst);
            std::future::pending()
        });
        let _active = supervise("active", Duration::from_millis(500), move |heartbeat| {
            other.fetch_add(1, Ordering::SeqCst);
            async move {
                loop {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                    heartbeat.beat();
                }
            }
        });
        wait_for(&silent, 3).await;
        assert_eq!(active.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn a_dropped_handle_ends_the_task() {
        let (alive, watch) = tokio::sync::oneshot::channel::<()>();
        let sender = std::sync::Mutex::new(Some(alive));
        let task = supervise("dropped", Duration::MAX, move |_| {
            let sender = sender.lock().ok().and_then(|mut sender| sender.take());
            async move {
                let _sender = sender;
                std::future::pending::<()>().await;
            }
        });
        tokio::time::sleep(Duration::from_millis(20)).await;
        drop(task);
        assert!(tokio::time::timeout(Duration::from_secs(2), watch).await.is_ok(), "still running");
    }
}
