//! The rate of a commission.

/// A percentage in hundredths of a percent, from 0 to 100 %.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate(i32);

impl Rate {
    pub fn from_basis_points(points: i32) -> Self {
        Self(points.clamp(0, 10_000))
    }

    pub fn as_basis_points(self) -> i32 {
        self.0
    }

    /// Parses a percentage as staff type it: «12.5», «١٢٫٥ ٪».
    pub fn parse(text: &str) -> Option<Self> {
        let folded = kernel::digits::fold(text.trim()).replace(['٫', ','], ".");
        let number = folded.trim_end_matches(['%', '٪']).trim();
        let (whole, cents) = number.split_once('.').unwrap_or((number, ""));
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || whole.len() > 3 || cents.len() > 2 || !is_number(whole) || !is_number(cents) {
            return None;
        }
        let points = whole.parse::<i32>().ok()? * 100 + format!("{cents:0<2}").parse::<i32>().ok()?;
        (0..=10_000).contains(&points).then_some(Self(points))
    }

    /// «12.5», as in the field of a form.
    pub fn to_decimal(self) -> String {
        let (whole, cents) = (self.0 / 100, self.0 % 100);
        let text = format!("{whole}.{cents:02}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    /// «12.5%».
    pub fn format(self) -> String {
        format!("{}%", self.to_decimal())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_read_as_staff_type_it() {
        for (text, points) in
            [("10", 1_000), ("12.5", 1_250), ("١٢٫٥ ٪", 1_250), (" 0.05% ", 5), ("100", 10_000)]
        {
            assert_eq!(Rate::parse(text).map(Rate::as_basis_points), Some(points), "{text}");
        }
        for text in ["", "-1", "100.01", "1000", "1.234", "ten", "1.2.3", "."] {
            assert_eq!(Rate::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_rate_is_shown_without_trailing_zeros() {
        for (points, text) in [(1_000, "10%"), (1_250, "12.5%"), (5, "0.05%"), (0, "0%"), (10_000, "100%")] {
            assert_eq!(Rate::from_basis_points(points).format(), text);
        }
    }
}
