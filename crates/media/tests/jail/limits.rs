//! Memory and time of children, and how they end at a limit.

use std::{
    ffi::OsString,
    fs,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use image::{ExtendedColorType, ImageFormat};
use media::{
    jail::{ALLOCATOR_RESERVES, COMMAND, JailError, Mode, Strength, Task},
    rules::{ChildLimits, MediaKind, PICTURE_LIMITS, RefusalReason, VIDEO_LIMITS},
};

use crate::{
    pictures::png_bomb,
    support::{Folder, Processed, child, config, picture, process, refusal},
};

const MIB: u64 = 1024 * 1024;

/// Runs a child on a picture and watches its memory. Returns its peak and what it said.
fn peak_memory(input: &Path) -> (u64, String) {
    let folder = Folder::new();
    let task = Task {
        mode: Mode::Picture,
        strength: Strength::Full,
        limits: PICTURE_LIMITS,
        output: folder.path().to_owned(),
        command: Vec::new(),
    };
    let mut child = Command::new(child())
        .arg(COMMAND)
        .args(task.to_args())
        .env_clear()
        .env(ALLOCATOR_RESERVES, "0")
        .stdin(fs::File::open(input).expect("input"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("child");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().expect("child").is_none() {
        // The kernel's own peak: it cannot be missed between two looks, except in the last millisecond.
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
        let kib: u64 = line.trim().trim_end_matches(" kB").parse().unwrap_or_default();
        peak = peak.max(kib * 1024);
        std::thread::sleep(Duration::from_millis(1));
    }
    let output = child.wait_with_output().expect("child");
    (peak, String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn bombs_are_refused_before_they_use_memory() {
    let folder = Folder::new();
    for (width, height, colour) in [
        (12_001, 4_000, ExtendedColorType::L8),
        (4_000, 12_001, ExtendedColorType::L8),
        (7_100, 7_100, ExtendedColorType::Rgb8),
        (6_000, 6_000, ExtendedColorType::Rgba16),
    ] {
        let bomb = png_bomb(&folder, width, height, colour);
        let packed = fs::metadata(&bomb).expect("bomb").len();
        let (peak, report) = peak_memory(&bomb);
        println!("{width} x {height} {colour:?}: {packed} bytes, peak {} MiB", peak / MIB);
        assert_eq!(report, r#"{"refused":"too_large_picture"}"#);
        assert!(peak < 64 * MIB, "{width} x {height}: {} MiB", peak / MIB);
    }
}

#[test]
fn the_largest_accepted_picture_stays_below_the_limit_of_memory() {
    let folder = Folder::new();
    for (width, height, colour) in
        [(10_000, 5_000, ExtendedColorType::Rgba8), (5_500, 6_000, ExtendedColorType::Rgba16)]
    {
        let input = png_bomb(&folder, width, height, colour);
        let (peak, report) = peak_memory(&input);
        println!("{width} x {height} {colour:?}: peak {} MiB, {report}", peak / MIB);
        assert!(report.contains("done"), "{report}");
        assert!(peak < PICTURE_LIMITS.memory_bytes, "{} MiB", peak / MIB);
        let said: u64 = report
            .split("\"peak_kib\":")
            .nth(1)
            .and_then(|rest| rest.trim_end_matches('}').parse().ok())
            .expect("peak");
        assert!(said > 50 * 1024, "the child reports its own peak: {said} KiB");
    }
}

async fn limited(limits: ChildLimits, input: &Path) -> Result<Processed, JailError> {
    let mut config = config();
    config.picture = limits;
    process(&config, MediaKind::Picture, input).await
}

#[tokio::test]
async fn too_much_memory_ends_the_child_and_refuses_the_file() {
    let folder = Folder::new();
    let input = png_bomb(&folder, 6_000, 6_000, ExtendedColorType::Rgb8);
    let limits = ChildLimits { memory_bytes: 96 * MIB, ..PICTURE_LIMITS };
    assert_eq!(refusal(limited(limits, &input).await), RefusalReason::TooHeavy);
}

#[tokio::test]
async fn the_limit_of_time_on_the_clock_ends_the_child() {
    let folder = Folder::new();
    let input = folder.file("a.jpg", &picture(5_000, 5_000, ImageFormat::Jpeg));
    let limits = ChildLimits { wall: Duration::from_millis(100), ..PICTURE_LIMITS };
    let started = Instant::now();
    assert_eq!(refusal(limited(limits, &input).await), RefusalReason::TooHeavy);
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
}

#[tokio::test]
async fn a_file_that_grows_too_large_ends_the_child() {
    let folder = Folder::new();
    let input = folder.file("a.jpg", &picture(1_600, 1_600, ImageFormat::Jpeg));
    let size = fs::metadata(&input).expect("input").len();
    let limits = ChildLimits { file_bytes: 1_000, ..PICTURE_LIMITS };
    assert!(size > 1_000);
    assert!(matches!(
        refusal(limited(limits, &input).await),
        RefusalReason::TooHeavy | RefusalReason::Broken
    ));
}

/// The limits hold for the program that a child becomes.
#[test]
fn a_program_that_never_ends_is_ended_by_the_limit_of_processor_time() {
    let folder = Folder::new();
    let input = folder.file("input", b"");
    let task = Task {
        mode: Mode::Video,
        strength: Strength::Full,
        limits: ChildLimits { cpu: Duration::from_secs(1), ..VIDEO_LIMITS },
        output: folder.path().to_owned(),
        command: [child().into_os_string(), OsString::from("spin")].to_vec(),
    };
    let started = Instant::now();
    let status = Command::new(child())
        .arg(COMMAND)
        .args(task.to_args())
        .stdin(fs::File::open(&input).expect("input"))
        .status()
        .expect("child");
    use std::os::unix::process::ExitStatusExt;
    assert_eq!(status.signal(), Some(libc::SIGKILL), "{status}");
    assert!(started.elapsed() < Duration::from_secs(20));
}
