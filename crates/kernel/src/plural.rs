//! Selects one of the six Arabic plural forms.
//!
//! Implemented here because the rule in `fluent-bundle` does not treat 103 like 3. TypeScript has the same rule; both
//! are tested with `vectors/plural.json`.

/// Grammatical form of a counted noun.
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
    /// Returns the variant key used in Fluent files.
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

/// Returns the form for a number; a fraction is always [`Plural::Other`].
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

    /// The TypeScript implementation is tested with the same file.
    #[test]
    fn the_forms_agree_with_the_shared_vectors() {
        for case in vectors::<Case>("plural.json") {
            assert_eq!(plural(case.n).as_str(), case.form, "{}", case.n);
        }
    }

    #[test]
    fn nan_and_infinity_take_the_form_other() {
        assert_eq!(plural(f64::NAN), Plural::Other);
        assert_eq!(plural(f64::INFINITY), Plural::Other);
    }
}
