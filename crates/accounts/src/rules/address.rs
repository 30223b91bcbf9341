//! Where a parcel or an invoice goes: what must be said, and in which form it is kept.

use kernel::{EmailAddress, digits, text};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// Where a parcel or an invoice goes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
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

/// The parts of an address, as its form names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
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

impl Part {
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

    /// A parcel needs no e-mail, and its phone may be missing.
    pub fn is_required(self, kind: AddressKind) -> bool {
        match self {
            Self::HomeNumber | Self::Postcode => false,
            Self::Phone | Self::Email => kind == AddressKind::Billing,
            _ => true,
        }
    }

    pub fn is_asked(self, kind: AddressKind) -> bool {
        self != Self::Email || kind == AddressKind::Billing
    }

    fn longest(self) -> usize {
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
    pub fn get(&self, part: Part) -> &str {
        match part {
            Part::FirstName => &self.first_name,
            Part::LastName => &self.last_name,
            Part::Country => &self.country,
            Part::City => &self.city,
            Part::Address => &self.address_1,
            Part::HomeNumber => &self.home_number,
            Part::Postcode => &self.postcode,
            Part::Phone => &self.phone,
            Part::Email => &self.email,
        }
    }

    fn set(&mut self, part: Part, value: String) {
        let place = match part {
            Part::FirstName => &mut self.first_name,
            Part::LastName => &mut self.last_name,
            Part::Country => &mut self.country,
            Part::City => &mut self.city,
            Part::Address => &mut self.address_1,
            Part::HomeNumber => &mut self.home_number,
            Part::Postcode => &mut self.postcode,
            Part::Phone => &mut self.phone,
            Part::Email => &mut self.email,
        };
        *place = value;
    }

    /// What a form says, made clean: digits of every script are plain ones afterwards.
    pub fn read(typed: impl Fn(Part) -> String) -> Self {
        let mut address = Self::default();
        for part in Part::ALL {
            let value = text::clean(&typed(part), part.longest());
            let folds = matches!(part, Part::Phone | Part::Postcode | Part::HomeNumber);
            address.set(part, if folds { digits::fold(&value).into_owned() } else { value });
        }
        address
    }

    /// Everything that is wrong with it, in the order of the form.
    pub fn faults(
        &self,
        kind: AddressKind,
        knows_country: impl Fn(&str) -> bool,
    ) -> Vec<(Part, AddressFault)> {
        let fault = |part: Part| {
            let value = self.get(part);
            if value.is_empty() {
                return part.is_required(kind).then_some(AddressFault::Missing);
            }
            match part {
                Part::Country if !knows_country(value) => Some(AddressFault::Missing),
                Part::Phone if !is_phone(value) => Some(AddressFault::Phone),
                Part::Email if EmailAddress::parse(value).is_err() => Some(AddressFault::Email),
                _ => None,
            }
        };
        let asked = Part::ALL.into_iter().filter(|part| part.is_asked(kind));
        asked.filter_map(|part| Some((part, fault(part)?))).collect()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressFault {
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
    fn an_address_names_everything_that_is_missing_or_wrong() {
        let empty = Address::read(|_| String::new());
        let faults = empty.faults(AddressKind::Billing, |_| true);
        let missing: Vec<_> = faults.iter().map(|(part, _)| part.name()).collect();
        assert_eq!(missing, ["first_name", "last_name", "country", "city", "address_1", "phone", "email"]);
        assert_eq!(empty.faults(AddressKind::Shipping, |_| true).len(), 5);

        let typed = Address::read(|part| {
            match part {
                Part::Phone => "٠٧٩ ١٢٣ ٤٥٦٧",
                Part::Email => "salma@",
                Part::Country => "XX",
                _ => "عمّان",
            }
            .to_owned()
        });
        assert_eq!(typed.phone, "079 123 4567");
        let faults = typed.faults(AddressKind::Billing, |country| country == "JO");
        assert_eq!(faults, [(Part::Country, AddressFault::Missing), (Part::Email, AddressFault::Email)]);
    }
}
