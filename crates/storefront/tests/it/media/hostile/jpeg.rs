//! JPEG files: segments put into a picture, and broken headers.

use image::{ExtendedColorType, ImageEncoder, codecs::jpeg::JpegEncoder};

use super::{HostileFile, MARKER, Wanted, html};

const JPEG: &str = "image/jpeg";

/// A colour gradient.
pub fn picture(width: u32, height: u32) -> Vec<u8> {
    encode(width, height, |x, y| [x * 255 / width, y * 255 / height, 90])
}

pub fn numbered(number: usize) -> Vec<u8> {
    let mut file = picture(48, 32);
    insert(&mut file, 0xfe, format!("number {number}").as_bytes());
    file
}

/// Comments before the picture fill it up.
pub fn of_size(bytes: usize) -> Vec<u8> {
    const LARGEST: usize = 65_533;
    let picture = picture(64, 48);
    let mut missing = bytes - picture.len();
    let mut comments = Vec::new();
    while missing > 0 {
        // A comment has at least four bytes: the last one but one leaves room for the last.
        let data = match missing {
            ..=65_537 => missing - 4,
            65_538..=65_545 => missing - 20,
            _ => LARGEST,
        };
        comments.extend(segment(0xfe, &vec![b'x'; data]));
        missing -= data + 4;
    }
    [&picture[..2], &comments, &picture[2..]].concat()
}

fn encode(width: u32, height: u32, colour: impl Fn(u32, u32) -> [u32; 3]) -> Vec<u8> {
    let mut pixels = Vec::new();
    for y in 0..height {
        for x in 0..width {
            pixels.extend(colour(x, y).map(|value| value as u8));
        }
    }
    let mut file = Vec::new();
    JpegEncoder::new_with_quality(&mut file, 80)
        .write_image(&pixels, width, height, ExtendedColorType::Rgb8)
        .expect("a JPEG");
    file
}

/// Puts a segment directly after the start of the image.
fn insert(file: &mut Vec<u8>, marker: u8, data: &[u8]) {
    let length = u16::try_from(data.len() + 2).expect("a segment");
    let segment = [[0xff, marker].as_slice(), &length.to_be_bytes(), data].concat();
    file.splice(2..2, segment);
}

fn with_segment(marker: u8, data: &[u8]) -> Vec<u8> {
    let mut file = picture(64, 48);
    insert(&mut file, marker, data);
    file
}

/// The EXIF orientation "turned by a quarter", so that the shown picture is `height` wide.
pub fn turned(width: u32, height: u32) -> Vec<u8> {
    let mut file = picture(width, height);
    let tiff = tiff(&[(0x0112, 3, 1, [0, 6, 0, 0])], &[]);
    insert(&mut file, 0xe1, &[b"Exif\0\0".as_slice(), &tiff].concat());
    file
}

/// One directory of big-endian entries (tag, type, count, value or offset), and what follows it.
fn tiff(entries: &[(u16, u16, u32, [u8; 4])], after: &[u8]) -> Vec<u8> {
    let mut out = b"MM\0\x2a\0\0\0\x08".to_vec();
    out.extend(u16::try_from(entries.len()).expect("few").to_be_bytes());
    for (tag, kind, count, value) in entries {
        out.extend(tag.to_be_bytes());
        out.extend(kind.to_be_bytes());
        out.extend(count.to_be_bytes());
        out.extend(value);
    }
    out.extend([0; 4]);
    out.extend(after);
    out
}

/// EXIF data with a place (24° 38′ N, 46° 43′ E), the owner's name and a maker note.
pub fn exif_with_place() -> Vec<u8> {
    // The first directory has two entries: 8 + 2 + 24 + 4 bytes. The owner's name follows it, then the place.
    let name = [MARKER, b"\0\0"].concat();
    let name_at = 38u32;
    let place_at = name_at + u32::try_from(name.len()).expect("short");
    let first = tiff(
        &[
            (0x013b, 2, u32::try_from(name.len()).expect("short"), name_at.to_be_bytes()),
            (0x8825, 4, 1, place_at.to_be_bytes()),
        ],
        &name,
    );
    let values_at = place_at + 2 + 4 * 12 + 4;
    let mut place = 4u16.to_be_bytes().to_vec();
    let entries = [
        (1u16, 2u16, 2u32, *b"N\0\0\0"),
        (2, 5, 3, values_at.to_be_bytes()),
        (3, 2, 2, *b"E\0\0\0"),
        (4, 5, 3, (values_at + 24).to_be_bytes()),
    ];
    for (tag, kind, count, value) in entries {
        place.extend([tag.to_be_bytes(), kind.to_be_bytes()].concat());
        place.extend(count.to_be_bytes());
        place.extend(value);
    }
    place.extend([0; 4]);
    for (degrees, minutes) in [(24u32, 38u32), (46, 43)] {
        for part in [degrees, 1, minutes, 1, 0, 1] {
            place.extend(part.to_be_bytes());
        }
    }
    [first, place].concat()
}

/// Position of the frame header, after its marker.
fn frame_header(file: &[u8]) -> usize {
    let mut at = 2;
    loop {
        let marker = file[at + 1];
        if matches!(marker, 0xc0..=0xc2) {
            return at + 2;
        }
        at += 2 + usize::from(u16::from_be_bytes([file[at + 2], file[at + 3]]));
    }
}

fn with_size(width: u16, height: u16) -> Vec<u8> {
    let mut file = picture(64, 48);
    let at = frame_header(&file) + 3;
    file[at..at + 2].copy_from_slice(&height.to_be_bytes());
    file[at + 2..at + 4].copy_from_slice(&width.to_be_bytes());
    file
}

fn with_frame_marker(marker: u8) -> Vec<u8> {
    let mut file = picture(64, 48);
    let at = frame_header(&file) - 1;
    file[at] = marker;
    file
}

fn segment(marker: u8, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len() + 2).expect("a segment");
    [[0xff, marker].as_slice(), &length.to_be_bytes(), data].concat()
}

/// A grey progressive JPEG whose coefficients are refined again and again: each scan is a few bytes and visits all blocks.
fn many_scans(side: u16, scans: usize) -> Vec<u8> {
    let blocks = usize::from(side).div_ceil(8).pow(2);
    let mut file = vec![0xff, 0xd8];
    file.extend(segment(0xdb, &[vec![0], vec![16; 64]].concat()));
    let [height, width] = [side.to_be_bytes(), side.to_be_bytes()];
    file.extend(segment(0xc2, &[8, height[0], height[1], width[0], width[1], 1, 1, 0x11, 0]));
    let table = |class: u8, symbol: u8| {
        let mut counts = [0; 16];
        counts[0] = 1;
        segment(0xc4, &[vec![class << 4], counts.to_vec(), vec![symbol]].concat())
    };
    // The only code of each table is one zero bit: "no difference", and "the next 16,384 blocks are empty".
    file.extend(table(0, 0));
    file.extend(table(1, 0xe0));
    file.extend(segment(0xda, &[1, 1, 0, 0, 0, 0]));
    file.extend(vec![0; blocks.div_ceil(8)]);
    for number in 0..scans {
        let at = u8::try_from(1 + number % 63).expect("at most 63");
        file.extend(segment(0xda, &[1, 1, 0, at, at, 0]));
        for _ in 0..blocks.div_ceil(16_384) {
            file.extend([0, 0]);
        }
    }
    file.extend([0xff, 0xd9]);
    file
}

pub fn files() -> Vec<HostileFile> {
    let file = |kind: &str, bytes, wanted| HostileFile::new(kind, JPEG, bytes, wanted);
    let plain = picture(64, 48);
    let exif = [b"Exif\0\0".as_slice(), &exif_with_place()].concat();
    let xmp =
        [b"http://ns.adobe.com/xap/1.0/\0".as_slice(), b"<x:xmpmeta>", MARKER, b"</x:xmpmeta>"].concat();
    let profile = [b"ICC_PROFILE\0\x01\x01".as_slice(), &html()].concat();
    let loops = tiff(&[(0x8769, 4, 1, [0, 0, 0, 8]), (0x8825, 4, 1, [0, 0, 0, 8])], &[]);
    let mut comments = picture(64, 48);
    for _ in 0..300 {
        insert(&mut comments, 0xfe, &[b'x'; 60_000]);
    }
    let mut profiles = picture(64, 48);
    for number in (1..=255u8).rev() {
        let data = [b"ICC_PROFILE\0".as_slice(), &[number, 255], &[b'p'; 60_000]].concat();
        insert(&mut profiles, 0xe2, &data);
    }
    let mut tables = picture(64, 48);
    for _ in 0..20_000 {
        insert(&mut tables, 0xdb, &[vec![0], vec![1; 64]].concat());
    }
    vec![
        file("jpeg-comment-with-html", with_segment(0xfe, &html()), Wanted::Cleaned),
        file("jpeg-exif-place", with_segment(0xe1, &exif), Wanted::Cleaned),
        file("jpeg-xmp", with_segment(0xe1, &xmp), Wanted::Cleaned),
        file("jpeg-profile-payload", with_segment(0xe2, &profile), Wanted::RefusedOrCleaned),
        file("jpeg-profiles-15-mb", profiles, Wanted::RefusedOrCleaned),
        file(
            "jpeg-photoshop-block",
            with_segment(0xed, &[b"Photoshop 3.0\0".as_slice(), MARKER].concat()),
            Wanted::Cleaned,
        ),
        file(
            "jpeg-exif-loop",
            with_segment(0xe1, &[b"Exif\0\0".as_slice(), &loops].concat()),
            Wanted::RefusedOrCleaned,
        ),
        file("jpeg-comments-18-mb", comments, Wanted::RefusedOrCleaned),
        file("jpeg-20000-tables", tables, Wanted::RefusedOrCleaned),
        file("jpeg-huge", with_size(65_500, 65_500), Wanted::Refused),
        file("jpeg-60-megapixels", with_size(10_000, 6_000), Wanted::Refused),
        file("jpeg-12001-wide", with_size(12_001, 16), Wanted::Refused),
        file("jpeg-no-pixels", with_size(0, 0), Wanted::Refused),
        file("jpeg-no-height", with_size(64, 0), Wanted::Refused),
        file("jpeg-larger-than-its-data", with_size(4_000, 4_000), Wanted::RefusedOrCleaned),
        file("jpeg-63-scans", many_scans(1_000, 63), Wanted::RefusedOrCleaned),
        file("jpeg-5000-scans", many_scans(4_000, 5_000), Wanted::RefusedOrCleaned),
        file("jpeg-arithmetic", with_frame_marker(0xc9), Wanted::Refused),
        file("jpeg-lossless", with_frame_marker(0xc3), Wanted::Refused),
        file("jpeg-without-end", plain[..plain.len() - 2].to_vec(), Wanted::RefusedOrCleaned),
        file("jpeg-truncated-in-header", plain[..100].to_vec(), Wanted::Refused),
        file("jpeg-truncated-in-data", plain[..plain.len() * 3 / 4].to_vec(), Wanted::RefusedOrCleaned),
        file("jpeg-magic-only", vec![0xff, 0xd8, 0xff], Wanted::Refused),
        file("jpeg-and-html", [plain.clone(), html()].concat(), Wanted::RefusedOrCleaned),
        file("jpeg-and-zip", [plain.clone(), super::other::zip()].concat(), Wanted::RefusedOrCleaned),
        file("jpeg-and-jpeg", [plain.clone(), plain.clone()].concat(), Wanted::RefusedOrCleaned),
        // Readers of PDF look for its magic within the first kilobyte.
        file("jpeg-and-pdf", with_segment(0xfe, &super::other::pdf()), Wanted::RefusedOrCleaned),
        file(
            "jpeg-and-php",
            with_segment(0xfe, b"<?php system($_GET['c']); /* HOSTILE-7c1e5f */ ?>"),
            Wanted::RefusedOrCleaned,
        ),
    ]
}

#[test]
fn a_picture_of_many_scans_is_valid() {
    let file = many_scans(200, 63);
    let picture = image::load_from_memory(&file).expect("a picture");
    assert_eq!((picture.width(), picture.height()), (200, 200));
}

#[test]
fn a_picture_of_any_size_can_be_made() {
    for size in [1_000_000, 65_540 + 5_000, 26_214_400] {
        let file = of_size(size);
        assert_eq!(file.len(), size);
        image::load_from_memory(&file).expect("a picture");
    }
}

#[test]
fn the_size_in_the_header_can_be_changed() {
    let reader = image::ImageReader::new(std::io::Cursor::new(with_size(10_000, 6_000)));
    let size = reader.with_guessed_format().expect("memory").into_dimensions().expect("a header");
    assert_eq!(size, (10_000, 6_000));
}
