//! Counts the frames of a GIF without decoding them.

use crate::rules::RefusalReason;

const EXTENSION: u8 = 0x21;
const IMAGE: u8 = 0x2c;
const END: u8 = 0x3b;

/// Counts frames, and stops at `enough`. A file that ends early counts as far as it goes: decoding its first frame
/// decides whether it is of use.
pub fn count(bytes: &[u8], enough: u32) -> Result<u32, RefusalReason> {
    let screen = bytes.get(..13).ok_or(RefusalReason::Broken)?;
    let mut at = 13 + colour_table_bytes(screen[10]);
    let mut frames = 0;
    while frames < enough {
        match bytes.get(at) {
            Some(&IMAGE) => {
                let Some(&flags) = bytes.get(at + 9) else { break };
                frames += 1;
                // The descriptor, its colour table, and one byte for the size of codes.
                at = after_blocks(bytes, at + 10 + colour_table_bytes(flags) + 1);
            }
            // A label, then blocks.
            Some(&EXTENSION) => at = after_blocks(bytes, at + 2),
            Some(&END) | None => break,
            Some(_) if frames == 0 => return Err(RefusalReason::Broken),
            // Whatever follows the frames is lost anyway.
            Some(_) => break,
        }
    }
    if frames == 0 { Err(RefusalReason::Broken) } else { Ok(frames) }
}

fn colour_table_bytes(flags: u8) -> usize {
    if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 0x07) + 1) }
}

/// Skips blocks, each preceded by its length, until one of length 0.
fn after_blocks(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&length) = bytes.get(at) {
        at += 1 + usize::from(length);
        if length == 0 {
            break;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use image::{Delay, Frame, RgbaImage, codecs::gif::GifEncoder};

    use super::*;

    fn gif(frames: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = GifEncoder::new(&mut bytes);
        for n in 0..frames {
            let picture = RgbaImage::from_pixel(4, 4, image::Rgba([n as u8, 90, 90, 255]));
            encoder
                .encode_frame(Frame::from_parts(picture, 0, 0, Delay::from_numer_denom_ms(40, 1)))
                .expect("frame");
        }
        drop(encoder);
        bytes
    }

    #[test]
    fn frames_are_counted_until_there_are_enough() {
        assert_eq!(count(&gif(1), 301), Ok(1));
        assert_eq!(count(&gif(7), 301), Ok(7));
        assert_eq!(count(&gif(7), 5), Ok(5));
    }

    #[test]
    fn a_file_that_ends_early_is_not_read_past_its_end() {
        let whole = gif(2);
        for end in 0..whole.len() {
            let _ = count(&whole[..end], 301);
        }
        assert_eq!(count(b"GIF89a", 301), Err(RefusalReason::Broken));
        assert_eq!(count(b"GIF89a\x01\0\x01\0\0\0\0<html>", 301), Err(RefusalReason::Broken));
    }
}
