//! The group `payment_methods` of the table `settings`. Without it the shop takes what the provider charges, and nothing
//! else.

use chrono::TimeDelta;
use kernel::Money;
use serde::{Deserialize, Serialize};

use crate::rules::{
    OfflineMethod,
    offline::{OfflineRefusal, Terms},
};

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PaymentMethodSettings {
    pub cod: MethodSettings,
    pub bacs: TransferSettings,
}

/// Which orders a method is offered for. Amounts are in minor units of the shop's currency.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct MethodSettings {
    pub enabled: bool,
    pub min_total_minor: Option<i64>,
    pub max_total_minor: Option<i64>,
    pub countries: Vec<String>,
    pub max_open_orders: u32,
}

impl Default for MethodSettings {
    fn default() -> Self {
        Self {
            enabled: false,
            min_total_minor: None,
            max_total_minor: None,
            countries: Vec::new(),
            max_open_orders: 3,
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct TransferSettings {
    #[serde(flatten)]
    pub method: MethodSettings,
    /// How long an order waits for its transfer.
    pub days: u16,
    /// How long before the end of that time the buyer is reminded; zero: never.
    pub reminder_hours: u16,
    pub accounts: Vec<BankAccount>,
}

impl Default for TransferSettings {
    fn default() -> Self {
        Self { method: MethodSettings::default(), days: 3, reminder_hours: 24, accounts: Vec::new() }
    }
}

impl TransferSettings {
    /// How long before the deadline the buyer is reminded; `None`: never. At most half of the time, so that no reminder
    /// follows the order at once.
    pub fn reminder_before(&self) -> Option<TimeDelta> {
        let before = TimeDelta::hours(i64::from(self.reminder_hours).min(i64::from(self.days) * 12));
        (!before.is_zero()).then_some(before)
    }
}

/// An account of the shop. What is empty is not shown.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct BankAccount {
    pub bank: String,
    pub holder: String,
    pub iban: String,
    pub bic: String,
}

impl BankAccount {
    /// The IBAN without spaces, as it is copied.
    pub fn plain_iban(&self) -> String {
        self.iban.chars().filter(|one| !one.is_whitespace()).collect()
    }

    /// The IBAN in groups of four, as banks print it.
    pub fn grouped_iban(&self) -> String {
        let characters: Vec<char> = self.plain_iban().chars().collect();
        characters.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
    }
}

impl PaymentMethodSettings {
    pub fn terms(&self, method: OfflineMethod) -> Terms {
        let settings = match method {
            OfflineMethod::Cod => &self.cod,
            OfflineMethod::Bacs => &self.bacs.method,
        };
        // A transfer without an account to transfer to cannot be made.
        let is_possible = match method {
            OfflineMethod::Cod => true,
            OfflineMethod::Bacs => self.bacs.accounts.iter().any(|account| !account.iban.is_empty()),
        };
        Terms {
            is_enabled: settings.enabled && is_possible,
            min_total: settings.min_total_minor.map(Money::from_minor),
            max_total: settings.max_total_minor.map(Money::from_minor),
            countries: settings.countries.clone(),
            max_open_orders: settings.max_open_orders,
        }
    }

    /// The methods that the shop has, for any order.
    pub fn enabled(&self) -> impl Iterator<Item = OfflineMethod> {
        OfflineMethod::ALL.into_iter().filter(|method| self.terms(*method).is_enabled)
    }

    /// The methods that the shop has, each with the reason why this order cannot use it.
    pub fn offers<'a>(
        &'a self,
        total: Money,
        country: &'a str,
    ) -> impl Iterator<Item = (OfflineMethod, Option<OfflineRefusal>)> + 'a {
        self.enabled().map(move |method| (method, self.terms(method).check(total, country).err()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_settings_no_method_is_offered() {
        assert_eq!(PaymentMethodSettings::default().enabled().count(), 0);
        let empty: PaymentMethodSettings = serde_json::from_str("{}").expect("settings");
        assert_eq!(empty.enabled().count(), 0);
    }

    #[test]
    fn a_transfer_needs_an_account() {
        let read = |text: &str| serde_json::from_str::<PaymentMethodSettings>(text).expect("settings");
        assert_eq!(read(r#"{"bacs": {"enabled": true}}"#).enabled().count(), 0);
        let settings = read(
            r#"{"cod": {"enabled": true, "maxTotalMinor": 500, "countries": ["SA"]},
                "bacs": {"enabled": true, "days": 5, "accounts": [{"iban": "SA03 8000"}]}}"#,
        );
        assert_eq!(settings.enabled().collect::<Vec<_>>(), OfflineMethod::ALL);
        assert_eq!(settings.bacs.days, 5);
        let offers: Vec<_> = settings.offers(Money::from_minor(600), "SA").collect();
        let above = OfflineRefusal::AboveMax(Money::from_minor(500));
        assert_eq!(offers, [(OfflineMethod::Cod, Some(above)), (OfflineMethod::Bacs, None)]);
    }

    #[test]
    fn a_reminder_comes_in_the_second_half_of_the_time() {
        let before = |days, reminder_hours| {
            let settings = TransferSettings { days, reminder_hours, ..TransferSettings::default() };
            settings.reminder_before().map(|before| before.num_hours())
        };
        assert_eq!(before(3, 24), Some(24));
        assert_eq!(before(1, 24), Some(12));
        assert_eq!(before(3, 0), None);
        assert_eq!(before(0, 24), None, "no time to remind in");
    }

    #[test]
    fn an_iban_is_shown_in_groups_and_copied_without_spaces() {
        let account = BankAccount { iban: "SA03 80000000608010167519".to_owned(), ..BankAccount::default() };
        assert_eq!(account.plain_iban(), "SA0380000000608010167519");
        assert_eq!(account.grouped_iban(), "SA03 8000 0000 6080 1016 7519");
    }
}
