//! Logging: JSON, one event per line, on standard error.
//!
//! A log that cannot be written never stops or slows the server. Events go through a bounded queue to a separate
//! thread; lines that do not fit into the queue, or cannot be written (a full disk, a closed pipe), are dropped and
//! counted. The error handling of the `fmt` layer is disabled: it reports a failed write with `eprintln!`, which panics
//! when standard error cannot be written, and so ends the task that logs.

use std::{
    io::{self, Write},
    sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel},
    time::Duration,
};

use tracing_subscriber::{
    EnvFilter, Layer,
    fmt::{self, MakeWriter},
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

use super::traces::TraceExporter;

/// Number of lines that are queued for a slow reader before further ones are dropped.
const QUEUE_CAPACITY: usize = 4096;

/// How long the program waits at exit for the last lines.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

const DROPPED: &str = "matjar_log_lines_dropped_total";

enum Entry {
    Line(Vec<u8>),
    Flush(SyncSender<()>),
}

/// Passes lines to the writer thread. Neither blocks nor fails.
#[derive(Clone)]
pub struct LogWriter {
    queue: SyncSender<Entry>,
}

impl LogWriter {
    /// Writes to `out` from a separate thread.
    pub fn new(out: impl Write + Send + 'static, capacity: usize) -> io::Result<Self> {
        let (queue, entries) = sync_channel(capacity);
        std::thread::Builder::new().name("log".to_owned()).spawn(move || write_all(out, &entries))?;
        Ok(Self { queue })
    }

    /// Waits until everything logged so far is written or dropped, for one second at most.
    pub fn flush(&self) {
        let (done, flushed) = sync_channel(1);
        if self.queue.try_send(Entry::Flush(done)).is_ok() {
            let _ = flushed.recv_timeout(FLUSH_TIMEOUT);
        }
    }
}

impl Write for LogWriter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        match self.queue.try_send(Entry::Line(line.to_vec())) {
            Ok(()) => {}
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => {
                metrics::counter!(DROPPED, "reason" => "queue").increment(1);
            }
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for LogWriter {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

fn write_all(mut out: impl Write, entries: &Receiver<Entry>) {
    let mut dropped: u64 = 0;
    while let Ok(entry) = entries.recv() {
        let line = match entry {
            Entry::Line(line) => line,
            Entry::Flush(done) => {
                let _ = done.try_send(());
                continue;
            }
        };
        // A failed write may have left an incomplete line.
        let written = match dropped {
            0 => out.write_all(&line),
            _ => out
                .write_all(dropped_lines_event(dropped).as_bytes())
                .and_then(|()| out.write_all(&line))
                .inspect(|()| dropped = 0),
        };
        if written.is_err() {
            dropped += 1;
            metrics::counter!(DROPPED, "reason" => "write").increment(1);
        }
    }
}

/// Starts a new line and reports the number of dropped lines.
fn dropped_lines_event(dropped: u64) -> String {
    let now = chrono::Utc::now().to_rfc3339();
    format!(
        "\n{{\"timestamp\":\"{now}\",\"level\":\"WARN\",\"message\":\"log lines were dropped\",\"dropped\":{dropped}}}\n"
    )
}

/// Writes the last lines when the program ends.
pub struct FlushOnDrop(LogWriter);

impl Drop for FlushOnDrop {
    fn drop(&mut self) {
        self.0.flush();
    }
}

/// Starts logging, and sends traces if there is an exporter. Panics are logged as events too: the standard hook writes to standard error itself and would block
/// on a pipe that is not read.
pub fn start(traces: Option<&TraceExporter>) -> anyhow::Result<FlushOnDrop> {
    let writer = LogWriter::new(io::stderr(), QUEUE_CAPACITY)?;
    let filter = EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| "info,graphile_worker_migrations=warn,sqlx=warn".into());
    let log = fmt::layer()
        .json()
        .flatten_event(true)
        .log_internal_errors(false)
        .with_writer(writer.clone())
        .with_filter(filter);
    tracing_subscriber::registry().with(log).with(traces.map(TraceExporter::layer)).init();
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.payload_as_str().unwrap_or("no message");
        let location = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(message, location, "panic at {location}: {message}");
    }));
    Ok(FlushOnDrop(writer))
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex, PoisonError};

    use super::*;

    /// Fails like a full disk while `is_full` is set.
    #[derive(Clone, Default)]
    struct Disk {
        is_full: Arc<Mutex<bool>>,
        written: Arc<Mutex<Vec<u8>>>,
    }

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if *self.is_full.lock().unwrap_or_else(PoisonError::into_inner) {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.written.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The reason for this module. If this test fails, the library has changed how it reports failed writes.
    #[test]
    fn the_library_itself_panics_when_its_log_cannot_be_written() {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
        let result = std::process::Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "server::logs::tests::logs_with_the_library_alone", "--ignored", "--nocapture"])
            .stdout(std::process::Stdio::null())
            .stderr(full)
            .status()
            .expect("runs");
        assert!(!result.success(), "logging to a full device ended the test");
    }

    #[test]
    #[ignore = "run by the test above, with a full device as standard error"]
    fn logs_with_the_library_alone() {
        tracing_subscriber::fmt().with_writer(io::stderr).init();
        tracing::warn!("this cannot be written");
    }

    #[test]
    fn a_full_disk_only_drops_lines() {
        let disk = Disk::default();
        let mut log = LogWriter::new(disk.clone(), 8).expect("a thread");
        log.write_all(b"one\n").expect("never fails");
        LogWriter::flush(&log);
        *disk.is_full.lock().expect("lock") = true;
        log.write_all(b"two\n").expect("never fails");
        LogWriter::flush(&log);
        *disk.is_full.lock().expect("lock") = false;
        log.write_all(b"three\n").expect("never fails");
        LogWriter::flush(&log);

        let written = String::from_utf8(disk.written.lock().expect("lock").clone()).expect("text");
        assert!(written.starts_with("one\n") && written.ends_with("three\n"), "{written}");
        assert!(written.contains("\"dropped\":1") && !written.contains("two"), "{written}");
    }

    #[test]
    fn a_blocked_reader_does_not_block_the_caller() {
        struct Stuck(Receiver<()>);
        impl Write for Stuck {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                let _ = self.0.recv();
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let (go, stuck) = sync_channel::<()>(1);
        let mut log = LogWriter::new(Stuck(stuck), 4).expect("a thread");
        for _ in 0..100 {
            log.write_all(b"a line\n").expect("neither fails nor blocks");
        }
        drop(go);
    }
}
