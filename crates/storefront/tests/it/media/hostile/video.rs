//! Videos: boxes made by hand, and files made by ffmpeg's test sources.

use std::{path::Path, process::Command, sync::OnceLock};

use super::{HostileFile, MARKER, MARKER_TEXT, Wanted, other};

const MP4: &str = "video/mp4";

fn mp4_box(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let size = u32::try_from(data.len() + 8).expect("a small box").to_be_bytes();
    [size.as_slice(), kind, data].concat()
}

fn ftyp(brand: &[u8; 4]) -> Vec<u8> {
    mp4_box(b"ftyp", &[brand.as_slice(), b"\0\0\x02\0", brand, b"iso2mp41"].concat())
}

/// A page of an Ogg file.
fn ogg_page(body: &[u8]) -> Vec<u8> {
    let mut page = b"OggS\0\x02\0\0\0\0\0\0\0\0\x07\0\0\0\0\0\0\0\0\0\0\0".to_vec();
    page.push(1);
    page.push(u8::try_from(body.len()).expect("a short page"));
    page.extend(body);
    page
}

fn ebml(kind: &str) -> Vec<u8> {
    let kind = kind.as_bytes();
    let length = u8::try_from(kind.len()).expect("short");
    let header = [
        b"\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82".as_slice(),
        &[0x80 | length],
        kind,
    ]
    .concat();
    let size = 0x80 | u8::try_from(header.len()).expect("short");
    [b"\x1a\x45\xdf\xa3".as_slice(), &[size], &header].concat()
}

/// Enough of a file of this type to recognise it, and no more.
pub fn beginning(content: &str) -> Vec<u8> {
    let rest = [0; 400];
    match content {
        "video/mpeg" => [b"\0\0\x01\xba\x44\0\x04\0\x04\x01\0\x01\xff\xf8".as_slice(), &rest].concat(),
        "video/ogg" => [ogg_page(b"\x80theora\x03\x02\x01\0\x14\0\x0f"), rest.to_vec()].concat(),
        "video/webm" => [ebml("webm"), rest.to_vec()].concat(),
        "video/quicktime" => [ftyp(b"qt  "), mp4_box(b"mdat", &rest)].concat(),
        "video/x-msvideo" => [b"RIFF\x98\x01\0\0AVI LIST\x8c\x01\0\0hdrlavih".as_slice(), &rest].concat(),
        _ => [ftyp(b"isom"), mp4_box(b"mdat", &rest)].concat(),
    }
}

pub fn made_by_hand() -> Vec<HostileFile> {
    let file = |kind: &str, declared, bytes, wanted| HostileFile::new(kind, declared, bytes, wanted);
    let at_once = Wanted::RefusedAtOnce;
    let playlist = format!(
        "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1,\nconcat:http://127.0.0.1:9/{MARKER_TEXT}|file:///etc/passwd\n#EXT-X-ENDLIST\n"
    );
    let concat = format!("ffconcat version 1.0\nfile '/etc/passwd' # {MARKER_TEXT}\n");
    let session =
        format!("v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns={MARKER_TEXT}\r\nm=video 5004 RTP/AVP 96\r\n");
    let nested = (0..20_000).fold(Vec::new(), |inner: Vec<u8>, _| {
        // Each box is inside the next: sizes by hand, because copying would take minutes.
        inner
    });
    let nested = {
        let depth = 20_000u32;
        let mut boxes = nested;
        for level in 0..depth {
            boxes.extend(((depth - level) * 8).to_be_bytes());
            boxes.extend(if level == 0 { b"moov" } else { b"trak" });
        }
        boxes
    };
    let sizes = {
        // A table that claims four billion entries.
        let stsz = mp4_box(b"stsz", &[[0; 8].as_slice(), &u32::MAX.to_be_bytes()].concat());
        let stbl = mp4_box(b"stbl", &stsz);
        mp4_box(b"moov", &mp4_box(b"trak", &mp4_box(b"mdia", &mp4_box(b"minf", &stbl))))
    };
    let external = {
        // The data of the track is in another file.
        let url = mp4_box(b"url ", &[[0, 0, 0, 0].as_slice(), b"file:///etc/passwd\0"].concat());
        let dref = mp4_box(b"dref", &[[0, 0, 0, 0, 0, 0, 0, 1].as_slice(), &url].concat());
        mp4_box(b"moov", &mp4_box(b"trak", &mp4_box(b"mdia", &mp4_box(b"minf", &mp4_box(b"dinf", &dref)))))
    };
    let subtitle_playlist = {
        // A playlist as a subtitle track of an AVI: an old way to read files through ffmpeg.
        let text = [b"GAB2\0\x02\0".as_slice(), playlist.as_bytes()].concat();
        let size = u32::try_from(text.len()).expect("small").to_le_bytes();
        [b"RIFF\0\0\x10\0AVI LIST\x10\0\0\0movi00sb".as_slice(), &size, &text].concat()
    };
    let vorbis = ogg_page(b"\x01vorbis\0\0\0\0\x02\x44\xac\0\0\0\0\0\0\x80\xbb\0\0\0\0\0\0\xb8\x01");
    let mut files = vec![
        file("hls-as-mp4", MP4, playlist.clone().into_bytes(), at_once),
        file("hls-as-webm", "video/webm", playlist.clone().into_bytes(), at_once),
        file("hls-after-ftyp", MP4, [ftyp(b"isom"), playlist.into_bytes()].concat(), Wanted::Refused),
        file("concat-script-as-mp4", MP4, concat.into_bytes(), at_once),
        file("session-description-as-mp4", MP4, session.into_bytes(), at_once),
        file("mp4-magic-only", MP4, ftyp(b"isom"), Wanted::Refused),
        file(
            "mp4-size-beyond-file",
            MP4,
            [ftyp(b"isom"), vec![0x7f, 0xff, 0xff, 0xff], b"moov".to_vec(), MARKER.to_vec()].concat(),
            Wanted::Refused,
        ),
        file(
            "mp4-size-of-64-bits",
            MP4,
            [ftyp(b"isom"), b"\0\0\0\x01moov\x7f\xff\xff\xff\xff\xff\xff\xff".to_vec(), MARKER.to_vec()]
                .concat(),
            Wanted::Refused,
        ),
        file(
            "mp4-size-zero",
            MP4,
            [ftyp(b"isom"), b"\0\0\0\0moov".to_vec(), MARKER.to_vec()].concat(),
            Wanted::Refused,
        ),
        file("mp4-nested-20000", MP4, [ftyp(b"isom"), nested].concat(), Wanted::Refused),
        file("mp4-huge-table", MP4, [ftyp(b"isom"), sizes].concat(), Wanted::Refused),
        file(
            "mp4-huge-moov",
            MP4,
            [ftyp(b"isom"), mp4_box(b"moov", &vec![0x41; 8 << 20])].concat(),
            Wanted::Refused,
        ),
        file(
            "mp4-with-html",
            MP4,
            [ftyp(b"isom"), mp4_box(b"free", &super::html())].concat(),
            Wanted::Refused,
        ),
        file("mov-external-data", "video/quicktime", [ftyp(b"qt  "), external].concat(), Wanted::Refused),
        file("avi-with-playlist", "video/x-msvideo", subtitle_playlist, Wanted::Refused),
        file("ogg-audio-as-video", "video/ogg", vorbis, at_once),
        file("matroska-as-webm", "video/webm", [ebml("matroska"), MARKER.to_vec()].concat(), at_once),
        file("webm-and-zip", "video/webm", [ebml("webm"), other::zip()].concat(), Wanted::Refused),
    ];
    for declared in
        ["video/mp4", "video/mpeg", "video/ogg", "video/webm", "video/quicktime", "video/x-msvideo"]
    {
        let kind = format!("{}-header-only", super::extension(declared));
        files.push(file(&kind, declared, beginning(declared), Wanted::Refused));
    }
    files
}

/// Whether ffmpeg is installed.
pub fn has_ffmpeg() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| {
        ["ffmpeg", "ffprobe"].iter().all(|program| {
            Command::new(program).arg("-version").output().is_ok_and(|done| done.status.success())
        })
    })
}

/// Runs ffmpeg on its test sources and returns the file that it makes.
pub fn make(extension: &str, arguments: &[&str]) -> Vec<u8> {
    let folder = std::env::temp_dir().join(format!("matjar-video-{}", hex::encode(rand_bytes())));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let file = folder.join(format!("made.{extension}"));
    let done = Command::new("ffmpeg")
        .args(["-nostdin", "-v", "error", "-y"])
        .args(arguments)
        .arg(&file)
        .current_dir(&folder)
        .output()
        .expect("ffmpeg starts");
    assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    let bytes = std::fs::read(&file).expect("the video");
    let _ = std::fs::remove_dir_all(&folder);
    bytes
}

fn rand_bytes() -> [u8; 8] {
    let mut bytes = [0; 8];
    let number = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |since| since.as_nanos() as u64);
    static COUNT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    let count = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    bytes.copy_from_slice(&(number ^ (count << 48) ^ u64::from(std::process::id())).to_le_bytes());
    bytes
}

const PICTURE: [&str; 4] = ["-f", "lavfi", "-i", "testsrc=duration=2:size=320x180:rate=10"];
const SOUND: [&str; 4] = ["-f", "lavfi", "-i", "sine=duration=2"];

fn of_source(extension: &str, arguments: &[&str]) -> Vec<u8> {
    make(extension, &[&PICTURE, arguments].concat())
}

/// An ordinary video: H.264 with AAC, two seconds.
pub fn honest() -> Vec<u8> {
    static VIDEO: OnceLock<Vec<u8>> = OnceLock::new();
    VIDEO
        .get_or_init(|| {
            let codecs = [
                "-c:v",
                "libx264",
                "-preset",
                "ultrafast",
                "-pix_fmt",
                "yuv420p",
                "-c:a",
                "aac",
                "-shortest",
            ];
            make("mp4", &[PICTURE.as_slice(), &SOUND, &codecs].concat())
        })
        .clone()
}

/// An ordinary video of each of the six types.
pub fn of_every_type() -> Vec<(&'static str, Vec<u8>)> {
    let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
    vec![
        ("video/mp4", honest()),
        ("video/mpeg", of_source("mpg", &["-c:v", "mpeg2video", "-r", "25"])),
        ("video/ogg", of_source("ogv", &["-c:v", "libtheora"])),
        ("video/webm", of_source("webm", &["-c:v", "libvpx", "-deadline", "realtime"])),
        ("video/quicktime", of_source("mov", &h264)),
        ("video/x-msvideo", of_source("avi", &["-c:v", "mpeg4"])),
    ]
}

fn metadata_path(folder: &Path, text: &str) -> String {
    let file = folder.join("text.srt");
    std::fs::create_dir_all(folder).expect("a folder");
    std::fs::write(&file, text).expect("a subtitle file");
    file.to_string_lossy().into_owned()
}

pub fn made_by_ffmpeg() -> Vec<HostileFile> {
    if !has_ffmpeg() {
        return Vec::new();
    }
    let file = |kind: &str, declared, bytes, wanted| HostileFile::new(kind, declared, bytes, wanted);
    let plain = honest();
    let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
    let folder = std::env::temp_dir().join(format!("matjar-subtitle-{}", hex::encode(rand_bytes())));
    let subtitles = metadata_path(&folder, &format!("1\n00:00:00,000 --> 00:00:01,000\n{MARKER_TEXT}\n"));
    let marked = format!("comment={MARKER_TEXT}");
    let mut broken_index = of_source("avi", &["-c:v", "mpeg4"]);
    if let Some(at) = broken_index.windows(4).rposition(|window| window == b"idx1") {
        broken_index[at + 8..].fill(0xff);
    }
    let mut patched_reference = of_source("mov", &h264);
    if let Some(at) = patched_reference.windows(4).position(|window| window == b"dref") {
        // The flag "in this file" of the only reference is taken away.
        patched_reference[at + 19] = 0;
    }
    let mut no_pictures = plain.clone();
    if let Some(at) = no_pictures.windows(4).position(|window| window == b"mdat") {
        let end = (at + 4 + 60_000).min(no_pictures.len());
        no_pictures[at + 4..end].fill(0);
    }
    let files = vec![
        file("mp4-truncated", MP4, plain[..plain.len() / 2].to_vec(), Wanted::Refused),
        file("mp4-zeroed-data", MP4, no_pictures, Wanted::RefusedOrCleaned),
        file(
            "mp4-fragmented",
            MP4,
            of_source("mp4", &[h264.as_slice(), &["-movflags", "frag_keyframe+empty_moov"]].concat()),
            Wanted::RefusedOrCleaned,
        ),
        file(
            "mp4-with-place",
            MP4,
            of_source(
                "mp4",
                &[h264.as_slice(), &["-metadata", "location=+24.6333+046.7167/", "-metadata", &marked]]
                    .concat(),
            ),
            Wanted::RefusedOrCleaned,
        ),
        file("mp4-and-html", MP4, [plain.clone(), super::html()].concat(), Wanted::RefusedOrCleaned),
        file("mp4-and-zip", MP4, [plain.clone(), other::zip()].concat(), Wanted::RefusedOrCleaned),
        file(
            "mp4-two-pictures",
            MP4,
            make("mp4", &[PICTURE.as_slice(), &PICTURE, &["-map", "0", "-map", "1"], &h264].concat()),
            Wanted::RefusedOrCleaned,
        ),
        file(
            "mp4-121-seconds",
            MP4,
            make(
                "mp4",
                &[["-f", "lavfi", "-i", "color=duration=125:size=64x64:rate=1"].as_slice(), &h264].concat(),
            ),
            Wanted::Refused,
        ),
        file(
            "mp4-4000-wide",
            MP4,
            make(
                "mp4",
                &[["-f", "lavfi", "-i", "color=duration=0.2:size=4000x16:rate=5"].as_slice(), &h264].concat(),
            ),
            Wanted::Refused,
        ),
        file(
            "mp4-sound-only",
            MP4,
            make("mp4", &[SOUND.as_slice(), &["-c:a", "aac"]].concat()),
            Wanted::Refused,
        ),
        file("mov-external-reference", "video/quicktime", patched_reference, Wanted::RefusedOrCleaned),
        file("avi-broken-index", "video/x-msvideo", broken_index, Wanted::RefusedOrCleaned),
        file(
            "avi-truncated",
            "video/x-msvideo",
            {
                let whole = of_source("avi", &["-c:v", "mpeg4"]);
                whole[..whole.len() / 3].to_vec()
            },
            Wanted::RefusedOrCleaned,
        ),
        file(
            "webm-with-subtitles",
            "video/webm",
            make(
                "webm",
                &[
                    PICTURE.as_slice(),
                    &["-i", &subtitles, "-c:v", "libvpx", "-deadline", "realtime", "-c:s", "webvtt"],
                ]
                .concat(),
            ),
            Wanted::RefusedOrCleaned,
        ),
        file(
            "webm-with-marker",
            "video/webm",
            of_source("webm", &["-c:v", "libvpx", "-deadline", "realtime", "-metadata", &marked]),
            Wanted::RefusedOrCleaned,
        ),
        file(
            "ogg-sound-only",
            "video/ogg",
            make("ogg", &[SOUND.as_slice(), &["-c:a", "libvorbis"]].concat()),
            Wanted::RefusedAtOnce,
        ),
        file(
            "mpeg-truncated",
            "video/mpeg",
            {
                let whole = of_source("mpg", &["-c:v", "mpeg2video", "-r", "25"]);
                whole[..whole.len() / 3].to_vec()
            },
            Wanted::RefusedOrCleaned,
        ),
        file(
            "avi-raw-20-mb",
            "video/x-msvideo",
            make(
                "avi",
                &[
                    "-f",
                    "lavfi",
                    "-i",
                    "color=duration=1:size=1280x720:rate=15",
                    "-c:v",
                    "rawvideo",
                    "-pix_fmt",
                    "yuv420p",
                ],
            ),
            Wanted::RefusedOrCleaned,
        ),
    ];
    let _ = std::fs::remove_dir_all(&folder);
    files
}

#[test]
fn ffmpeg_makes_a_video_of_each_type_where_it_is_installed() {
    if !has_ffmpeg() {
        eprintln!("skipped: ffmpeg is not installed");
        return;
    }
    for (declared, bytes) in of_every_type() {
        assert!(bytes.len() > 1_000, "{declared}");
    }
}
