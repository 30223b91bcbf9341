//! The log: JSON, one event a line, on standard error.
//!
//! A log that cannot be written never stops or slows the server. Events go through a bounded queue to a thread of their
//! own; what does not fit into the queue, or cannot be written (a full disk, a closed pipe), is dropped and counted.
//! The `fmt` layer's own handling is switched off: it reports a failed write with `eprintln!`, which panics when standard
//! error cannot be written, and takes the task down that wanted to log.

use std::{
    io::{self, Write},
    sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel},
    time::Duration,
};

use tracing_subscriber::{EnvFilter, fmt::MakeWriter};

/// How many lines wait for a slow reader of the log before further ones are dropped.
const QUEUED: usize = 4096;

/// How long the end of the program waits for the last lines.
const FLUSH: Duration = Duration::from_secs(1);

const DROPPED: &str = "matjar_log_lines_dropped_total";

enum Entry {
    Line(Vec<u8>),
    Flush(SyncSender<()>),
}

/// Hands lines to the writing thread. Neither blocks nor fails.
#[derive(Clone)]
pub struct LogWriter {
    queue: SyncSender<Entry>,
}

impl LogWriter {
    /// Writes to `out` from a thread of its own.
    pub fn new(out: impl Write + Send + 'static, capacity: usize) -> io::Result<Self> {
        let (queue, entries) = sync_channel(capacity);
        std::thread::Builder::new().name("log".to_owned()).spawn(move || write_all(out, &entries))?;
        Ok(Self { queue })
    }

    /// Waits until everything logged so far is written or dropped, but not for long.
    pub fn flush(&self) {
        let (done, flushed) = sync_channel(1);
        if self.queue.try_send(Entry::Flush(done)).is_ok() {
            let _ = flushed.recv_timeout(FLUSH);
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
        // A failed write may have left half a line behind.
        let written = match dropped {
            0 => out.write_all(&line),
            _ => out
                .write_all(gap(dropped).as_bytes())
                .and_then(|()| out.write_all(&line))
                .inspect(|()| dropped = 0),
        };
        if written.is_err() {
            dropped += 1;
            metrics::counter!(DROPPED, "reason" => "write").increment(1);
        }
    }
}

/// Begins a new line and says how many are missing.
fn gap(dropped: u64) -> String {
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

/// Makes this process log. Panics are logged as events too: the standard hook writes to standard error itself and would
/// wait for a pipe that nobody reads.
pub fn start() -> anyhow::Result<FlushOnDrop> {
    let writer = LogWriter::new(io::stderr(), QUEUED)?;
    tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_env_filter(
            EnvFilter::try_from_default_env()
                .unwrap_or_else(|_| "info,graphile_worker_migrations=warn,sqlx=warn".into()),
        )
        .log_internal_errors(false)
        .with_writer(writer.clone())
        .init();
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.payload_as_str().unwrap_or("no message");
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(message, place, "panic at {place}: {message}");
    }));
    Ok(FlushOnDrop(writer))
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex, PoisonError};

    use super::*;

    /// Fails like a full disk for as long as it is told to.
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

    /// Why this module exists. If this ever stops panicking, the library reports failed writes in another way.
    #[test]
    fn the_library_itself_panics_when_its_log_cannot_be_written() {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
        let result = std::process::Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "logs::tests::logs_with_the_library_alone", "--ignored", "--nocapture"])
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
    fn a_full_disk_costs_lines_and_nothing_else() {
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
    fn a_reader_that_stands_still_stops_nobody() {
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
            log.write_all(b"a line\n").expect("neither fails nor waits");
        }
        drop(go);
    }
}
