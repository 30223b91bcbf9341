//! Which of Arabic's six forms a number takes.
//!
//! Our own rule, because the one under `fluent-bundle` forgets that 103 counts like 3. The
//! browser has the same six lines; both are held to `vectors/plural.json`.

/// The grammatical form that a number asks of the noun it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plural {
    Zero,
    One,
    Two,
    Few,
    Many,
    Other,
}

impl Plural {
    /// The name of the variant in a Fluent file.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::One => "one",
            Self::Two => "two",
            Self::Few => "few",
            Self::Many => "many",
            Self::Other => "other",
        }
    }
}

/// The form for a number; a fraction is always [`Plural::Other`].
pub fn plural(number: impl Into<f64>) -> Plural {
    let size = number.into().abs();
    if size.fract() != 0.0 || !size.is_finite() {
        return Plural::Other;
    }
    match (size, size % 100.0) {
        (0.0, _) => Plural::Zero,
        (1.0, _) => Plural::One,
        (2.0, _) => Plural::Two,
        (_, 3.0..=10.0) => Plural::Few,
        (_, 11.0..=99.0) => Plural::Many,
        _ => Plural::Other,
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::vectors;

    #[derive(Deserialize)]
    struct Case {
        n: f64,
        form: String,
    }

    /// The browser runs the same file.
    #[test]
    fn the_forms_agree_with_the_shared_vectors() {
        for case in vectors::<Case>("plural.json") {
            assert_eq!(plural(case.n).as_str(), case.form, "{}", case.n);
        }
    }

    #[test]
    fn what_is_no_number_takes_the_plainest_form() {
        assert_eq!(plural(f64::NAN), Plural::Other);
        assert_eq!(plural(f64::INFINITY), Plural::Other);
    }
}
