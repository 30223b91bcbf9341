//! Barcode pictures: drawn from the number in their address, so they never change.

use barcoders::{
    generators::svg::{Color, SVG},
    sym::{
        code128::Code128,
        ean8::EAN8,
        ean13::{EAN13, UPCA},
    },
};

/// In bar widths: about as wide as three times as high.
const HEIGHT: u32 = 33;

/// Where the picture of this number is, if it has one.
pub fn url(value: &str) -> Option<String> {
    draw(value).is_some().then(|| {
        format!(
            "/media/barcode/{}.svg",
            percent_encoding::utf8_percent_encode(value, percent_encoding::NON_ALPHANUMERIC)
        )
    })
}

/// A number with a check digit becomes an EAN or UPC; anything else that a scanner can read, Code 128.
pub fn draw(value: &str) -> Option<String> {
    if value.is_empty() || value.len() > 32 || !value.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return None;
    }
    let digits = value.bytes().all(|byte| byte.is_ascii_digit());
    let bars = match value.len() {
        13 if digits => EAN13::new(value).ok().map(|code| code.encode()),
        12 if digits => UPCA::new(value).ok().map(|code| code.encode()),
        8 if digits => EAN8::new(value).ok().map(|code| code.encode()),
        _ => None,
    };
    // Set B holds letters and digits alike.
    let bars = bars.or_else(|| Code128::new(format!("\u{0181}{value}")).ok().map(|code| code.encode()))?;
    let none = Color { rgba: [255, 255, 255, 0] };
    SVG::new(HEIGHT).xmlns("http://www.w3.org/2000/svg".to_owned()).background(none).generate(&bars).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_a_check_digit_and_other_codes_have_a_picture() {
        for value in ["6291041500213", "036000291452", "96385074", "NKH-HRZ-250M"] {
            let svg = draw(value).unwrap_or_else(|| panic!("{value} has no picture"));
            assert!(svg.contains("xmlns=\"http://www.w3.org/2000/svg\"") && svg.contains("<rect"), "{value}");
        }
        assert!(draw("").is_none());
        assert!(draw("باركود").is_none());
        assert!(draw(&"1".repeat(40)).is_none());
    }
}
