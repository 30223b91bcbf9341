//! What may be served: looks at a stored file as a browser would.

use std::process::Command;

use super::hostile::{MARKER, contains};

/// Says what is wrong with a file that is served under `mime`; nothing if it is in order.
pub fn defects(mime: &str, bytes: &[u8]) -> Vec<String> {
    let mut defects = Vec::new();
    if contains(bytes, MARKER) {
        defects.push("the payload is still inside".to_owned());
    }
    match mime {
        "image/webp" => defects.extend(webp_defects(bytes)),
        "video/mp4" | "video/webm" => defects.extend(video_defects(mime, bytes)),
        other => defects.push(format!("the type {other} is never served")),
    }
    defects
}

/// A WebP file that consists of pixels alone: no EXIF, no XMP, no colour profile, nothing after its end.
fn webp_defects(bytes: &[u8]) -> Vec<String> {
    if !(bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP")) {
        return vec!["no WebP".to_owned()];
    }
    let mut defects = Vec::new();
    let size = |at: usize| {
        let number =
            bytes.get(at..at + 4).and_then(|four| four.try_into().ok()).map_or(0, u32::from_le_bytes);
        usize::try_from(number).unwrap_or(usize::MAX)
    };
    if size(4) + 8 != bytes.len() {
        defects.push(format!("{} bytes, but its header says {}", bytes.len(), size(4) + 8));
    }
    let mut at = 12;
    while at + 8 <= bytes.len() {
        let kind = &bytes[at..at + 4];
        if ![b"VP8 ".as_slice(), b"VP8L", b"VP8X", b"ALPH"].contains(&kind) {
            defects.push(format!("a chunk {}", String::from_utf8_lossy(kind)));
        }
        at += 8 + size(at + 4).next_multiple_of(2);
    }
    if let Err(error) = image::load_from_memory_with_format(bytes, image::ImageFormat::WebP) {
        defects.push(format!("cannot be decoded: {error}"));
    }
    defects
}

/// One picture, at most one sound track, no text about its origin.
fn video_defects(mime: &str, bytes: &[u8]) -> Vec<String> {
    let begins_right = match mime {
        "video/mp4" => bytes.get(4..8) == Some(b"ftyp"),
        _ => bytes.starts_with(b"\x1a\x45\xdf\xa3"),
    };
    if !begins_right {
        return vec![format!("no {mime}")];
    }
    let file = std::env::temp_dir().join(format!("matjar-output-{}", hex::encode(rand::random::<[u8; 8]>())));
    std::fs::write(&file, bytes).expect("a temporary file");
    let done = Command::new("ffprobe")
        .args(["-v", "error", "-print_format", "json", "-show_streams", "-show_format", "-show_chapters"])
        .arg(&file)
        .output();
    let _ = std::fs::remove_file(&file);
    let Ok(done) = done else { return vec!["ffprobe is missing".to_owned()] };
    let found: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap_or_default();
    let empty = Vec::new();
    let streams = found["streams"].as_array().unwrap_or(&empty);
    let count = |kind: &str| streams.iter().filter(|stream| stream["codec_type"] == kind).count();
    let mut defects = Vec::new();
    if count("video") != 1 || count("audio") > 1 || streams.len() != count("video") + count("audio") {
        defects.push(format!("{} tracks", streams.len()));
    }
    if found["chapters"].as_array().is_some_and(|chapters| !chapters.is_empty()) {
        defects.push("chapters".to_owned());
    }
    for tag in ["location", "comment", "title", "artist", "com.apple.quicktime.location.ISO6709"] {
        if found["format"]["tags"].get(tag).is_some() {
            defects.push(format!("the tag {tag}"));
        }
    }
    defects
}
