//! Pictures: decoded once with strict limits, and encoded in the sizes and formats that pages use.

use image::{DynamicImage, Rgba, RgbaImage};
use pixels::{DecodeError, Limits, ResizeError};
use ravif::Img;
use sha2::{Digest, Sha256};

use crate::view::PictureFiles;

/// Widths that are generated, as far as the original is that wide.
pub const WIDTHS: [u32; 3] = [320, 640, 960];
/// Emails show a square of half this size.
const EMAIL_SIDE: u32 = 136;
const JPEG_QUALITY: u8 = 82;
/// Larger than camera pictures, and small enough to decode in memory.
const LIMITS: Limits = Limits { side: 12_000, pixels: u64::MAX, bytes: 512 * 1024 * 1024 };
const WEBP_QUALITY: f32 = 80.0;
const AVIF_QUALITY: f32 = 62.0;
/// From 1 (slow, small files) to 10 (fast).
const AVIF_SPEED: u8 = 6;

#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    #[error(transparent)]
    Decode(#[from] DecodeError),
    #[error(transparent)]
    Resize(#[from] ResizeError),
    #[error("encoding failed: {0}")]
    Encode(String),
}

/// A picture with all its generated files.
pub struct ProcessedPicture {
    pub width: i32,
    pub height: i32,
    pub files: PictureFiles,
    /// Name and content of each file. A name contains the hash of its content, so a file never changes.
    pub contents: Vec<(String, Vec<u8>)>,
}

/// Decodes, resizes and encodes a picture. Slow: for a job or a command, never for a request.
pub fn process(name: &str, bytes: &[u8]) -> Result<ProcessedPicture, PictureError> {
    let picture = read(bytes)?;
    let (width, height) = (picture.width(), picture.height());
    let mut done = ProcessedPicture {
        width: i32::try_from(width).unwrap_or(i32::MAX),
        height: i32::try_from(height).unwrap_or(i32::MAX),
        files: PictureFiles::default(),
        contents: Vec::new(),
    };
    let mut widths: Vec<u32> = WIDTHS.into_iter().filter(|wanted| *wanted < width).collect();
    widths.push(width.min(WIDTHS[WIDTHS.len() - 1]));
    widths.dedup();
    for wanted in widths {
        let scaled_height = (u64::from(height) * u64::from(wanted)).div_ceil(u64::from(width)).max(1);
        let small = resize(&picture, wanted, u32::try_from(scaled_height).unwrap_or(u32::MAX))?;
        let avif = file_name(name, wanted, "avif", encode_avif(&small)?, &mut done.contents);
        done.files.avif.insert(wanted, avif);
        let webp = file_name(name, wanted, "webp", encode_webp(&small)?, &mut done.contents);
        done.files.webp.insert(wanted, webp);
    }
    let jpeg = file_name(name, EMAIL_SIDE, "jpg", encode_email_square(&picture)?, &mut done.contents);
    done.files.jpeg.insert(EMAIL_SIDE, jpeg);
    Ok(done)
}

fn read(bytes: &[u8]) -> Result<DynamicImage, PictureError> {
    let (mut picture, orientation) = pixels::decode(bytes, None, LIMITS)?;
    // Phones store the orientation as metadata, which the generated files do not have.
    picture.apply_orientation(orientation);
    Ok(DynamicImage::ImageRgba8(picture.into_rgba8()))
}

fn resize(picture: &DynamicImage, width: u32, height: u32) -> Result<RgbaImage, PictureError> {
    Ok(pixels::resize(picture, width, height)?.into_rgba8())
}

fn encode_webp(picture: &RgbaImage) -> Result<Vec<u8>, PictureError> {
    let encoder = webp::Encoder::from_rgba(picture.as_raw(), picture.width(), picture.height());
    let encoded = encoder
        .encode_simple(false, WEBP_QUALITY)
        .map_err(|error| PictureError::Encode(format!("webp: {error:?}")))?;
    Ok(encoded.to_vec())
}

fn encode_avif(picture: &RgbaImage) -> Result<Vec<u8>, PictureError> {
    let pixels: Vec<ravif::RGBA8> =
        picture.pixels().map(|Rgba([r, g, b, a])| ravif::RGBA8::new(*r, *g, *b, *a)).collect();
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let encoded = ravif::Encoder::new()
        .with_quality(AVIF_QUALITY)
        .with_speed(AVIF_SPEED)
        .encode_rgba(Img::new(&pixels[..], width, height))
        .map_err(|error| PictureError::Encode(format!("avif: {error}")))?;
    Ok(encoded.avif_file)
}

/// The middle square on white: JPEG has no transparency.
fn encode_email_square(picture: &DynamicImage) -> Result<Vec<u8>, PictureError> {
    let side = picture.width().min(picture.height());
    let square = picture.crop_imm((picture.width() - side) / 2, (picture.height() - side) / 2, side, side);
    let small = resize(&square, EMAIL_SIDE, EMAIL_SIDE)?;
    let mut flat = RgbaImage::from_pixel(EMAIL_SIDE, EMAIL_SIDE, Rgba([255, 255, 255, 255]));
    image::imageops::overlay(&mut flat, &small, 0, 0);
    let mut bytes = Vec::new();
    let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY);
    DynamicImage::ImageRgba8(flat)
        .into_rgb8()
        .write_with_encoder(encoder)
        .map_err(|error| PictureError::Encode(format!("jpeg: {error}")))?;
    Ok(bytes)
}

fn file_name(
    name: &str,
    width: u32,
    end: &str,
    content: Vec<u8>,
    contents: &mut Vec<(String, Vec<u8>)>,
) -> String {
    let hash = hex::encode(&Sha256::digest(&content)[..4]);
    let file = format!("{name}-{width}.{hash}.{end}");
    contents.push((file.clone(), content));
    file
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let picture = RgbaImage::from_fn(width, height, |x, y| Rgba([x as u8, y as u8, 90, 255]));
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, image::ImageFormat::Png).expect("png");
        bytes.into_inner()
    }

    #[test]
    fn a_picture_is_encoded_in_every_width_up_to_its_own() {
        // Not tall, because a debug build takes half a minute to encode a tall picture.
        let picture = png(700, 35);
        let done = process("dallah", &picture).expect("processed picture");
        assert_eq!((done.width, done.height), (700, 35));
        assert_eq!(done.files.webp.keys().copied().collect::<Vec<_>>(), [320, 640, 700]);
        assert_eq!(done.files.avif.len(), 3);
        assert_eq!(done.contents.len(), 7);
        let (name, jpeg) = done.contents.last().expect("the file for emails");
        assert!(name.starts_with("dallah-136.") && name.ends_with(".jpg"), "{name}");
        let square = image::load_from_memory_with_format(jpeg, image::ImageFormat::Jpeg).expect("jpeg");
        assert_eq!((square.width(), square.height()), (136, 136));
        for (name, content) in &done.contents {
            assert!(name.starts_with("dallah-") && !content.is_empty(), "{name}");
        }
        let again = process("dallah", &picture).expect("processed picture");
        assert_eq!(done.files.webp, again.files.webp, "the same picture has the same file names");
    }

    /// The header of a PNG of this size with 16 bits per channel.
    fn header_of_png(side: u32) -> Vec<u8> {
        let chunk = |kind: &[u8], data: &[u8]| {
            let body: Vec<u8> = kind.iter().chain(data).copied().collect();
            let mut crc = u32::MAX;
            for byte in &body {
                crc ^= u32::from(*byte);
                for _ in 0..8 {
                    crc = (crc >> 1) ^ (0xedb8_8320 * (crc & 1));
                }
            }
            let length = u32::try_from(data.len()).expect("short").to_be_bytes();
            [&length[..], &body, &(!crc).to_be_bytes()].concat()
        };
        let size = side.to_be_bytes();
        let header = [&size[..], &size[..], &[16, 6, 0, 0, 0]].concat();
        [&b"\x89PNG\r\n\x1a\n"[..], &chunk(b"IHDR", &header), &chunk(b"IDAT", &[0x78, 0x9c])].concat()
    }

    /// The `image` crate 0.25 checks no limit before it allocates the decoded picture.
    #[test]
    fn a_picture_that_needs_too_much_memory_is_refused_before_decoding() {
        let refused = read(&header_of_png(11_000));
        assert!(
            matches!(refused, Err(PictureError::Decode(DecodeError::TooLarge(968_000_000)))),
            "{refused:?}"
        );
    }

    #[test]
    fn other_files_and_too_large_pictures_are_refused() {
        assert!(process("x", b"<svg onload=alert(1)>").is_err());
        let mut bomb = png(8, 8);
        // The header of a PNG that claims a width of 60000.
        bomb[16..20].copy_from_slice(&60_000u32.to_be_bytes());
        assert!(process("x", &bomb).is_err());
    }
}
