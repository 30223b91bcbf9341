//! Barcode images, rendered from the value in their URL, so they never change.

use barcoders::{
    generators::svg::{Color, SVG},
    sym::{
        code128::Code128,
        ean8::EAN8,
        ean13::{EAN13, UPCA},
    },
};

/// In bar widths: about a third of the width.
const HEIGHT: u32 = 33;

/// Returns the URL of the barcode image, or `None` if the value cannot be encoded.
pub fn url(value: &str) -> Option<String> {
    render(value).is_some().then(|| {
        format!(
            "/media/barcode/{}.svg",
            percent_encoding::utf8_percent_encode(value, percent_encoding::NON_ALPHANUMERIC)
        )
    })
}

/// Renders a number with a check digit as EAN or UPC, and any other printable ASCII text as Code 128.
pub fn render(value: &str) -> Option<String> {
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
    // Code set B contains letters and digits.
    let bars = bars.or_else(|| Code128::new(format!("\u{0181}{value}")).ok().map(|code| code.encode()))?;
    let transparent = Color { rgba: [255, 255, 255, 0] };
    SVG::new(HEIGHT)
        .xmlns("http://www.w3.org/2000/svg".to_owned())
        .background(transparent)
        .generate(&bars)
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_a_check_digit_and_other_codes_are_rendered() {
        for value in ["6291041500213", "036000291452", "96385074", "NKH-HRZ-250M"] {
            let svg = render(value).unwrap_or_else(|| panic!("{value} is not rendered"));
            assert!(svg.contains("xmlns=\"http://www.w3.org/2000/svg\"") && svg.contains("<rect"), "{value}");
        }
        assert!(render("").is_none());
        assert!(render("باركود").is_none());
        assert!(render(&"1".repeat(40)).is_none());
    }
}
