//! Hostile files, made in code: polyglots, bombs, truncated and mislabelled files, metadata with private data.
//!
//! Every payload contains [`MARKER`]. Whatever the shop serves must not contain it: then nothing of the payload got
//! through. No file is committed; videos are made by ffmpeg at run time, where it is installed.

mod gif;
mod jpeg;
mod names;
mod other;
pub mod pairs;
mod png;
pub mod video;

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

/// Part of every payload.
pub const MARKER: &[u8] = b"HOSTILE-7c1e5f";
pub const MARKER_TEXT: &str = "HOSTILE-7c1e5f";

/// What the shop has to do with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// The upload itself is answered with a refusal.
    RefusedAtOnce,
    /// Refused by the upload or by the processing, with a recorded reason.
    Refused,
    /// Stored in a new encoding, without the payload.
    Cleaned,
    /// Either of the two: refused, or stored in a new encoding without the payload.
    RefusedOrCleaned,
}

#[derive(Debug, Clone)]
pub struct HostileFile {
    /// Unique.
    pub kind: String,
    /// As sent in the form.
    pub name: String,
    pub declared: &'static str,
    pub bytes: Vec<u8>,
    pub wanted: Wanted,
}

impl HostileFile {
    fn new(kind: &str, declared: &'static str, bytes: Vec<u8>, wanted: Wanted) -> Self {
        let extension = extension(declared);
        Self { kind: kind.to_owned(), name: format!("file.{extension}"), declared, bytes, wanted }
    }

    fn named(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    pub fn is_video(&self) -> bool {
        self.declared.starts_with("video/")
    }
}

pub fn extension(declared: &str) -> &'static str {
    match declared {
        "image/png" => "png",
        "image/gif" => "gif",
        "video/mp4" => "mp4",
        "video/mpeg" => "mpg",
        "video/ogg" => "ogv",
        "video/webm" => "webm",
        "video/quicktime" => "mov",
        "video/x-msvideo" => "avi",
        _ => "jpg",
    }
}

/// All files that need no other program, the largest below 10 MB.
pub fn files() -> Vec<HostileFile> {
    [png::files(), gif::files(), jpeg::files(), video::made_by_hand(), other::files(), names::files()]
        .concat()
}

/// Files with a video inside: none without ffmpeg.
pub fn videos() -> Vec<HostileFile> {
    video::made_by_ffmpeg()
}

/// A script that would run if the file were served as HTML.
fn html() -> Vec<u8> {
    format!("<!doctype html><html><script>alert('{MARKER_TEXT}')</script></html>").into_bytes()
}

/// Whether `bytes` contain `part`.
pub fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// Ordinary pictures for comparison: they must be accepted.
pub fn honest() -> BTreeMap<&'static str, Vec<u8>> {
    BTreeMap::from([
        ("image/jpeg", jpeg::picture(640, 480)),
        ("image/png", png::picture(400, 300)),
        ("image/gif", gif::picture(60, 40, 1)),
    ])
}

pub fn honest_jpeg(width: u32, height: u32) -> Vec<u8> {
    jpeg::picture(width, height)
}

/// A JPEG whose EXIF data turns it by a quarter: 40 wide and 20 high as stored.
pub fn turned_jpeg() -> Vec<u8> {
    jpeg::turned(40, 20)
}

pub fn sha256(bytes: &[u8]) -> Vec<u8> {
    Sha256::digest(bytes).to_vec()
}

pub fn eicar() -> Vec<u8> {
    other::eicar()
}

/// A picture of exactly this size, by comments of other people's software.
pub fn jpeg_of_size(bytes: usize) -> Vec<u8> {
    jpeg::of_size(bytes)
}

/// Different bytes for each number, so that each has a hash of its own.
pub fn numbered_jpeg(number: usize) -> Vec<u8> {
    jpeg::numbered(number)
}

#[test]
fn the_corpus_has_at_least_sixty_kinds_with_unique_names() {
    let files = files();
    let mut kinds: Vec<_> = files.iter().map(|file| file.kind.clone()).collect();
    kinds.sort();
    let before = kinds.len();
    kinds.dedup();
    assert_eq!(before, kinds.len(), "each kind has a name of its own");
    assert!(before >= 60, "{before}");
    assert!(files.iter().all(|file| file.bytes.len() < 26_214_400), "a bomb is small before it explodes");
}

#[test]
fn payloads_carry_the_marker_that_no_served_file_may_contain() {
    let with_payload = files().iter().filter(|file| contains(&file.bytes, MARKER)).count();
    assert!(with_payload >= 30, "{with_payload}");
}

#[test]
fn honest_pictures_can_be_decoded() {
    for (declared, bytes) in honest() {
        if declared != "image/gif" {
            image::load_from_memory(&bytes).unwrap_or_else(|error| panic!("{declared}: {error}"));
        }
    }
    let turned = turned_jpeg();
    let picture = image::load_from_memory(&turned).expect("a picture");
    assert_eq!((picture.width(), picture.height()), (40, 20));
}
