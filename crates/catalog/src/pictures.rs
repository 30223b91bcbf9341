//! Pictures: read once with strict limits, and written in the sizes and formats that pages ask for.

use std::io::Cursor;

use fast_image_resize::{ResizeOptions, Resizer};
use image::{DynamicImage, ImageDecoder, ImageReader, Limits, Rgba, RgbaImage};
use ravif::Img;
use sha2::{Digest, Sha256};
use sqlx::{PgExecutor, types::Json};

use crate::view::PictureFiles;

/// The widths of every picture, as far as it is that wide itself.
pub const WIDTHS: [u32; 3] = [320, 640, 960];
/// Larger than any camera's, and small enough to hold in memory.
const MOST_PIXELS_A_SIDE: u32 = 12_000;
const MOST_MEMORY: u64 = 512 * 1024 * 1024;
const WEBP_QUALITY: f32 = 80.0;
const AVIF_QUALITY: f32 = 62.0;
/// From 1, slow and small, to 10. A job has time, but not for ever.
const AVIF_SPEED: u8 = 6;

#[derive(Debug, thiserror::Error)]
pub enum Unfit {
    #[error("it cannot be read as a picture: {0}")]
    Unreadable(#[from] image::ImageError),
    #[error("it would take {0} bytes of memory")]
    TooLarge(u64),
    #[error("it cannot be resized: {0}")]
    Resize(#[from] fast_image_resize::ResizeError),
    #[error("it cannot be written: {0}")]
    Encode(String),
}

/// A picture in all its files.
pub struct Processed {
    pub width: i32,
    pub height: i32,
    pub files: PictureFiles,
    /// Name and content of each file. A name carries its content's hash, so it never means anything else.
    pub contents: Vec<(String, Vec<u8>)>,
}

/// Slow: for a job or a command, never for a request.
pub fn process(name: &str, bytes: &[u8]) -> Result<Processed, Unfit> {
    let picture = read(bytes)?;
    let (width, height) = (picture.width(), picture.height());
    let mut done = Processed {
        width: i32::try_from(width).unwrap_or(i32::MAX),
        height: i32::try_from(height).unwrap_or(i32::MAX),
        files: PictureFiles::default(),
        contents: Vec::new(),
    };
    let mut wanted: Vec<u32> = WIDTHS.into_iter().filter(|wanted| *wanted < width).collect();
    wanted.push(width.min(WIDTHS[WIDTHS.len() - 1]));
    wanted.dedup();
    for wanted in wanted {
        let scaled_height = (u64::from(height) * u64::from(wanted)).div_ceil(u64::from(width)).max(1);
        let small = resize(&picture, wanted, u32::try_from(scaled_height).unwrap_or(u32::MAX))?;
        let avif = file_name(name, wanted, "avif", encode_avif(&small)?, &mut done.contents);
        done.files.avif.insert(wanted, avif);
        let webp = file_name(name, wanted, "webp", encode_webp(&small)?, &mut done.contents);
        done.files.webp.insert(wanted, webp);
    }
    Ok(done)
}

fn read(bytes: &[u8]) -> Result<DynamicImage, Unfit> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MOST_PIXELS_A_SIDE);
    limits.max_image_height = Some(MOST_PIXELS_A_SIDE);
    limits.max_alloc = Some(MOST_MEMORY);
    let mut reader =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(image::ImageError::IoError)?;
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    // The decoders' own limit does not cover the picture itself, so it is asked before that is allocated.
    let memory = decoder.total_bytes();
    if memory > MOST_MEMORY {
        return Err(Unfit::TooLarge(memory));
    }
    // Phones write which way is up beside the picture; the files of ours have no such note.
    let orientation = decoder.orientation()?;
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    Ok(DynamicImage::ImageRgba8(picture.into_rgba8()))
}

fn resize(picture: &DynamicImage, width: u32, height: u32) -> Result<RgbaImage, Unfit> {
    let mut small = DynamicImage::ImageRgba8(RgbaImage::from_pixel(width, height, Rgba([0, 0, 0, 0])));
    Resizer::new().resize(picture, &mut small, &ResizeOptions::new())?;
    Ok(small.into_rgba8())
}

fn encode_webp(picture: &RgbaImage) -> Result<Vec<u8>, Unfit> {
    let encoder = webp::Encoder::from_rgba(picture.as_raw(), picture.width(), picture.height());
    let encoded = encoder
        .encode_simple(false, WEBP_QUALITY)
        .map_err(|error| Unfit::Encode(format!("webp: {error:?}")))?;
    Ok(encoded.to_vec())
}

fn encode_avif(picture: &RgbaImage) -> Result<Vec<u8>, Unfit> {
    let pixels: Vec<ravif::RGBA8> =
        picture.pixels().map(|Rgba([r, g, b, a])| ravif::RGBA8::new(*r, *g, *b, *a)).collect();
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let encoded = ravif::Encoder::new()
        .with_quality(AVIF_QUALITY)
        .with_speed(AVIF_SPEED)
        .encode_rgba(Img::new(&pixels[..], width, height))
        .map_err(|error| Unfit::Encode(format!("avif: {error}")))?;
    Ok(encoded.avif_file)
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

/// Remembers a picture whose files are stored.
pub async fn put(db: impl PgExecutor<'_>, name: &str, picture: &Processed) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into pictures (name, width, height, files) values ($1, $2, $3, $4)
         on conflict (name) do update set width = excluded.width, height = excluded.height, files = excluded.files",
        name,
        picture.width,
        picture.height,
        Json(&picture.files) as _
    )
    .execute(db)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let picture = RgbaImage::from_fn(width, height, |x, y| Rgba([x as u8, y as u8, 90, 255]));
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, image::ImageFormat::Png).expect("png");
        bytes.into_inner()
    }

    #[test]
    fn a_picture_is_written_in_every_size_it_has() {
        // Low, because a debug build takes half a minute to encode a tall one.
        let picture = png(700, 35);
        let done = process("dallah", &picture).expect("a picture");
        assert_eq!((done.width, done.height), (700, 35));
        assert_eq!(done.files.webp.keys().copied().collect::<Vec<_>>(), [320, 640, 700]);
        assert_eq!(done.files.avif.len(), 3);
        assert_eq!(done.contents.len(), 6);
        for (name, content) in &done.contents {
            assert!(name.starts_with("dallah-") && !content.is_empty(), "{name}");
        }
        let again = process("dallah", &picture).expect("a picture");
        assert_eq!(done.files.webp, again.files.webp, "the same picture has the same addresses");
    }

    /// A PNG of this size with 16 bits a channel, as far as its header goes.
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

    /// Image 0.25 asks no limit before it allocates the picture.
    #[test]
    fn a_picture_that_would_fill_the_memory_is_refused_before_it_does() {
        let refused = read(&header_of_png(11_000));
        assert!(matches!(refused, Err(Unfit::TooLarge(968_000_000))), "{refused:?}");
    }

    #[test]
    fn what_is_no_picture_or_too_large_is_refused() {
        assert!(process("x", b"<svg onload=alert(1)>").is_err());
        let mut bomb = png(8, 8);
        // The header of a PNG that claims to be 60000 wide.
        bomb[16..20].copy_from_slice(&60_000u32.to_be_bytes());
        assert!(process("x", &bomb).is_err());
    }
}
