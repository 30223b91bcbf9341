//! Renders the digits of a captcha: bent, shifted and crossed by lines, and still easy to read for people.

use image::{ExtendedColorType, GrayImage, ImageEncoder, Luma, codecs::png::PngEncoder};
use rand::RngExt;

pub const WIDTH: u32 = 160;
pub const HEIGHT: u32 = 56;
/// Pixels of one cell of a digit.
const CELL: f32 = 5.0;
const COLUMNS: usize = 5;
const ROWS: usize = 7;
/// Each pixel is sampled this often in both directions.
const SAMPLES: u32 = 3;

const PAPER: u8 = 244;
const INK: u8 = 38;
const LINES: u32 = 4;
const DOTS: u32 = 140;

/// The five cells of each row, from the digit's first column in the highest bit.
const DIGITS: [[u8; ROWS]; 10] = [
    [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
    [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
    [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
    [0b11111, 0b00010, 0b00100, 0b00110, 0b00001, 0b10001, 0b01110],
    [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
    [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
    [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
    [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
    [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
    [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
];

/// A digit with its place in the picture.
struct Placed {
    rows: [u8; ROWS],
    left: f32,
    top: f32,
    /// Pixels to the side for each pixel down.
    slant: f32,
}

impl Placed {
    fn covers(&self, x: f32, y: f32) -> bool {
        let row = (y - self.top) / CELL;
        let column = (x - self.left - (y - self.top) * self.slant) / CELL;
        let is_inside = (0.0..ROWS as f32).contains(&row) && (0.0..COLUMNS as f32).contains(&column);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside the digit")]
        let (row, column) = (row as usize, column as usize);
        is_inside && self.rows[row] >> (COLUMNS - 1 - column) & 1 == 1
    }
}

/// A PNG of the digits.
#[expect(clippy::cast_precision_loss, reason = "the picture is small")]
pub fn render(digits: &str) -> anyhow::Result<Vec<u8>> {
    let mut rng = rand::rng();
    let placed: Vec<Placed> = digits
        .bytes()
        .filter(u8::is_ascii_digit)
        .zip(0u8..)
        .map(|(digit, index)| Placed {
            rows: DIGITS[usize::from(digit - b'0')],
            left: 8.0 + f32::from(index) * 30.0 + rng.random_range(-2.0..2.0),
            top: 10.0 + rng.random_range(-5.0..5.0),
            slant: rng.random_range(-0.18..0.18),
        })
        .collect();
    let (bend_x, bend_y): (f32, f32) = (rng.random_range(0.0..6.3), rng.random_range(0.0..6.3));
    let bent = |x: f32, y: f32| (x + 1.8 * (y / 9.0 + bend_x).sin(), y + 1.8 * (x / 14.0 + bend_y).sin());
    let mut picture = GrayImage::from_fn(WIDTH, HEIGHT, |x, y| {
        let samples = (0..SAMPLES * SAMPLES).filter(|sample| {
            let offset = |part: u32| (part as f32 + 0.5) / SAMPLES as f32;
            let (x, y) = bent(x as f32 + offset(sample % SAMPLES), y as f32 + offset(sample / SAMPLES));
            placed.iter().any(|digit| digit.covers(x, y))
        });
        let share = samples.count() as f32 / (SAMPLES * SAMPLES) as f32;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between ink and paper")]
        Luma([(f32::from(PAPER) - share * f32::from(PAPER - INK)) as u8])
    });
    for _ in 0..LINES {
        let (from, to): (f32, f32) = (rng.random_range(0.0..56.0), rng.random_range(0.0..56.0));
        for x in 0..WIDTH {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside the picture")]
            let y = (from + (to - from) * x as f32 / WIDTH as f32) as u32;
            picture.put_pixel(x, y.min(HEIGHT - 1), Luma([120]));
        }
    }
    for _ in 0..DOTS {
        let (x, y) = (rng.random_range(0..WIDTH), rng.random_range(0..HEIGHT));
        picture.put_pixel(x, y, Luma([rng.random_range(90..200)]));
    }
    let mut png = Vec::new();
    PngEncoder::new(&mut png).write_image(picture.as_raw(), WIDTH, HEIGHT, ExtendedColorType::L8)?;
    Ok(png)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells of the digits that are dark in most of their pixels.
    fn dark_pixels(png: &[u8]) -> usize {
        let picture = image::load_from_memory(png).expect("a picture").into_luma8();
        assert_eq!(picture.dimensions(), (WIDTH, HEIGHT));
        picture.pixels().filter(|pixel| pixel.0[0] < 80).count()
    }

    #[test]
    fn every_digit_is_rendered_and_no_two_pictures_are_the_same() {
        for (digit, rows) in DIGITS.iter().enumerate() {
            let text = digit.to_string().repeat(5);
            let (first, second) = (render(&text).expect("a picture"), render(&text).expect("a picture"));
            assert_ne!(first, second);
            let cells: u32 = rows.iter().map(|row| row.count_ones()).sum();
            let expected = cells as usize * 25 * 5;
            let dark = dark_pixels(&first);
            assert!((expected / 2..expected * 2).contains(&dark), "{digit}: {dark} of {expected}");
        }
        assert!(dark_pixels(&render("").expect("a picture")) == 0, "noise is lighter than ink");
    }
}
