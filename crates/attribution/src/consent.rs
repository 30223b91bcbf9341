//! Whether the source of a visitor may be known. `web/src/attribution/consent.ts` decides the same.

use edge::view::ConsentMode;

/// The cookie with the visitor's own choice.
pub const CONSENT_COOKIE: &str = "matjar_consent";

/// What a visitor chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConsentChoice {
    Yes,
    No,
}

impl ConsentChoice {
    pub fn parse(value: &str) -> Option<Self> {
        match value {
            "yes" => Some(Self::Yes),
            "no" => Some(Self::No),
            _ => None,
        }
    }

    pub const fn value(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
        }
    }
}

pub fn is_allowed(mode: ConsentMode, choice: Option<ConsentChoice>) -> bool {
    match mode {
        ConsentMode::Allowed => choice != Some(ConsentChoice::No),
        ConsentMode::Ask => choice == Some(ConsentChoice::Yes),
        ConsentMode::Denied => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [ATTR-11] [ATTR-12]
    #[test]
    fn tracking_is_allowed_by_default_and_a_visitor_may_refuse_it() {
        assert_eq!(ConsentMode::default(), ConsentMode::Allowed);
        assert!(is_allowed(ConsentMode::Allowed, None));
        assert!(!is_allowed(ConsentMode::Allowed, Some(ConsentChoice::No)));
        assert!(!is_allowed(ConsentMode::Ask, None));
        assert!(is_allowed(ConsentMode::Ask, Some(ConsentChoice::Yes)));
        assert!(!is_allowed(ConsentMode::Denied, Some(ConsentChoice::Yes)));
    }
}
