//! Postal addresses: required fields, normalization and validation.

use kernel::{EmailAddress, digits, text};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum AddressKind {
    Billing,
    Shipping,
}

impl AddressKind {
    pub const ALL: [Self; 2] = [Self::Billing, Self::Shipping];

    pub fn name(self) -> &'static str {
        match self {
            Self::Billing => "billing",
            Self::Shipping => "shipping",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A billing or shipping address.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Address {
    pub first_name: String,
    pub last_name: String,
    pub country: String,
    pub city: String,
    pub address_1: String,
    pub home_number: String,
    pub postcode: String,
    pub phone: String,
    pub email: String,
}

/// A field of the address form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressField {
    FirstName,
    LastName,
    Country,
    City,
    Address,
    HomeNumber,
    Postcode,
    Phone,
    Email,
}

impl AddressField {
    /// In the order of the form.
    pub const ALL: [Self; 9] = [
        Self::FirstName,
        Self::LastName,
        Self::Country,
        Self::City,
        Self::Address,
        Self::HomeNumber,
        Self::Postcode,
        Self::Phone,
        Self::Email,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::FirstName => "first_name",
            Self::LastName => "last_name",
            Self::Country => "country",
            Self::City => "city",
            Self::Address => "address_1",
            Self::HomeNumber => "home_number",
            Self::Postcode => "postcode",
            Self::Phone => "phone",
            Self::Email => "email",
        }
    }

    /// A shipping address has no email, and its phone is optional.
    pub fn is_required(self, kind: AddressKind) -> bool {
        match self {
            Self::HomeNumber | Self::Postcode => false,
            Self::Phone | Self::Email => kind == AddressKind::Billing,
            _ => true,
        }
    }

    pub fn applies_to(self, kind: AddressKind) -> bool {
        self != Self::Email || kind == AddressKind::Billing
    }

    fn max_length(self) -> usize {
        match self {
            Self::Address => 200,
            Self::HomeNumber | Self::Postcode => 20,
            Self::Phone => 30,
            Self::Email => 254,
            _ => 100,
        }
    }
}

impl Address {
    pub fn get(&self, part: AddressField) -> &str {
        match part {
            AddressField::FirstName => &self.first_name,
            AddressField::LastName => &self.last_name,
            AddressField::Country => &self.country,
            AddressField::City => &self.city,
            AddressField::Address => &self.address_1,
            AddressField::HomeNumber => &self.home_number,
            AddressField::Postcode => &self.postcode,
            AddressField::Phone => &self.phone,
            AddressField::Email => &self.email,
        }
    }

    fn set(&mut self, part: AddressField, value: String) {
        let target = match part {
            AddressField::FirstName => &mut self.first_name,
            AddressField::LastName => &mut self.last_name,
            AddressField::Country => &mut self.country,
            AddressField::City => &mut self.city,
            AddressField::Address => &mut self.address_1,
            AddressField::HomeNumber => &mut self.home_number,
            AddressField::Postcode => &mut self.postcode,
            AddressField::Phone => &mut self.phone,
            AddressField::Email => &mut self.email,
        };
        *target = value;
    }

    /// Reads the submitted values: cleans and truncates text, and folds digits of every script to ASCII.
    pub fn read(typed: impl Fn(AddressField) -> String) -> Self {
        let mut address = Self::default();
        for part in AddressField::ALL {
            let value = text::clean(&typed(part), part.max_length());
            let folds =
                matches!(part, AddressField::Phone | AddressField::Postcode | AddressField::HomeNumber);
            address.set(part, if folds { digits::fold(&value).into_owned() } else { value });
        }
        address
    }

    /// Returns every field error, in the order of the form.
    pub fn validate(
        &self,
        kind: AddressKind,
        knows_country: impl Fn(&str) -> bool,
    ) -> Vec<(AddressField, AddressError)> {
        let check = |part: AddressField| {
            let value = self.get(part);
            if value.is_empty() {
                return part.is_required(kind).then_some(AddressError::Missing);
            }
            match part {
                AddressField::Country if !knows_country(value) => Some(AddressError::Missing),
                AddressField::Phone if !is_phone(value) => Some(AddressError::Phone),
                AddressField::Email if EmailAddress::parse(value).is_err() => Some(AddressError::Email),
                _ => None,
            }
        };
        let fields = AddressField::ALL.into_iter().filter(|part| part.applies_to(kind));
        fields.filter_map(|part| Some((part, check(part)?))).collect()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressError {
    Missing,
    Phone,
    Email,
}

fn is_phone(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let plain = value.bytes().all(|byte| byte.is_ascii_digit() || b"+-() .".contains(&byte));
    plain && (5..=15).contains(&digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn validation_reports_every_missing_or_invalid_field() {
        let empty = Address::read(|_| String::new());
        let errors = empty.validate(AddressKind::Billing, |_| true);
        let missing: Vec<_> = errors.iter().map(|(part, _)| part.name()).collect();
        assert_eq!(missing, ["first_name", "last_name", "country", "city", "address_1", "phone", "email"]);
        assert_eq!(empty.validate(AddressKind::Shipping, |_| true).len(), 5);

        let typed = Address::read(|part| {
            match part {
                AddressField::Phone => "٠٧٩ ١٢٣ ٤٥٦٧",
                AddressField::Email => "salma@",
                AddressField::Country => "XX",
                _ => "عمّان",
            }
            .to_owned()
        });
        assert_eq!(typed.phone, "079 123 4567");
        let errors = typed.validate(AddressKind::Billing, |country| country == "JO");
        assert_eq!(
            errors,
            [(AddressField::Country, AddressError::Missing), (AddressField::Email, AddressError::Email)]
        );
    }
}
