//! Bank accounts as lines of text: bank, holder, IBAN and BIC, with `|` between them.

use kernel::{Message, digits, msg::settings as msg, text};
use payments::settings::BankAccount;
use serde_json::{Value, json};

const MOST: usize = 5;
const MAX_CHARS: usize = 120;

pub fn text(value: &Value) -> String {
    let accounts: Vec<BankAccount> = serde_json::from_value(value.clone()).unwrap_or_default();
    let line = |one: BankAccount| {
        let parts = [one.bank.clone(), one.holder.clone(), one.grouped_iban(), one.bic];
        let filled = parts.iter().rposition(|part| !part.is_empty()).map_or(0, |last| last + 1);
        parts.iter().take(filled).map(String::as_str).collect::<Vec<_>>().join(" | ")
    };
    accounts.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

pub fn read(given: &str) -> Result<Value, Message> {
    let mut accounts = Vec::new();
    for line in given.lines().filter(|line| !line.trim().is_empty()) {
        let parts: Vec<String> = line.split('|').map(|part| text::clean(part, MAX_CHARS)).collect();
        let [bank, holder, iban, rest @ ..] = parts.as_slice() else { return Err(msg::ERROR_ACCOUNT.into()) };
        if rest.len() > 1 {
            return Err(msg::ERROR_ACCOUNT.into());
        }
        let iban = digits::fold(iban).replace(' ', "").to_uppercase();
        if !is_iban(&iban) {
            return Err(msg::ERROR_IBAN.into());
        }
        let bic =
            rest.first().map(|bic| digits::fold(bic).replace(' ', "").to_uppercase()).unwrap_or_default();
        accounts.push(BankAccount { bank: bank.clone(), holder: holder.clone(), iban, bic });
    }
    if accounts.len() > MOST { Err(msg::ERROR_TOO_MANY.with("most", MOST)) } else { Ok(json!(accounts)) }
}

/// Whether the check digits are right: the number with its first four characters at the end is 1 modulo 97.
fn is_iban(iban: &str) -> bool {
    let is_shaped = (15..=34).contains(&iban.len())
        && iban.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && iban.bytes().take(2).all(|byte| byte.is_ascii_uppercase());
    if !is_shaped {
        return false;
    }
    let (head, tail) = iban.split_at(4);
    let rest = tail.chars().chain(head.chars()).try_fold(0, |rest: u32, one| {
        let digit = one.to_digit(36)?;
        Some((if digit < 10 { rest * 10 } else { rest * 100 } + digit) % 97)
    });
    rest == Some(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_are_their_lines() {
        let line = "مصرف النخلة | دكان النخلة | SA03 8000 0000 6080 1016 7519";
        let value = read(line).expect("an account");
        assert_eq!(value[0]["iban"], "SA0380000000608010167519");
        assert_eq!(text(&value), line);
        assert_eq!(text(&read("").expect("none")), "");
    }

    #[test]
    fn a_wrong_number_is_refused() {
        for wrong in ["أ | ب | SA03 8000 0000 6080 1016 7518", "أ | ب | 12", "أ | ب"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
