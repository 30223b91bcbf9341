//! Pictures: decoded, turned upright, resized and encoded anew. Runs in the child process, on bytes that nobody checked.
//!
//! Only pixels survive: place, camera, thumbnail, comment and colour profile are not copied.

mod gif_frames;

use image::{DynamicImage, ImageFormat, metadata::Orientation};
use pixels::{DecodeError, Limits};

use crate::rules::{
    MAX_DECODED_BYTES, MAX_GIF_FRAMES, MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE, MediaType, RefusalReason, WIDTHS,
};

const WEBP_QUALITY: f32 = 80.0;

/// A picture in all widths of [`WIDTHS`], in their order.
#[derive(Debug)]
pub struct ProcessedPicture {
    /// More than one in an animation; only the first is in `files`.
    pub frames: u32,
    pub files: Vec<WebpFile>,
}

#[derive(Debug)]
pub struct WebpFile {
    /// Of [`WIDTHS`]. The picture itself is narrower if the original is: nothing is enlarged.
    pub wanted_width: u32,
    pub width: u32,
    pub height: u32,
    pub content: Vec<u8>,
}

pub fn process(bytes: &[u8]) -> Result<ProcessedPicture, RefusalReason> {
    let (format, frames) = match MediaType::sniff(bytes) {
        Some(MediaType::Jpeg) => (ImageFormat::Jpeg, 1),
        Some(MediaType::Png) => (ImageFormat::Png, 1),
        Some(MediaType::Gif) => (ImageFormat::Gif, gif_frames::count(bytes, MAX_GIF_FRAMES + 1)?),
        _ => return Err(RefusalReason::Type),
    };
    if frames > MAX_GIF_FRAMES {
        return Err(RefusalReason::TooManyFrames);
    }
    let mut picture = read(bytes, format)?;
    let mut files = Vec::with_capacity(WIDTHS.len());
    // From the widest to the narrowest, each from the one before: the large original is released first.
    for wanted_width in WIDTHS.into_iter().rev() {
        picture = narrowed(picture, wanted_width)?;
        files.push(WebpFile {
            wanted_width,
            width: picture.width(),
            height: picture.height(),
            content: encode(&picture)?,
        });
    }
    files.reverse();
    Ok(ProcessedPicture { frames, files })
}

/// Decodes the picture and makes it upright, at most as wide as the widest of [`WIDTHS`].
fn read(bytes: &[u8], format: ImageFormat) -> Result<DynamicImage, RefusalReason> {
    let limits = Limits { side: MAX_PICTURE_SIDE, pixels: MAX_PICTURE_PIXELS, bytes: MAX_DECODED_BYTES };
    let (picture, orientation) = pixels::decode(bytes, Some(format), limits).map_err(refusal)?;
    let widest = WIDTHS[WIDTHS.len() - 1];
    // Turned after it was made small: turning needs a second copy of the whole picture.
    let mut small =
        if lies_on_its_side(orientation) { shortened(picture, widest) } else { narrowed(picture, widest) }?;
    small.apply_orientation(orientation);
    Ok(small)
}

fn refusal(error: DecodeError) -> RefusalReason {
    match error {
        DecodeError::TooLarge(_) | DecodeError::Unreadable(image::ImageError::Limits(_)) => {
            RefusalReason::TooLargePicture
        }
        DecodeError::Unreadable(_) => RefusalReason::Broken,
    }
}

const fn lies_on_its_side(orientation: Orientation) -> bool {
    matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    )
}

/// Reduces the picture to this width, in proportion.
fn narrowed(picture: DynamicImage, width: u32) -> Result<DynamicImage, RefusalReason> {
    if picture.width() <= width {
        return Ok(picture);
    }
    let height = in_proportion(picture.height(), width, picture.width());
    resized(&picture, width, height)
}

/// Reduces the picture to this height, in proportion.
fn shortened(picture: DynamicImage, height: u32) -> Result<DynamicImage, RefusalReason> {
    if picture.height() <= height {
        return Ok(picture);
    }
    let width = in_proportion(picture.width(), height, picture.height());
    resized(&picture, width, height)
}

fn in_proportion(length: u32, new_other: u32, old_other: u32) -> u32 {
    let (length, new_other, old_other) = (u64::from(length), u64::from(new_other), u64::from(old_other));
    let rounded = (length * new_other + old_other / 2) / old_other;
    u32::try_from(rounded).unwrap_or(u32::MAX).max(1)
}

fn resized(picture: &DynamicImage, width: u32, height: u32) -> Result<DynamicImage, RefusalReason> {
    pixels::resize(picture, width, height).map_err(|_| RefusalReason::Broken)
}

fn encode(picture: &DynamicImage) -> Result<Vec<u8>, RefusalReason> {
    let (width, height) = (picture.width(), picture.height());
    let encoded = if picture.color().has_alpha() {
        webp::Encoder::from_rgba(&picture.to_rgba8(), width, height).encode_simple(false, WEBP_QUALITY)
    } else {
        webp::Encoder::from_rgb(&picture.to_rgb8(), width, height).encode_simple(false, WEBP_QUALITY)
    };
    encoded.map(|memory| memory.to_vec()).map_err(|_| RefusalReason::Broken)
}

#[cfg(test)]
mod tests;
