//! Decisions on plain values: how long to wait, what a password or an address must be, where one may be sent.

use chrono::TimeDelta;
use kernel::{EmailAddress, digits, text};

/// What was typed into a password field is used as it is, up to this many characters.
pub const LONGEST_PASSWORD: usize = 200;
const SHORTEST_PASSWORD: usize = 8;

/// How something may be repeated: some tries are free, then each waits twice as long as the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    pub free: i32,
    /// After the first that was not free, in seconds.
    first_wait: i64,
    /// Never longer: nobody is kept out for good by others.
    longest_wait: i64,
    /// Without a try for this long, in minutes, all is forgotten.
    memory: i64,
}

impl Pace {
    /// Passwords for one account.
    pub const ACCOUNT: Self = Self { free: 5, first_wait: 2, longest_wait: 60, memory: 15 };
    /// Wrong passwords from one address.
    pub const ADDRESS: Self = Self { free: 30, ..Self::ACCOUNT };
    /// Letters with a link, to one address, asked for by people who only know it. The longest wait is the life of a link:
    /// whoever is waited for has one that works.
    pub const LETTERS: Self = Self { free: 3, first_wait: 900, longest_wait: 3_600, memory: 24 * 60 };
    /// The same, from one address.
    pub const LETTERS_OF_ADDRESS: Self = Self { free: 20, ..Self::LETTERS };

    /// How long the next try waits after this many.
    pub fn wait_after(self, tries: i32) -> TimeDelta {
        let over = u32::try_from(tries - self.free).unwrap_or(0);
        if over == 0 {
            return TimeDelta::zero();
        }
        let doubled = self.first_wait.saturating_mul(2_i64.saturating_pow(over - 1));
        TimeDelta::seconds(doubled.min(self.longest_wait))
    }

    pub fn memory(self) -> TimeDelta {
        TimeDelta::minutes(self.memory)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordFault {
    TooShort,
    Mismatch,
    Common,
}

/// `is_common` is asked last: it costs more than the others.
pub fn password_fault(
    password: &str,
    again: &str,
    is_common: impl FnOnce() -> bool,
) -> Option<PasswordFault> {
    let length = password.chars().count();
    if !(SHORTEST_PASSWORD..=LONGEST_PASSWORD).contains(&length) {
        Some(PasswordFault::TooShort)
    } else if password != again {
        Some(PasswordFault::Mismatch)
    } else if is_common() {
        Some(PasswordFault::Common)
    } else {
        None
    }
}

/// A name to sign in with, made from an address: letters, digits and a few marks, never an `@`.
pub fn user_name(email: &EmailAddress) -> String {
    let key = email.key();
    let local = key.split('@').next().unwrap_or_default();
    let plain: String = local
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'))
        .take(40)
        .collect();
    if plain.is_empty() { "customer".to_owned() } else { plain }
}

/// Where a login may lead: an address of this shop, in plain letters.
pub fn own_path(path: &str) -> Option<&str> {
    let plain = path.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-'));
    (plain && path.starts_with("/ar/") && !path.contains("//") && path.len() <= 200).then_some(path)
}

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
    fn waiting_grows_and_has_an_end() {
        let waits = |pace: Pace, most| {
            (0..most).map(|tries| pace.wait_after(tries).num_seconds()).collect::<Vec<_>>()
        };
        assert_eq!(waits(Pace::ACCOUNT, 12), [0, 0, 0, 0, 0, 0, 2, 4, 8, 16, 32, 60]);
        assert_eq!(waits(Pace::LETTERS, 8), [0, 0, 0, 0, 900, 1_800, 3_600, 3_600]);
        assert_eq!(Pace::ACCOUNT.wait_after(i32::MAX).num_seconds(), 60);
    }

    #[test]
    fn a_password_is_long_enough_typed_twice_and_not_common() {
        let fault = |password, again, common| password_fault(password, again, || common);
        assert_eq!(fault("1234567", "1234567", false), Some(PasswordFault::TooShort));
        assert_eq!(fault("سعف نخل", "سعف نخل", false), Some(PasswordFault::TooShort));
        assert_eq!(fault("nakhla-2026", "nakhla-2027", false), Some(PasswordFault::Mismatch));
        assert_eq!(fault("password1", "password1", true), Some(PasswordFault::Common));
        assert_eq!(fault("nakhla-2026", "nakhla-2026", false), None);
        let long = "ن".repeat(LONGEST_PASSWORD + 1);
        assert_eq!(fault(&long, &long, false), Some(PasswordFault::TooShort));
    }

    #[test]
    fn a_login_leads_to_addresses_of_the_shop_only() {
        assert_eq!(own_path("/ar/my-account/orders/"), Some("/ar/my-account/orders/"));
        for elsewhere in [
            "//evil.example/ar/",
            "/ar//evil.example",
            "https://evil.example",
            "/ar/\\evil",
            "/ar/a?b",
            "/en/",
            "",
        ] {
            assert_eq!(own_path(elsewhere), None, "{elsewhere}");
        }
    }

    #[test]
    fn a_user_name_comes_from_the_address_and_never_looks_like_one() {
        let name = |email: &str| user_name(&EmailAddress::parse(email).expect("address"));
        assert_eq!(name("Salma.N+shop@example.com"), "salma.nshop");
        assert_eq!(name("!!@example.com"), "customer");
    }

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
