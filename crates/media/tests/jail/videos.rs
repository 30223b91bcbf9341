//! Videos through ffmpeg in the jail. They are made by ffmpeg's test sources, outside.

use std::{fs, path::Path};

use media::{
    jail::{JailError, Outputs},
    rules::{ChildLimits, MediaKind, RefusalReason},
};

use crate::support::{Folder, Processed, config, config_with_tools, contains, ffmpeg, process, refusal};

const PICTURE: [&str; 4] = ["-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25:duration=2"];
const SOUND: [&str; 4] = ["-f", "lavfi", "-i", "sine=frequency=440:duration=2"];
const PLACE: &str = "+24.7136+046.6753/";

async fn video(input: &Path) -> Result<Processed, JailError> {
    process(&config_with_tools(), MediaKind::Video, input).await
}

fn made(folder: &Folder, name: &str, args: &[&str]) -> std::path::PathBuf {
    ffmpeg(folder, name, &[&PICTURE[..], &SOUND[..], args].concat())
}

fn duration_of(outputs: &Outputs) -> f64 {
    outputs.duration.expect("a duration")
}

#[tokio::test]
async fn h264_with_aac_is_rewrapped_without_metadata() {
    let folder = Folder::new();
    let location = format!("location={PLACE}");
    let input = made(
        &folder,
        "a.mp4",
        &[
            "-c:v",
            "libx264",
            "-c:a",
            "aac",
            "-pix_fmt",
            "yuv420p",
            "-metadata",
            &location,
            "-metadata",
            "comment=made by a phone",
            "-metadata:s:v:0",
            "handler_name=secret handler",
        ],
    );
    let original = fs::read(&input).expect("input");
    assert!(contains(&original, b"loci") && contains(&original, b"secret handler"));

    let done = video(&input).await.expect("processed");
    assert_eq!(done.folder.names(), ["320.webp", "800.webp", "poster.webp", "video.mp4"]);
    assert_eq!(done.size("video.mp4"), (640, 360));
    assert_eq!(done.size("poster.webp"), (640, 360));
    assert_eq!(done.size("320.webp"), (320, 180));
    assert!((duration_of(&done.outputs) - 2.0).abs() < 0.2);
    assert!(!done.outputs.looping);
    let content = done.content("video.mp4");
    for trace in [&b"loci"[..], b"made by a phone", b"secret handler"] {
        assert!(!contains(&content, trace), "{}", String::from_utf8_lossy(trace));
    }
    // The index stands before the pictures, so that playing can begin at once.
    let at = |name: &[u8]| content.windows(4).position(|window| window == name).expect("a part");
    assert!(at(b"moov") < at(b"mdat"));
    // The pictures were not encoded again.
    let (before, after) = (original.len() as f64, content.len() as f64);
    assert!((before - after).abs() / before < 0.05, "{before} and {after}");
}

#[tokio::test]
async fn an_apple_recording_loses_its_place() {
    let folder = Folder::new();
    let location = format!("com.apple.quicktime.location.ISO6709={PLACE}");
    let input = made(
        &folder,
        "a.mov",
        &[
            "-c:v",
            "libx264",
            "-pix_fmt",
            "yuv420p",
            "-c:a",
            "aac",
            "-movflags",
            "use_metadata_tags",
            "-metadata",
            &location,
            "-f",
            "mov",
        ],
    );
    assert!(contains(&fs::read(&input).expect("input"), PLACE.as_bytes()));
    let done = video(&input).await.expect("processed");
    assert!(!contains(&done.content("video.mp4"), PLACE.as_bytes()));
    assert!(!contains(&done.content("video.mp4"), b"com.apple"));
}

#[tokio::test]
async fn what_browsers_play_in_webm_stays_in_webm() {
    let folder = Folder::new();
    for (codec, sound) in [("libvpx", "libvorbis"), ("libvpx-vp9", "libopus")] {
        let input = made(
            &folder,
            "a.webm",
            &[
                "-c:v",
                codec,
                "-deadline",
                "realtime",
                "-cpu-used",
                "8",
                "-c:a",
                sound,
                "-metadata",
                "title=secret title",
            ],
        );
        let done = video(&input).await.unwrap_or_else(|error| panic!("{codec}: {error:?}"));
        assert_eq!(done.folder.names(), ["320.webp", "800.webp", "poster.webp", "video.webm"]);
        assert_eq!(done.outputs.files[0].mime, "video/webm");
        assert!(!contains(&done.content("video.webm"), b"secret title"), "{codec}");
    }
}

#[tokio::test]
async fn other_codecs_are_encoded_anew() {
    let folder = Folder::new();
    for (name, args) in [
        ("a.mpg", &["-c:v", "mpeg2video", "-c:a", "mp2", "-f", "mpeg"][..]),
        ("b.mpg", &["-an", "-c:v", "mpeg1video", "-f", "mpeg1video"][..]),
        ("a.avi", &["-c:v", "mpeg4", "-c:a", "mp3", "-metadata", "title=secret title"][..]),
        ("a.ogv", &["-c:v", "libtheora", "-c:a", "libvorbis", "-metadata", "title=secret title"][..]),
        ("a.mov", &["-c:v", "mjpeg", "-pix_fmt", "yuvj420p", "-c:a", "pcm_s16le"][..]),
        ("b.mov", &["-c:v", "libx264", "-pix_fmt", "yuv422p10le", "-c:a", "aac"][..]),
        (
            "c.mov",
            &[
                "-c:v",
                "libx265",
                "-x265-params",
                "log-level=none:pools=none",
                "-pix_fmt",
                "yuv420p",
                "-c:a",
                "aac",
            ][..],
        ),
    ] {
        let input = made(&folder, name, args);
        let done = video(&input).await.unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert_eq!(done.size("video.mp4"), (640, 360), "{name}");
        assert!((duration_of(&done.outputs) - 2.0).abs() < 0.3, "{name}");
        let content = done.content("video.mp4");
        assert!(contains(&content, b"avc1") && !contains(&content, b"secret title"), "{name}");
    }
}

#[tokio::test]
async fn a_large_video_is_encoded_in_720_lines() {
    let folder = Folder::new();
    let source = ["-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=60:duration=1"];
    let input = ffmpeg(&folder, "a.avi", &[&source[..], &["-c:v", "mpeg4", "-q:v", "5"]].concat());
    let done = video(&input).await.expect("processed");
    assert_eq!(done.size("video.mp4"), (1280, 720));

    let upright = ["-f", "lavfi", "-i", "testsrc2=size=1080x1920:rate=25:duration=1"];
    let input = ffmpeg(&folder, "b.avi", &[&upright[..], &["-c:v", "mpeg4", "-q:v", "5"]].concat());
    let done = video(&input).await.expect("processed");
    assert_eq!(done.size("video.mp4"), (720, 1280));
}

#[tokio::test]
async fn a_video_without_sound_is_accepted() {
    let folder = Folder::new();
    let input =
        ffmpeg(&folder, "a.mp4", &[&PICTURE[..], &["-c:v", "libx264", "-pix_fmt", "yuv420p"]].concat());
    let done = video(&input).await.expect("processed");
    assert!(!contains(&done.content("video.mp4"), b"mp4a"));
}

#[tokio::test]
async fn a_turned_video_is_shown_upright_and_so_is_its_poster() {
    let folder = Folder::new();
    let plain = made(&folder, "plain.mp4", &["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"]);
    let plain = plain.to_str().expect("a name");
    let input = ffmpeg(&folder, "a.mp4", &["-i", plain, "-c", "copy", "-metadata:s:v:0", "rotate=90"]);
    let done = video(&input).await.expect("processed");
    assert_eq!(done.size("video.mp4"), (360, 640));
    assert_eq!(done.size("poster.webp"), (360, 640));
}

#[tokio::test]
async fn a_short_video_has_a_poster_too() {
    let folder = Folder::new();
    let source = ["-f", "lavfi", "-i", "testsrc2=size=64x64:rate=25:duration=0.2"];
    let input =
        ffmpeg(&folder, "a.mp4", &[&source[..], &["-c:v", "libx264", "-pix_fmt", "yuv420p"]].concat());
    let done = video(&input).await.expect("processed");
    assert_eq!(done.size("poster.webp"), (64, 64));
}

#[tokio::test]
async fn without_ffmpeg_videos_are_refused() {
    let folder = Folder::new();
    let input = made(&folder, "a.mp4", &["-c:v", "libx264", "-pix_fmt", "yuv420p"]);
    let result = process(&config(), MediaKind::Video, &input).await;
    assert_eq!(refusal(result), RefusalReason::VideoUnsupported);
}

#[tokio::test]
async fn length_size_and_tracks_are_limited() {
    let folder = Folder::new();
    let x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
    let long = ["-f", "lavfi", "-i", "color=size=64x64:rate=2:duration=122"];
    let input = ffmpeg(&folder, "long.mp4", &[&long[..], &x264].concat());
    assert_eq!(refusal(video(&input).await), RefusalReason::TooLongVideo);

    let wide = ["-f", "lavfi", "-i", "color=size=3842x64:rate=5:duration=1"];
    let input = ffmpeg(&folder, "wide.mp4", &[&wide[..], &x264].concat());
    assert_eq!(refusal(video(&input).await), RefusalReason::TooLargeVideo);

    let input = made(
        &folder,
        "two.mp4",
        &["-map", "0:v", "-map", "1:a", "-map", "1:a", "-c:v", "libx264", "-c:a", "aac"],
    );
    assert_eq!(refusal(video(&input).await), RefusalReason::TooManyTracks);

    let input = ffmpeg(&folder, "sound.mp4", &[&SOUND[..], &["-c:a", "aac"]].concat());
    assert_eq!(refusal(video(&input).await), RefusalReason::Broken);
}

/// A recording of a browser does not say how long it is, and any file may lie about it.
#[tokio::test]
async fn a_video_that_hides_its_length_is_measured() {
    let folder = Folder::new();
    let live = ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-live", "1"];
    let short = ["-f", "lavfi", "-i", "color=size=64x64:rate=5:duration=3"];
    let input = ffmpeg(&folder, "short.webm", &[&short[..], &live].concat());
    let done = video(&input).await.expect("processed");
    assert!((duration_of(&done.outputs) - 3.0).abs() < 0.4, "{:?}", done.outputs.duration);

    let long = ["-f", "lavfi", "-i", "color=size=64x64:rate=5:duration=130"];
    let input = ffmpeg(&folder, "long.webm", &[&long[..], &live].concat());
    assert_eq!(refusal(video(&input).await), RefusalReason::TooLongVideo);
}

#[tokio::test]
async fn playlists_and_lists_of_files_are_refused() {
    let (folder, other) = (Folder::new(), Folder::new());
    let secret = other.file("secret", b"secret");
    let hls = format!(
        "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10,\nfile://{}\n#EXT-X-ENDLIST\n",
        secret.display()
    );
    let concat = format!("ffconcat version 1.0\nfile '{}'\n", secret.display());
    for text in [hls, concat] {
        let input = folder.file("a.mp4", text.as_bytes());
        assert_eq!(refusal(video(&input).await), RefusalReason::Type);
        // Behind the first bytes of each container too.
        for start in [&b"\0\0\0\x20ftypisom\0\0\x02\0isom"[..], b"RIFF\x24\0\0\0AVI ", b"\0\0\x01\xba"] {
            let input = folder.file("a.mp4", &[start, text.as_bytes()].concat());
            assert_eq!(refusal(video(&input).await), RefusalReason::Broken);
        }
    }
}

#[tokio::test]
async fn every_truncation_of_a_video_ends_in_an_answer() {
    let folder = Folder::new();
    let input = made(&folder, "whole.mp4", &["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"]);
    let whole = fs::read(&input).expect("input");
    // The index stands at the end.
    for part in [1, 4, 7] {
        let input = folder.file("part.mp4", &whole[..whole.len() * part / 8]);
        assert_eq!(refusal(video(&input).await), RefusalReason::Broken);
    }
    let started = made(
        &folder,
        "whole.webm",
        &["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libvorbis"],
    );
    let whole = fs::read(&started).expect("input");
    let input = folder.file("part.webm", &whole[..whole.len() / 2]);
    if let Ok(done) = video(&input).await {
        assert!(duration_of(&done.outputs) < 1.9);
    }
}

#[tokio::test]
async fn what_follows_a_video_is_lost() {
    let folder = Folder::new();
    let input = made(&folder, "a.mp4", &["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"]);
    let mut bytes = fs::read(&input).expect("input");
    bytes.extend(b"<html><script>alert(1)</script></html>PK\x03\x04");
    let input = folder.file("b.mp4", &bytes);
    if let Ok(done) = video(&input).await {
        assert!(!contains(&done.content("video.mp4"), b"<script>"));
    }
}

#[tokio::test]
async fn time_on_the_clock_ends_ffmpeg() {
    let folder = Folder::new();
    let source = ["-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=30:duration=60"];
    let input = ffmpeg(&folder, "a.avi", &[&source[..], &["-c:v", "mpeg4", "-q:v", "20"]].concat());
    let mut config = config_with_tools();
    config.video = ChildLimits { wall: std::time::Duration::from_secs(2), ..config.video };
    let started = std::time::Instant::now();
    let result = process(&config, MediaKind::Video, &input).await;
    assert_eq!(refusal(result), RefusalReason::TooHeavy);
    assert!(started.elapsed() < std::time::Duration::from_secs(6), "{:?}", started.elapsed());
}
