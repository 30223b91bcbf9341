//! Validation of the routing and account numbers of an eCheck.

use kernel::digits::fold;

use super::is_digits;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EcheckFieldError {
    #[error("missing routing number")]
    RoutingMissing,
    #[error("routing number contains other characters than digits")]
    RoutingDigits,
    #[error("routing number is not 9 digits long")]
    RoutingLength,
    #[error("missing account number")]
    AccountMissing,
    #[error("account number contains other characters than digits")]
    AccountDigits,
    #[error("account number is not 5 to 17 digits long")]
    AccountLength,
}

impl EcheckFieldError {
    /// The key of the error's text, the same as in the browser.
    pub fn code(self) -> &'static str {
        match self {
            Self::RoutingMissing => "echeck.routing.missing",
            Self::RoutingDigits => "echeck.routing.digits",
            Self::RoutingLength => "echeck.routing.length",
            Self::AccountMissing => "echeck.account.missing",
            Self::AccountDigits => "echeck.account.digits",
            Self::AccountLength => "echeck.account.length",
        }
    }
}

pub fn check_routing(text: &str) -> Result<(), EcheckFieldError> {
    let number = fold(text);
    match number.len() {
        0 => Err(EcheckFieldError::RoutingMissing),
        _ if !is_digits(&number) => Err(EcheckFieldError::RoutingDigits),
        9 => Ok(()),
        _ => Err(EcheckFieldError::RoutingLength),
    }
}

/// Checks an account number: at least five digits, as the error text says, although the platform's rule allows three.
pub fn check_account(text: &str) -> Result<(), EcheckFieldError> {
    let number = fold(text);
    match number.len() {
        0 => Err(EcheckFieldError::AccountMissing),
        _ if !is_digits(&number) => Err(EcheckFieldError::AccountDigits),
        5..=17 => Ok(()),
        _ => Err(EcheckFieldError::AccountLength),
    }
}

#[cfg(test)]
mod tests {
    use kernel::vectors;
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Case {
        name: String,
        field: String,
        value: String,
        error: Option<String>,
    }

    /// The browser's tests use the same file: see `web/src/payments/rules.test.ts`.
    #[test]
    fn account_numbers_agree_with_the_shared_vectors() {
        for case in vectors::<Case>("payments/echeck.json") {
            let check = if case.field == "routing" { check_routing } else { check_account };
            assert_eq!(
                check(&case.value).err().map(EcheckFieldError::code),
                case.error.as_deref(),
                "{}",
                case.name
            );
        }
    }
}
