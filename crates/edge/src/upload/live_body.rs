//! A request body that is read while it arrives, bounded in size and by its progress.

use std::{
    fmt,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::body::Body;
use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use http_body_util::BodyExt;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::AppError;

/// How slow a sender may be.
#[derive(Debug, Clone, Copy)]
pub struct UploadTimings {
    /// How long nothing may arrive.
    pub idle: Duration,
    /// In each period of this length ...
    pub period: Duration,
    /// ... at least this much must arrive.
    pub period_bytes: u64,
    /// How long the whole body may take.
    pub total: Duration,
}

impl Default for UploadTimings {
    /// 8 KiB a second, which a weak phone reaches: 25 MB in the 30 seconds of other requests would need 7 Mbit/s.
    fn default() -> Self {
        Self {
            idle: Duration::from_secs(15),
            period: Duration::from_secs(30),
            period_bytes: 30 * 8 * 1024,
            total: Duration::from_secs(10 * 60),
        }
    }
}

/// How long the rest of a refused upload is read, so that its sender reads the answer. A connection that is closed
/// while its sender still writes is reset, and the answer is lost.
pub(super) const LINGER: Duration = Duration::from_secs(20);

/// The largest piece that is passed on at once.
const PIECE: usize = 16 * 1024;

/// Shared by the parser of the form and by the pipeline, which reads the rest after a refusal.
#[derive(Clone)]
pub struct LiveBody(Arc<Mutex<State>>);

struct State {
    body: Body,
    timings: UploadTimings,
    /// Received and not yet passed on.
    rest: Bytes,
    /// Bytes passed on.
    read: usize,
    /// `read` must not exceed this.
    limit: usize,
    started: Instant,
    last: Instant,
    period_start: Instant,
    period_read: u64,
    timer: Pin<Box<Sleep>>,
    /// A piece was just passed on. The parser reads until nothing is ready; a pause after each piece keeps its buffer
    /// small.
    pausing: bool,
    ended: bool,
    failure: Option<Failure>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    TooLarge,
    TooSlow,
    Broken,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "body too large",
            Self::TooSlow => "body too slow",
            Self::Broken => "connection lost",
        })
    }
}

impl std::error::Error for Failure {}

impl LiveBody {
    pub fn new(body: Body, timings: UploadTimings) -> Self {
        let now = Instant::now();
        Self(Arc::new(Mutex::new(State {
            body,
            timings,
            rest: Bytes::new(),
            read: 0,
            limit: usize::MAX,
            started: now,
            last: now,
            period_start: now,
            period_read: 0,
            timer: Box::pin(sleep_until(now + timings.idle)),
            pausing: false,
            ended: false,
            failure: None,
        })))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From here on at most this many bytes are passed on.
    pub fn limit_to(&self, bytes: usize) {
        let mut state = self.lock();
        state.limit = state.read.saturating_add(bytes);
    }

    pub fn bytes_read(&self) -> usize {
        self.lock().read
    }

    /// Why reading failed, or `other` if the body itself is well.
    pub fn error_or(&self, other: AppError) -> AppError {
        match self.lock().failure {
            Some(Failure::TooLarge) => AppError::TooLarge,
            Some(Failure::TooSlow) => AppError::BodyTimeout,
            Some(Failure::Broken) => AppError::BadRequest("connection lost"),
            None => other,
        }
    }

    /// Reads and drops what is left while the response is sent: see [`LINGER`].
    pub fn drain_in_background(self, bytes: usize) {
        if !self.lock().ended {
            tokio::spawn(self.drain(bytes, LINGER));
        }
    }

    /// Reads and drops what is left, at most `bytes` and for at most `time`.
    pub(super) async fn drain(mut self, bytes: usize, time: Duration) {
        {
            let mut state = self.lock();
            if state.ended || state.failure.is_some_and(|failure| failure != Failure::TooLarge) {
                return;
            }
            state.failure = None;
        }
        self.limit_to(bytes);
        let rest = async { while let Some(Ok(_)) = self.next().await {} };
        let _ = tokio::time::timeout(time, rest).await;
    }
}

impl Stream for LiveBody {
    type Item = Result<Bytes, Failure>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut state = self.lock();
        if state.pausing {
            state.pausing = false;
            // Time that the reader needs for a piece is not the sender's.
            state.last = Instant::now();
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        if let Some(failure) = state.failure {
            return Poll::Ready(Some(Err(failure)));
        }
        let next = ready!(state.poll(context));
        match next {
            Some(Err(failure)) => state.failure = Some(failure),
            Some(Ok(_)) => state.pausing = true,
            None => state.ended = true,
        }
        Poll::Ready(next)
    }
}

impl State {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Failure>>> {
        while self.rest.is_empty() {
            if self.ended {
                return Poll::Ready(None);
            }
            let frame = {
                let next = std::pin::pin!(self.body.frame());
                next.poll(context)
            };
            match frame {
                Poll::Ready(Some(Ok(frame))) => self.rest = frame.into_data().unwrap_or_default(),
                Poll::Ready(Some(Err(_))) => return Poll::Ready(Some(Err(Failure::Broken))),
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Pending => {
                    ready!(self.poll_timer(context));
                    return Poll::Ready(Some(Err(Failure::TooSlow)));
                }
            }
        }
        let piece = self.rest.split_to(self.rest.len().min(PIECE));
        Poll::Ready(Some(self.accept(&piece).map(|()| piece)))
    }

    fn accept(&mut self, piece: &Bytes) -> Result<(), Failure> {
        self.read += piece.len();
        self.period_read += piece.len() as u64;
        self.last = Instant::now();
        if self.read > self.limit {
            return Err(Failure::TooLarge);
        }
        if self.is_too_slow() { Err(Failure::TooSlow) } else { Ok(()) }
    }

    /// Ready when the sender is too slow.
    fn poll_timer(&mut self, context: &mut Context<'_>) -> Poll<()> {
        loop {
            if self.is_too_slow() {
                return Poll::Ready(());
            }
            let deadline = (self.last + self.timings.idle)
                .min(self.period_start + self.timings.period)
                .min(self.started + self.timings.total);
            self.timer.as_mut().reset(deadline);
            ready!(self.timer.as_mut().poll(context));
        }
    }

    fn is_too_slow(&mut self) -> bool {
        let now = Instant::now();
        if now - self.last >= self.timings.idle || now - self.started >= self.timings.total {
            return true;
        }
        if now - self.period_start < self.timings.period {
            return false;
        }
        let arrived = std::mem::take(&mut self.period_read);
        self.period_start = now;
        arrived < self.timings.period_bytes
    }
}
