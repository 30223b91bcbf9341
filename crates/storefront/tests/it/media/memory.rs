//! Measures the memory of jailed children: the children of this process whose address space is limited.

use std::{
    collections::HashMap,
    fs,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::Duration,
};

/// Looks at the children all the time, until it is dropped.
pub struct Watch {
    peaks: Arc<Mutex<HashMap<u32, u64>>>,
    ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    pub fn start() -> Self {
        let (peaks, ended) = (Arc::<Mutex<HashMap<u32, u64>>>::default(), Arc::new(AtomicBool::new(false)));
        let (seen, stop) = (peaks.clone(), ended.clone());
        let thread = std::thread::spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                for (child, bytes) in jailed_children() {
                    let mut seen = seen.lock().expect("the lock is not poisoned");
                    let peak = seen.entry(child).or_default();
                    *peak = bytes.max(*peak);
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        Self { peaks, ended, thread: Some(thread) }
    }

    /// The number of children seen so far, and the largest resident memory of one, in bytes.
    pub fn peak(&self) -> (usize, u64) {
        let peaks = self.peaks.lock().expect("the lock is not poisoned");
        (peaks.len(), peaks.values().copied().max().unwrap_or_default())
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn jailed_children() -> Vec<(u32, u64)> {
    let tasks = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let children = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let ids: Vec<u32> = children
        .flat_map(|line| line.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect();
    ids.into_iter().filter(|id| is_limited(*id)).filter_map(|id| Some((id, resident_peak(id)?))).collect()
}

fn is_limited(id: u32) -> bool {
    let limits = fs::read_to_string(format!("/proc/{id}/limits")).unwrap_or_default();
    let line = limits.lines().find(|line| line.starts_with("Max address space")).unwrap_or_default();
    !line.is_empty() && !line.contains("unlimited")
}

/// The high-water mark, which only grows: the last look before the end of the process is enough.
fn resident_peak(id: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}
