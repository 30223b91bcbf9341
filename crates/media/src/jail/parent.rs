//! The parent's side: starts children, ends them in time, and judges what they say and wrote.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::Read,
    os::unix::process::ExitStatusExt,
    path::Path,
    process::{ExitStatus, Stdio},
    time::Duration,
};

use anyhow::anyhow;
use tokio::{
    io::{AsyncRead, AsyncReadExt},
    process::{Child, Command},
    time::Instant,
};

use super::{
    ALLOCATOR_RESERVES, Input, JailConfig, JailError, Output, Outputs,
    child::{EXIT_FAILED, PictureReport, webp_name},
    task::{Mode, Task},
};
use crate::{
    rules::{ChildLimits, MediaKind, MediaType, RefusalReason, SNIFF_BYTES, WIDTHS},
    video,
};

/// A report is a few hundred bytes, the description of a video some kilobytes.
const MAX_REPORT_BYTES: usize = 256 * 1024;
/// For the log.
const MAX_COMPLAINT_BYTES: usize = 2 * 1024;
/// The poster of a video among its pictures, in place of the widest.
pub(super) const POSTER: &str = "poster.webp";

/// Decodes a file and writes what is stored of it into a folder, which should be empty.
///
/// The type is read from the content once more; it must be of this kind.
pub async fn process(
    config: &JailConfig,
    kind: MediaKind,
    input: File,
    output_folder: &Path,
) -> Result<Outputs, JailError> {
    let input = Input(input);
    let media_type = sniff(&input)?.filter(|found| found.kind() == kind).ok_or(RefusalReason::Type)?;
    // The child works in another folder, where a relative path leads elsewhere.
    let folder = output_folder.canonicalize().map_err(JailError::failed)?;
    let started = std::time::Instant::now();
    let result = match kind {
        MediaKind::Picture => process_picture(config, media_type, &input, &folder).await,
        MediaKind::Video => video::process(config, media_type, &input, &folder).await,
    };
    let outcome = match &result {
        Ok(_) => "done",
        Err(JailError::Refused(reason)) => reason.as_str(),
        Err(JailError::Failed(_)) => "failed",
    };
    metrics::histogram!("matjar_media_process_seconds", "kind" => kind.as_str(), "outcome" => outcome)
        .record(started.elapsed().as_secs_f64());
    result
}

/// Starts a child that locks itself up and ends. An error means that nothing can be processed on this machine.
pub async fn check(config: &JailConfig) -> anyhow::Result<()> {
    let task = Task {
        mode: Mode::Check,
        strength: config.strength,
        limits: config.picture,
        output: "/".into(),
        command: Vec::new(),
    };
    let nothing = File::open("/dev/null")?;
    match run(config, &task, nothing, Instant::now() + config.picture.wall).await {
        Ok(_) => Ok(()),
        Err(JailError::Failed(error)) => Err(error),
        Err(JailError::Refused(reason)) => {
            Err(anyhow!("the child that checks the jail ended early: {reason}"))
        }
    }
}

fn sniff(input: &Input) -> Result<Option<MediaType>, JailError> {
    let mut first_bytes = Vec::with_capacity(SNIFF_BYTES);
    let file = input.rewound()?;
    file.take(SNIFF_BYTES as u64).read_to_end(&mut first_bytes).map_err(JailError::failed)?;
    Ok(MediaType::sniff(&first_bytes))
}

async fn process_picture(
    config: &JailConfig,
    media_type: MediaType,
    input: &Input,
    folder: &Path,
) -> Result<Outputs, JailError> {
    let (frames, files) = picture(config, input, folder).await?;
    if frames > 1 && media_type == MediaType::Gif && config.tools.is_some() {
        match video::process_animation(config, input, folder, files.clone()).await {
            // The first frame is in order, and better than nothing.
            Err(JailError::Refused(reason)) => {
                tracing::info!(%reason, "an animation stays a picture");
            }
            other => return other,
        }
    }
    Ok(Outputs { files, duration: None, looping: false })
}

/// Decodes a picture. Returns how many frames it has and the three files.
pub(crate) async fn picture(
    config: &JailConfig,
    input: &Input,
    folder: &Path,
) -> Result<(u32, Vec<Output>), JailError> {
    let task = Task {
        mode: Mode::Picture,
        strength: config.strength,
        limits: config.picture,
        output: folder.to_owned(),
        command: Vec::new(),
    };
    let deadline = Instant::now() + config.picture.wall;
    let report = run(config, &task, input.rewound()?, deadline).await?;
    match serde_json::from_slice(&report) {
        Ok(PictureReport::Done { frames, sizes, peak_kib }) if sizes.len() == WIDTHS.len() => {
            tracing::debug!(peak_kib, frames, "picture decoded");
            metrics::histogram!("matjar_media_child_peak_bytes").record((peak_kib * 1024) as f64);
            let mut files = Vec::with_capacity(sizes.len());
            for (wanted, (width, height)) in WIDTHS.into_iter().zip(sizes) {
                files.push(written(config, folder, &webp_name(wanted), "image/webp", (width, height))?);
            }
            Ok((frames, files))
        }
        Ok(PictureReport::Refused(reason)) => Err(reason.into()),
        Ok(PictureReport::Done { .. }) | Err(_) => Err(RefusalReason::Broken.into()),
    }
}

/// The widest picture becomes the poster of a video.
pub(crate) fn with_poster(mut pictures: Vec<Output>, folder: &Path) -> Result<Vec<Output>, JailError> {
    if let Some(widest) = pictures.last_mut() {
        fs::rename(folder.join(&widest.name), folder.join(POSTER)).map_err(JailError::failed)?;
        POSTER.clone_into(&mut widest.name);
    }
    Ok(pictures)
}

/// Looks at a file that a child wrote: it must be what it will be served as.
pub(crate) fn written(
    config: &JailConfig,
    folder: &Path,
    name: &str,
    mime: &'static str,
    (width, height): (u32, u32),
) -> Result<Output, JailError> {
    let path = folder.join(name);
    // The folder belongs to the child: what stands there may be a link, or nothing.
    let metadata = fs::symlink_metadata(&path).map_err(|_| RefusalReason::Broken)?;
    let limit = config.picture.file_bytes.max(config.video.file_bytes);
    if !metadata.is_file() || metadata.len() > limit || width == 0 || height == 0 {
        return Err(RefusalReason::Broken.into());
    }
    let mut first_bytes = Vec::with_capacity(SNIFF_BYTES);
    let file = File::open(&path).map_err(JailError::failed)?;
    file.take(SNIFF_BYTES as u64).read_to_end(&mut first_bytes).map_err(JailError::failed)?;
    let is_what_it_says = match mime {
        "image/webp" => first_bytes.starts_with(b"RIFF") && first_bytes.get(8..12) == Some(b"WEBP"),
        _ => MediaType::sniff(&first_bytes).is_some_and(|found| found.mime() == mime),
    };
    if !is_what_it_says {
        return Err(RefusalReason::Broken.into());
    }
    Ok(Output { name: name.to_owned(), mime, width, height, bytes: metadata.len() })
}

/// Runs a program in the jail of videos and returns what it printed.
pub(crate) async fn run_program(
    config: &JailConfig,
    limits: ChildLimits,
    command: Vec<OsString>,
    input: &Input,
    folder: &Path,
    deadline: Instant,
) -> Result<Vec<u8>, JailError> {
    let task =
        Task { mode: Mode::Video, strength: config.strength, limits, output: folder.to_owned(), command };
    let result = run(config, &task, input.rewound()?, deadline).await;
    // A program cannot say why it failed. If it is the disk, the file is not to blame.
    if matches!(result, Err(JailError::Refused(_))) && free_bytes(folder) < limits.file_bytes {
        return Err(JailError::Failed(anyhow!("the disk is full")));
    }
    result
}

fn free_bytes(folder: &Path) -> u64 {
    rustix::fs::statvfs(folder).map_or(u64::MAX, |disk| disk.f_bavail.saturating_mul(disk.f_frsize))
}

async fn run(config: &JailConfig, task: &Task, input: File, deadline: Instant) -> Result<Vec<u8>, JailError> {
    let mut child = Command::new(&config.program)
        .args(config.arguments(task))
        .env_clear()
        .env(ALLOCATOR_RESERVES, "0")
        .current_dir("/")
        .stdin(Stdio::from(input))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| JailError::failed(anyhow!(error).context("starting the child")))?;
    let Ok(ended) = tokio::time::timeout_at(deadline, wait(&mut child)).await else {
        // Waits as well, so that no dead process remains.
        child.kill().await.map_err(JailError::failed)?;
        return Err(RefusalReason::TooHeavy.into());
    };
    let (status, report, complaint) = ended.map_err(JailError::failed)?;
    let complaint = String::from_utf8_lossy(&complaint).into_owned();
    if !complaint.is_empty() {
        tracing::debug!(?complaint, ?status, "a child complained");
    }
    judge(status, &complaint)?;
    if report.len() > MAX_REPORT_BYTES {
        return Err(RefusalReason::Broken.into());
    }
    Ok(report)
}

async fn wait(child: &mut Child) -> std::io::Result<(ExitStatus, Vec<u8>, Vec<u8>)> {
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let (report, complaint) =
        tokio::try_join!(read_some(stdout, MAX_REPORT_BYTES + 1), read_some(stderr, MAX_COMPLAINT_BYTES))?;
    Ok((child.wait().await?, report, complaint))
}

/// Reads to the end, but returns the first bytes only.
async fn read_some(pipe: Option<impl AsyncRead + Unpin>, limit: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        (&mut pipe).take(limit as u64).read_to_end(&mut bytes).await?;
        tokio::io::copy(&mut pipe, &mut tokio::io::sink()).await?;
    }
    Ok(bytes)
}

/// Any end but a clean one refuses the file, unless something outside ended the child.
fn judge(status: ExitStatus, complaint: &str) -> Result<(), JailError> {
    match (status.code(), status.signal()) {
        (Some(0), _) => Ok(()),
        (Some(code), _) if code == i32::from(EXIT_FAILED) => {
            Err(JailError::Failed(anyhow!("the child could not work: {complaint:?}")))
        }
        (Some(_), _) => Err(RefusalReason::Broken.into()),
        (None, Some(libc::SIGTERM | libc::SIGINT | libc::SIGHUP)) => {
            Err(JailError::Failed(anyhow!("the child was stopped")))
        }
        // Time, memory, size of a file; or the decoder crashed.
        (None, _) => Err(RefusalReason::TooHeavy.into()),
    }
}

/// Time for small steps of a video, such as reading its description.
pub(crate) const SMALL_STEP: Duration = Duration::from_secs(20);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_a_child_are_judged() {
        let refused = |status| match judge(ExitStatus::from_raw(status), "") {
            Err(JailError::Refused(reason)) => Some(reason),
            Err(JailError::Failed(_)) | Ok(()) => None,
        };
        assert!(judge(ExitStatus::from_raw(0), "").is_ok());
        // An exit code stands in the upper byte, a signal in the lower.
        assert_eq!(refused(101 << 8), Some(RefusalReason::Broken));
        assert_eq!(refused(1 << 8), Some(RefusalReason::Broken));
        for signal in
            [libc::SIGKILL, libc::SIGXCPU, libc::SIGXFSZ, libc::SIGABRT, libc::SIGSEGV, libc::SIGSYS]
        {
            assert_eq!(refused(signal), Some(RefusalReason::TooHeavy), "signal {signal}");
        }
        for status in [i32::from(EXIT_FAILED) << 8, libc::SIGTERM, libc::SIGINT] {
            assert!(matches!(judge(ExitStatus::from_raw(status), ""), Err(JailError::Failed(_))));
        }
    }
}
