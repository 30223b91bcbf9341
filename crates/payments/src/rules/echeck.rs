//! Numbers of a bank account, as an eCheck asks for them.

use kernel::digits::fold;

use super::is_digits;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("no routing number")]
    RoutingMissing,
    #[error("not only digits in a routing number")]
    RoutingDigits,
    #[error("a routing number has 9 digits")]
    RoutingLength,
    #[error("no account number")]
    AccountMissing,
    #[error("not only digits in an account number")]
    AccountDigits,
    #[error("an account number has 5 to 17 digits")]
    AccountLength,
}

impl Fault {
    /// The key of its text, as the browser's twin names it.
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

pub fn check_routing(text: &str) -> Result<(), Fault> {
    let number = fold(text);
    match number.len() {
        0 => Err(Fault::RoutingMissing),
        _ if !is_digits(&number) => Err(Fault::RoutingDigits),
        9 => Ok(()),
        _ => Err(Fault::RoutingLength),
    }
}

/// Five digits at least, as its text says; the rule that the text came with would have taken three.
pub fn check_account(text: &str) -> Result<(), Fault> {
    let number = fold(text);
    match number.len() {
        0 => Err(Fault::AccountMissing),
        _ if !is_digits(&number) => Err(Fault::AccountDigits),
        5..=17 => Ok(()),
        _ => Err(Fault::AccountLength),
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
        fault: Option<String>,
    }

    /// The browser runs the same file: see `web/src/payments/rules.test.ts`.
    #[test]
    fn account_numbers_agree_with_the_shared_vectors() {
        for case in vectors::<Case>("payments/echeck.json") {
            let check = if case.field == "routing" { check_routing } else { check_account };
            assert_eq!(check(&case.value).err().map(Fault::code), case.fault.as_deref(), "{}", case.name);
        }
    }
}
