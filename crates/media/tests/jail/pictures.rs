//! Pictures through a real child.

use std::{fs, io::Cursor, path::PathBuf};

use image::{
    ExtendedColorType, Frame, ImageEncoder, ImageFormat, Rgba, RgbaImage, codecs::gif::GifEncoder,
    codecs::png::PngEncoder,
};
use media::rules::{MediaKind, RefusalReason};

use crate::support::{Folder, config, config_with_tools, contains, picture, process, refusal};

fn gif(frames: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new(&mut bytes);
    for n in 0..frames {
        let shade = (n * 80) as u8;
        encoder
            .encode_frame(Frame::new(RgbaImage::from_pixel(121, 81, Rgba([shade, 20, 20, 255]))))
            .expect("frame");
    }
    drop(encoder);
    bytes
}

#[tokio::test]
async fn a_picture_of_each_type_becomes_webp_in_three_widths() {
    let folder = Folder::new();
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::Gif] {
        let input = folder.file("input", &picture(1700, 850, format));
        let done = process(&config(), MediaKind::Picture, &input).await.expect("processed");
        assert_eq!(done.folder.names(), ["1600.webp", "320.webp", "800.webp"]);
        for (name, size) in [("320.webp", (320, 160)), ("800.webp", (800, 400)), ("1600.webp", (1600, 800))] {
            assert_eq!(done.size(name), size);
            let webp =
                image::load_from_memory_with_format(&done.content(name), ImageFormat::WebP).expect("webp");
            assert_eq!((webp.width(), webp.height()), size);
        }
        assert!(done.outputs.files.iter().all(|output| output.mime == "image/webp"));
        assert_eq!((done.outputs.duration, done.outputs.looping), (None, false));
    }
}

#[tokio::test]
async fn place_and_camera_are_in_no_output() {
    let folder = Folder::new();
    let plain = picture(600, 400, ImageFormat::Jpeg);
    let mut bytes = plain[..2].to_vec();
    let exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\0\0\0\0\0GPS 24.7136N 46.6753E, made by a camera";
    bytes.extend([0xff, 0xe1]);
    bytes.extend(u16::try_from(exif.len() + 2).expect("short").to_be_bytes());
    bytes.extend(exif);
    bytes.extend(&plain[2..]);
    // And after the end of the picture, where a second file may hide.
    bytes.extend(b"PK\x03\x04<script>alert(1)</script>46.6753E");
    let input = folder.file("a.jpg", &bytes);

    let done = process(&config(), MediaKind::Picture, &input).await.expect("processed");
    for output in &done.outputs.files {
        let content = done.content(&output.name);
        for trace in [&b"46.6753"[..], b"camera", b"Exif", b"EXIF", b"<script>", b"PK\x03\x04"] {
            assert!(!contains(&content, trace), "{}", output.name);
        }
    }
}

#[tokio::test]
async fn other_content_is_refused_whatever_it_is_called() {
    let folder = Folder::new();
    let cases: [(&[u8], RefusalReason); 6] = [
        (b"", RefusalReason::Type),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", RefusalReason::Type),
        (b"<html><script>alert(1)</script></html>", RefusalReason::Type),
        (b"\xff\xd8\xff\xe0<html><script>alert(1)</script></html>", RefusalReason::Broken),
        (b"GIF89a/*\x01\0\x01\0*/=1;alert(1)", RefusalReason::Broken),
        (b"\x89PNG\r\n\x1a\n", RefusalReason::Broken),
    ];
    for (bytes, reason) in cases {
        let input = folder.file("a.png", bytes);
        let result = process(&config(), MediaKind::Picture, &input).await;
        assert_eq!(refusal(result), reason, "{}", String::from_utf8_lossy(bytes));
    }
    let video = folder.file("a.png", b"\0\0\0\x20ftypisom\0\0\x02\0isom");
    assert_eq!(refusal(process(&config(), MediaKind::Picture, &video).await), RefusalReason::Type);
    let still = folder.file("a.mp4", &picture(10, 10, ImageFormat::Png));
    assert_eq!(refusal(process(&config_with_tools(), MediaKind::Video, &still).await), RefusalReason::Type);
}

#[tokio::test]
async fn every_truncation_of_a_picture_ends_in_an_answer() {
    let folder = Folder::new();
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::Gif] {
        let whole = picture(64, 64, format);
        for part in 1..8 {
            let input = folder.file("part", &whole[..whole.len() * part / 8]);
            match process(&config(), MediaKind::Picture, &input).await {
                Ok(_) => {}
                failed => assert!(matches!(refusal(failed), RefusalReason::Broken | RefusalReason::Type)),
            }
        }
    }
}

#[tokio::test]
async fn an_animation_becomes_a_silent_looping_video() {
    let folder = Folder::new();
    let input = folder.file("a.gif", &gif(3));
    let done = process(&config_with_tools(), MediaKind::Picture, &input).await.expect("processed");
    assert_eq!(done.folder.names(), ["320.webp", "800.webp", "poster.webp", "video.mp4"]);
    assert!(done.outputs.looping);
    assert!(done.outputs.duration.is_some_and(|seconds| seconds > 0.0));
    // Even sides, which H.264 needs.
    assert_eq!(done.size("video.mp4"), (120, 80));
    assert!(!contains(&done.content("video.mp4"), b"soun"), "no sound track");
}

#[tokio::test]
async fn without_ffmpeg_an_animation_becomes_its_first_frame() {
    let folder = Folder::new();
    let input = folder.file("a.gif", &gif(3));
    let done = process(&config(), MediaKind::Picture, &input).await.expect("processed");
    assert_eq!(done.folder.names(), ["1600.webp", "320.webp", "800.webp"]);
    assert!(!done.outputs.looping);
}

#[tokio::test]
async fn an_animation_with_one_frame_stays_a_picture() {
    let folder = Folder::new();
    let input = folder.file("a.gif", &gif(1));
    let done = process(&config_with_tools(), MediaKind::Picture, &input).await.expect("processed");
    assert_eq!(done.folder.names(), ["1600.webp", "320.webp", "800.webp"]);
}

/// Rows of equal pixels, which shrink to almost nothing.
pub fn png_bomb(folder: &Folder, width: u32, height: u32, colour: ExtendedColorType) -> PathBuf {
    let row = width as usize * usize::from(colour.bits_per_pixel() / 8);
    let mut bytes = Cursor::new(Vec::new());
    PngEncoder::new_with_quality(
        &mut bytes,
        image::codecs::png::CompressionType::Fast,
        image::codecs::png::FilterType::NoFilter,
    )
    .write_image(&vec![0; row * height as usize], width, height, colour)
    .expect("png");
    let bytes = bytes.into_inner();
    let path = folder.path().join(format!("bomb-{width}-{height}.png"));
    fs::write(&path, bytes).expect("written");
    path
}
