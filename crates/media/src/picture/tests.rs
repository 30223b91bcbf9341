use image::{
    ColorType, ImageEncoder, Rgb, RgbImage, Rgba, RgbaImage, codecs::jpeg::JpegEncoder,
    codecs::png::PngEncoder,
};

use super::*;

/// Red on the left, blue on the right.
fn two_colours(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(
        width,
        height,
        |x, _| if x < width / 2 { Rgb([220, 20, 20]) } else { Rgb([20, 20, 220]) },
    )
}

fn jpeg(picture: &RgbImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, 90).encode_image(picture).expect("jpeg");
    bytes
}

fn png(bytes: &[u8], width: u32, height: u32, colour: ColorType) -> Vec<u8> {
    let mut file = Vec::new();
    PngEncoder::new(&mut file).write_image(bytes, width, height, colour.into()).expect("png");
    file
}

/// A TIFF structure with orientation, and a place as text that can be searched for.
fn exif(orientation: u8) -> Vec<u8> {
    let mut tiff = b"MM\0\x2a\0\0\0\x08\0\x02".to_vec();
    tiff.extend([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]);
    // GPS area information, tag 0x001b, kept here as plain bytes.
    tiff.extend([0x01, 0x0e, 0, 2, 0, 0, 0, 24, 0, 0, 0, 38, 0, 0, 0, 0]);
    tiff.extend(b"GPS 24.7136,46.6753 here\0");
    tiff
}

fn jpeg_with_exif(picture: &RgbImage, orientation: u8) -> Vec<u8> {
    let tiff = exif(orientation);
    let plain = jpeg(picture);
    let mut bytes = plain[..2].to_vec();
    bytes.extend([0xff, 0xe1]);
    bytes.extend(u16::try_from(tiff.len() + 8).expect("short").to_be_bytes());
    bytes.extend(b"Exif\0\0");
    bytes.extend(&tiff);
    bytes.extend(&plain[2..]);
    bytes
}

fn decoded(file: &WebpFile) -> RgbaImage {
    assert_eq!(&file.content[8..12], b"WEBP");
    let picture =
        image::load_from_memory_with_format(&file.content, ImageFormat::WebP).expect("webp").into_rgba8();
    assert_eq!(picture.dimensions(), (file.width, file.height));
    picture
}

fn is_red(pixel: Rgba<u8>) -> bool {
    pixel[0] > 150 && pixel[2] < 90
}

#[test]
fn a_picture_is_written_in_three_widths_and_never_enlarged() {
    let done = process(&jpeg(&two_colours(1000, 500))).expect("picture");
    let sizes: Vec<_> = done.files.iter().map(|file| (file.wanted_width, file.width, file.height)).collect();
    assert_eq!(sizes, [(320, 320, 160), (800, 800, 400), (1600, 1000, 500)]);
    assert_eq!(done.frames, 1);
    for file in &done.files {
        decoded(file);
    }

    let small = process(&jpeg(&two_colours(40, 20))).expect("picture");
    assert!(small.files.iter().all(|file| (file.width, file.height) == (40, 20)));
}

#[test]
fn every_orientation_is_applied() {
    let picture = two_colours(400, 200);
    // Where the red half of the picture is when it stands upright.
    for (orientation, size, red) in [
        (1, (400, 200), (20, 100)),
        (2, (400, 200), (380, 100)),
        (3, (400, 200), (380, 100)),
        (4, (400, 200), (20, 100)),
        (5, (200, 400), (100, 20)),
        (6, (200, 400), (100, 20)),
        (7, (200, 400), (100, 380)),
        (8, (200, 400), (100, 380)),
    ] {
        let done = process(&jpeg_with_exif(&picture, orientation)).expect("picture");
        let full = &done.files[2];
        assert_eq!((full.width, full.height), size, "orientation {orientation}");
        let pixels = decoded(full);
        let (x, y) = red;
        assert!(is_red(*pixels.get_pixel(x, y)), "orientation {orientation}");
        assert!(!is_red(*pixels.get_pixel(size.0 - 1 - x, size.1 - 1 - y)), "orientation {orientation}");
    }
}

#[test]
fn a_large_picture_on_its_side_has_the_wanted_width_when_upright() {
    let done = process(&jpeg_with_exif(&two_colours(1200, 2000), 6)).expect("picture");
    let sizes: Vec<_> = done.files.iter().map(|file| (file.width, file.height)).collect();
    assert_eq!(sizes, [(320, 192), (800, 480), (1600, 960)]);
}

#[test]
fn nothing_but_pixels_survives() {
    let original = jpeg_with_exif(&two_colours(400, 200), 1);
    let place = b"24.7136";
    assert!(original.windows(place.len()).any(|window| window == place));
    for file in process(&original).expect("picture").files {
        for trace in [&place[..], b"Exif", b"EXIF", b"XMP ", b"ICCP"] {
            assert!(!file.content.windows(trace.len()).any(|window| window == trace));
        }
    }
}

#[test]
fn transparency_and_grey_and_deep_colours_are_read() {
    let clear = RgbaImage::from_pixel(30, 30, Rgba([10, 200, 10, 0]));
    let done = process(&png(clear.as_raw(), 30, 30, ColorType::Rgba8)).expect("picture");
    assert_eq!(decoded(&done.files[2]).get_pixel(5, 5)[3], 0);

    for (colour, bytes_a_pixel) in [
        (ColorType::L8, 1),
        (ColorType::La8, 2),
        (ColorType::L16, 2),
        (ColorType::Rgb16, 6),
        (ColorType::Rgba16, 8),
    ] {
        let bytes = vec![200; 900 * 3 * bytes_a_pixel];
        let done =
            process(&png(&bytes, 900, 3, colour)).unwrap_or_else(|reason| panic!("{colour:?}: {reason}"));
        assert_eq!((done.files[1].width, done.files[1].height), (800, 3), "{colour:?}");
    }
}

#[test]
fn the_first_frame_of_an_animation_is_written_and_its_frames_are_counted() {
    let mut bytes = Vec::new();
    let mut encoder = image::codecs::gif::GifEncoder::new(&mut bytes);
    for colour in [[220, 20, 20, 255], [20, 20, 220, 255]] {
        encoder.encode_frame(image::Frame::new(RgbaImage::from_pixel(50, 40, Rgba(colour)))).expect("frame");
    }
    drop(encoder);
    let done = process(&bytes).expect("picture");
    assert_eq!(done.frames, 2);
    assert!(is_red(*decoded(&done.files[0]).get_pixel(10, 10)));
}

#[test]
fn pictures_over_a_limit_are_refused_before_they_are_decoded() {
    // The size stands in the header; the pixels are not there.
    for (width, height, depth, colour) in
        [(12_001, 10, 8, 2), (10, 12_001, 8, 2), (8_000, 7_000, 8, 2), (7_000, 7_000, 16, 6)]
    {
        assert_eq!(
            process(&png_header(width, height, depth, colour)).err(),
            Some(RefusalReason::TooLargePicture)
        );
    }
    let mut gif = b"GIF89a\xff\xff\xff\xff\0\0\0".to_vec();
    gif.extend(b"\x2c\0\0\0\0\xff\xff\xff\xff\0\x02\x01\0\0\x3b");
    assert_eq!(process(&gif).err(), Some(RefusalReason::TooLargePicture));
}

#[test]
fn an_animation_with_too_many_frames_is_refused() {
    let mut gif = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff".to_vec();
    for _ in 0..10_000 {
        gif.extend(b"\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0");
    }
    gif.push(0x3b);
    assert_eq!(process(&gif).err(), Some(RefusalReason::TooManyFrames));
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let whole = png(&[7; 300], 10, 10, ColorType::Rgb8);
    assert_eq!(process(&whole[..whole.len() / 2]).err(), Some(RefusalReason::Broken));
    assert_eq!(process(b"").err(), Some(RefusalReason::Type));
    assert_eq!(process(b"<svg/>").err(), Some(RefusalReason::Type));
    assert_eq!(process(b"\xff\xd8\xff\xe0 not a picture").err(), Some(RefusalReason::Broken));
    assert_eq!(process(b"\x89PNG\r\n\x1a\n").err(), Some(RefusalReason::Broken));
    // A WebP picture is no accepted upload, although we write it.
    let webp = process(&whole).expect("picture").files.remove(0).content;
    assert_eq!(process(&webp).err(), Some(RefusalReason::Type));
}

fn png_header(width: u32, height: u32, depth: u8, colour: u8) -> Vec<u8> {
    let mut header = b"IHDR".to_vec();
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    header.extend([depth, colour, 0, 0, 0]);
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0d".to_vec();
    bytes.extend(&header);
    bytes.extend(crc32(&header).to_be_bytes());
    // An empty block of pixels: decoders read up to it before they name the size.
    bytes.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e");
    bytes
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, byte| {
        (0..8).fold(
            crc ^ u32::from(*byte),
            |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 },
        )
    })
}
