//! Every hostile file in the jail: refused, or written anew without its payload, and within the limits of memory.

use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use futures_util::{StreamExt, stream};
use media::{
    jail::{self, JailConfig, JailError, Outputs, VideoTools},
    rules::{PICTURE_LIMITS, VIDEO_LIMITS, agreed_type},
};

use super::{
    hostile::{self, HostileFile, Wanted, video},
    memory::Watch,
    output,
};

const MIB: u64 = 1024 * 1024;

pub fn program() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_matjar"))
}

pub fn config() -> JailConfig {
    let tools = std::env::var_os("PATH").and_then(|path| VideoTools::find(&path));
    JailConfig::new(program()).with_tools(tools)
}

/// A folder that is deleted at the end of the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        let folder =
            std::env::temp_dir().join(format!("matjar-media-{}", hex::encode(rand::random::<[u8; 8]>())));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        Self(folder)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

enum Outcome {
    RefusedAtOnce,
    Refused(String),
    Written(Outputs),
}

async fn process(config: &JailConfig, file: &HostileFile, folder: &Path) -> Outcome {
    let Ok(media_type) = agreed_type(&file.bytes[..file.bytes.len().min(8192)], file.declared, &file.name)
    else {
        return Outcome::RefusedAtOnce;
    };
    let input = folder.join("input");
    File::create(&input).and_then(|mut input| input.write_all(&file.bytes)).expect("the input");
    let out = folder.join("out");
    std::fs::create_dir_all(&out).expect("the output folder");
    let input = File::open(&input).expect("the input");
    match jail::process(config, media_type.kind(), input, &out).await {
        Ok(outputs) => Outcome::Written(outputs),
        Err(JailError::Refused(reason)) => Outcome::Refused(reason.as_str().to_owned()),
        Err(JailError::Failed(error)) => panic!("{}: {error:#}", file.kind),
    }
}

/// What is wrong with the treatment of a file; nothing if it is as wanted.
async fn findings(config: &JailConfig, file: &HostileFile) -> Vec<String> {
    let folder = Folder::new();
    let since = Instant::now();
    let outcome = process(config, file, folder.path()).await;
    let mut findings = Vec::new();
    let seconds = since.elapsed();
    let limit =
        if file.is_video() || file.declared == "image/gif" { VIDEO_LIMITS.wall } else { PICTURE_LIMITS.wall };
    if seconds > limit + Duration::from_secs(5) {
        findings.push(format!("took {seconds:?}"));
    }
    match (&outcome, file.wanted) {
        (Outcome::RefusedAtOnce, Wanted::Cleaned) => findings.push("refused at once".to_owned()),
        (Outcome::Refused(reason), Wanted::Cleaned) => findings.push(format!("refused: {reason}")),
        (Outcome::Refused(reason), Wanted::RefusedAtOnce) => findings.push(format!("refused late: {reason}")),
        (Outcome::Written(_), Wanted::RefusedAtOnce | Wanted::Refused) => {
            findings.push("accepted".to_owned())
        }
        _ => {}
    }
    if let Outcome::Written(outputs) = &outcome {
        if outputs.files.is_empty() {
            findings.push("nothing was written".to_owned());
        }
        for file in &outputs.files {
            let bytes = std::fs::read(folder.path().join("out").join(&file.name)).expect("the written file");
            if bytes.len() as u64 != file.bytes {
                findings.push(format!("{} has another size", file.name));
            }
            findings.extend(
                output::defects(file.mime, &bytes).iter().map(|defect| format!("{}: {defect}", file.name)),
            );
        }
    }
    findings.iter().map(|finding| format!("{}: {finding}", file.kind)).collect()
}

async fn all_findings(config: &JailConfig, files: &[HostileFile]) -> Vec<String> {
    // Two at a time, as the media process does.
    let results = stream::iter(files).map(|file| findings(config, file)).buffer_unordered(2);
    results.collect::<Vec<_>>().await.concat()
}

/// [REV-56] [REV-64]
#[tokio::test]
async fn hostile_pictures_are_refused_or_written_anew_in_bounded_memory() {
    let watch = Watch::start();
    let files = hostile::files();
    let findings = all_findings(&config(), &files).await;
    let (children, peak) = watch.peak();
    assert!(findings.is_empty(), "{} of {}:\n{}", findings.len(), files.len(), findings.join("\n"));
    assert!(children >= 40, "only {children} children were seen");
    println!("{} files, {children} jailed children, the largest had {} MiB", files.len(), peak / MIB);
    assert!(peak <= 768 * MIB, "{} MiB", peak / MIB);
}

#[tokio::test]
async fn bombs_are_refused_before_they_are_decoded() {
    let watch = Watch::start();
    let bombs: Vec<_> = hostile::files()
        .into_iter()
        .filter(|file| {
            file.kind.starts_with("png-bomb")
                || file.kind.contains("-huge")
                || file.kind.contains("megapixels")
        })
        .filter(|file| !file.is_video())
        .collect();
    assert!(bombs.len() >= 8, "{}", bombs.len());
    let findings = all_findings(&config(), &bombs).await;
    assert!(findings.is_empty(), "{}", findings.join("\n"));
    let (children, peak) = watch.peak();
    assert!(children > 0 && peak < 120 * MIB, "{children} children, {} MiB", peak / MIB);
}

#[tokio::test]
async fn hostile_videos_are_refused_or_written_anew_in_bounded_memory() {
    if !video::has_ffmpeg() {
        eprintln!("skipped: ffmpeg is not installed");
        return;
    }
    let files = hostile::videos();
    assert!(files.len() >= 15, "{}", files.len());
    let watch = Watch::start();
    let findings = all_findings(&config(), &files).await;
    assert!(findings.is_empty(), "{}", findings.join("\n"));
    let (children, peak) = watch.peak();
    println!("{} videos, {children} jailed children, the largest had {} MiB", files.len(), peak / MIB);
    assert!(children > 0 && peak <= 1_024 * MIB, "{children} children, {} MiB", peak / MIB);
}

/// [REV-56]
#[tokio::test]
async fn honest_files_of_all_types_are_written_anew() {
    let mut files: Vec<(&str, Vec<u8>)> = hostile::honest().into_iter().collect();
    if video::has_ffmpeg() {
        files.extend(video::of_every_type());
    }
    for (declared, bytes) in files {
        let file = HostileFile {
            kind: format!("honest {declared}"),
            name: format!("file.{}", hostile::extension(declared)),
            declared: hostile::pairs::TYPES
                .into_iter()
                .find(|known| *known == declared)
                .expect("a known type"),
            bytes,
            wanted: Wanted::Cleaned,
        };
        let findings = findings(&config(), &file).await;
        assert!(findings.is_empty(), "{}", findings.join("\n"));
    }
}

/// [REV-56] [REV-64] In all 1,000 combinations.
#[test]
fn content_declared_type_and_name_must_agree_in_every_combination() {
    for pairing in hostile::pairs::all() {
        let first_bytes = hostile::pairs::beginning(pairing.content);
        let agreed = agreed_type(&first_bytes, pairing.declared, &pairing.name).is_ok();
        assert_eq!(
            agreed, pairing.agrees,
            "{} as {} named {}",
            pairing.content, pairing.declared, pairing.name
        );
    }
}

#[tokio::test]
async fn a_picture_is_turned_as_its_camera_says_and_loses_everything_else() {
    let folder = Folder::new();
    let file = HostileFile {
        kind: "turned".to_owned(),
        name: "turned.jpg".to_owned(),
        declared: "image/jpeg",
        bytes: hostile::turned_jpeg(),
        wanted: Wanted::Cleaned,
    };
    let Outcome::Written(outputs) = process(&config(), &file, folder.path()).await else {
        panic!("an honest picture is refused")
    };
    for written in &outputs.files {
        assert!(written.height > written.width, "{written:?}");
        let bytes = std::fs::read(folder.path().join("out").join(&written.name)).expect("the file");
        assert_eq!(output::defects(written.mime, &bytes), Vec::<String>::new(), "{}", written.name);
    }
}

/// Without ffmpeg a video is refused in words, and an animation keeps its first picture.
#[tokio::test]
async fn without_ffmpeg_videos_are_refused_and_animations_become_pictures() {
    let config = JailConfig::new(program());
    let folder = Folder::new();
    let video = HostileFile {
        kind: "video".to_owned(),
        name: "video.mp4".to_owned(),
        declared: "video/mp4",
        bytes: hostile::pairs::beginning("video/mp4"),
        wanted: Wanted::Refused,
    };
    match process(&config, &video, folder.path()).await {
        Outcome::Refused(reason) => assert_eq!(reason, "video_unsupported"),
        _ => panic!("a video is accepted without ffmpeg"),
    }
    let animation =
        hostile::files().into_iter().find(|file| file.kind == "gif-100-frames").expect("in the corpus");
    let folder = Folder::new();
    let Outcome::Written(outputs) = process(&config, &animation, folder.path()).await else {
        panic!("an animation is refused")
    };
    assert!(outputs.files.iter().all(|file| file.mime == "image/webp") && !outputs.looping);
}
