//! Decodes and scales pictures, for `catalog` and `media`.
//!
//! A crate of its own because debug builds optimise it too: decoders and resizer are generic, so they are compiled where they
//! are used, and without optimisation they come near the limits of `media`'s child processes.

use std::io::Cursor;

use fast_image_resize::{
    PixelTrait, Resizer,
    images::{TypedImage, TypedImageRef},
    pixels::{U8, U8x2, U8x3, U8x4},
};
use image::{
    DynamicImage, GrayAlphaImage, GrayImage, ImageDecoder, ImageFormat, ImageReader, RgbImage, RgbaImage,
    metadata::Orientation,
};

/// What a decoded picture may need.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Width, and height.
    pub side: u32,
    pub pixels: u64,
    pub bytes: u64,
}

#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    #[error("decoding the picture needs {0} bytes of memory")]
    TooLarge(u64),
    #[error("unreadable picture: {0}")]
    Unreadable(#[from] image::ImageError),
}

#[derive(Debug, thiserror::Error)]
#[error("the picture cannot be scaled")]
pub struct ResizeError;

/// Decodes a picture into 8 bits a channel; without a format, its first bytes decide. It still has to be turned.
pub fn decode(
    bytes: &[u8],
    format: Option<ImageFormat>,
    limits: Limits,
) -> Result<(DynamicImage, Orientation), DecodeError> {
    let mut own = image::Limits::default();
    own.max_image_width = Some(limits.side);
    own.max_image_height = Some(limits.side);
    own.max_alloc = Some(limits.bytes);
    let content = Cursor::new(bytes);
    let mut reader = match format {
        Some(format) => ImageReader::with_format(content, format),
        None => ImageReader::new(content).with_guessed_format().map_err(image::ImageError::IoError)?,
    };
    reader.limits(own);
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    // `max_alloc` does not cover the decoded picture, so its size is compared before it is allocated.
    if width > limits.side
        || height > limits.side
        || u64::from(width) * u64::from(height) > limits.pixels
        || decoder.total_bytes() > limits.bytes
    {
        return Err(DecodeError::TooLarge(decoder.total_bytes()));
    }
    // Damaged metadata is no reason to lose the picture.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    Ok((with_eight_bits(DynamicImage::from_decoder(decoder)?), orientation))
}

/// Halves a picture with 16 bits a channel, because scaling needs a second copy of it.
fn with_eight_bits(picture: DynamicImage) -> DynamicImage {
    match picture {
        DynamicImage::ImageLuma16(_) => DynamicImage::ImageLuma8(picture.into_luma8()),
        DynamicImage::ImageLumaA16(_) => DynamicImage::ImageLumaA8(picture.into_luma_alpha8()),
        DynamicImage::ImageRgb16(_) => DynamicImage::ImageRgb8(picture.into_rgb8()),
        DynamicImage::ImageRgba16(_) => DynamicImage::ImageRgba8(picture.into_rgba8()),
        other => other,
    }
}

/// Scales a picture with 8 bits a channel. It keeps its channels: adding some would need another copy of a large picture.
///
/// The resizer's own function for every kind of picture would be compiled for all of them, which takes minutes.
pub fn resize(picture: &DynamicImage, width: u32, height: u32) -> Result<DynamicImage, ResizeError> {
    let from = (picture.width(), picture.height());
    let to = (width, height);
    let small = match picture {
        DynamicImage::ImageLuma8(picture) => {
            GrayImage::from_raw(width, height, scale::<U8>(picture, from, to)?).map(DynamicImage::ImageLuma8)
        }
        DynamicImage::ImageLumaA8(picture) => {
            GrayAlphaImage::from_raw(width, height, scale::<U8x2>(picture, from, to)?)
                .map(DynamicImage::ImageLumaA8)
        }
        DynamicImage::ImageRgb8(picture) => {
            RgbImage::from_raw(width, height, scale::<U8x3>(picture, from, to)?).map(DynamicImage::ImageRgb8)
        }
        DynamicImage::ImageRgba8(picture) => {
            RgbaImage::from_raw(width, height, scale::<U8x4>(picture, from, to)?)
                .map(DynamicImage::ImageRgba8)
        }
        _ => None,
    };
    small.ok_or(ResizeError)
}

fn scale<P: PixelTrait>(pixels: &[u8], from: (u32, u32), to: (u32, u32)) -> Result<Vec<u8>, ResizeError> {
    let source = TypedImageRef::<P>::from_buffer(from.0, from.1, pixels).map_err(|_| ResizeError)?;
    let mut scaled = vec![0; to.0 as usize * to.1 as usize * P::size()];
    let mut target = TypedImage::<P>::from_buffer(to.0, to.1, &mut scaled).map_err(|_| ResizeError)?;
    Resizer::new().resize_typed(&source, &mut target, None).map_err(|_| ResizeError)?;
    Ok(scaled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_eight_bits_is_scaled_and_keeps_its_channels() {
        let grey = DynamicImage::ImageLuma8(GrayImage::from_pixel(40, 20, image::Luma([90])));
        let kinds = [
            DynamicImage::ImageLumaA8(grey.to_luma_alpha8()),
            DynamicImage::ImageRgb8(grey.to_rgb8()),
            DynamicImage::ImageRgba8(grey.to_rgba8()),
            grey,
        ];
        for picture in kinds {
            let small = resize(&picture, 10, 5).expect("scaled");
            assert_eq!((small.color(), small.width(), small.height()), (picture.color(), 10, 5));
            assert_eq!(small.to_rgba8().get_pixel(4, 2).0, [90, 90, 90, 255]);
        }
        assert!(resize(&DynamicImage::new_rgb16(4, 4), 2, 2).is_err());
    }
}
