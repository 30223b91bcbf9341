//! Whether the affiliate that an order names is credited for it.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Key, msg};

/// Buyers that one visit may lead to, such as a family at one computer. More of them share a copied cookie.
const MAX_BUYERS: i64 = 3;

/// Why an order is not credited. Stored with the order, and shown to staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferralRefusal {
    UnknownVisit,
    ForeignVisit,
    OldVisit,
    SharedVisit,
    Disabled,
    SameCustomer,
    SameEmail,
    SameMethod,
    SameAddress,
    /// The rate of everything in the order is zero.
    NoCommission,
}

use ReferralRefusal::*;

impl ReferralRefusal {
    const ALL: [Self; 10] = [
        UnknownVisit,
        ForeignVisit,
        OldVisit,
        SharedVisit,
        Disabled,
        SameCustomer,
        SameEmail,
        SameMethod,
        SameAddress,
        NoCommission,
    ];

    /// The name stored in the database.
    pub fn name(self) -> &'static str {
        match self {
            UnknownVisit => "unknown-visit",
            ForeignVisit => "foreign-visit",
            OldVisit => "old-visit",
            SharedVisit => "shared-visit",
            Disabled => "disabled",
            SameCustomer => "same-customer",
            SameEmail => "same-email",
            SameMethod => "same-method",
            SameAddress => "same-address",
            NoCommission => "no-commission",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|refusal| refusal.name() == name)
    }

    pub fn label(self) -> Key {
        match self {
            UnknownVisit => msg::affiliates::REFUSAL_UNKNOWN_VISIT,
            ForeignVisit => msg::affiliates::REFUSAL_FOREIGN_VISIT,
            OldVisit => msg::affiliates::REFUSAL_OLD_VISIT,
            SharedVisit => msg::affiliates::REFUSAL_SHARED_VISIT,
            Disabled => msg::affiliates::REFUSAL_DISABLED,
            SameCustomer => msg::affiliates::REFUSAL_SAME_CUSTOMER,
            SameEmail => msg::affiliates::REFUSAL_SAME_EMAIL,
            SameMethod => msg::affiliates::REFUSAL_SAME_METHOD,
            SameAddress => msg::affiliates::REFUSAL_SAME_ADDRESS,
            NoCommission => msg::affiliates::REFUSAL_NO_COMMISSION,
        }
    }
}

/// The visit that the cookie of an order names.
#[derive(Debug, Clone)]
pub struct VisitFacts {
    pub affiliate_id: i64,
    pub created_at: DateTime<Utc>,
    /// Other buyers whose orders name it.
    pub other_buyers: i64,
}

pub fn check_visit(
    visit: Option<&VisitFacts>,
    affiliate: i64,
    lifetime: TimeDelta,
    now: DateTime<Utc>,
) -> Result<(), ReferralRefusal> {
    match visit {
        None => Err(UnknownVisit),
        Some(visit) if visit.affiliate_id != affiliate => Err(ForeignVisit),
        Some(visit) if visit.created_at + lifetime < now => Err(OldVisit),
        Some(visit) if visit.other_buyers >= MAX_BUYERS => Err(SharedVisit),
        Some(_) => Ok(()),
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PostalAddress {
    pub country: String,
    pub city: String,
    pub address_1: String,
    pub home_number: String,
}

impl PostalAddress {
    /// Compared without case, spaces and punctuation. `None` without a street.
    fn key(&self) -> Option<String> {
        let fold = |text: &str| {
            let plain = text.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase);
            kernel::digits::fold(&plain.collect::<String>()).into_owned()
        };
        let street = fold(&self.address_1);
        (!street.is_empty())
            .then(|| [fold(&self.country), fold(&self.city), street, fold(&self.home_number)].join("|"))
    }
}

/// Who bought, and how it was paid.
#[derive(Debug, Clone, Default)]
pub struct BuyerFacts {
    pub customer: Option<i64>,
    pub email: String,
    /// Kind, brand and last digits.
    pub method: Option<(String, String, String)>,
    pub address: PostalAddress,
}

/// What is known about the owner of the affiliate account.
#[derive(Debug, Clone, Default)]
pub struct OwnerFacts {
    pub customer: Option<i64>,
    pub email: String,
    pub methods: Vec<(String, String, String)>,
    pub addresses: Vec<PostalAddress>,
    pub is_active: bool,
}

/// Refuses affiliates who buy through their own link.
pub fn check_buyer(buyer: &BuyerFacts, owner: &OwnerFacts) -> Result<(), ReferralRefusal> {
    if !owner.is_active {
        return Err(Disabled);
    }
    if owner.customer.is_some() && buyer.customer == owner.customer {
        return Err(SameCustomer);
    }
    if !owner.email.is_empty() && mailbox(&buyer.email) == mailbox(&owner.email) {
        return Err(SameEmail);
    }
    if buyer.method.as_ref().is_some_and(|method| !method.2.is_empty() && owner.methods.contains(method)) {
        return Err(SameMethod);
    }
    let place = buyer.address.key();
    if place.is_some() && owner.addresses.iter().any(|address| address.key() == place) {
        return Err(SameAddress);
    }
    Ok(())
}

/// The mailbox of an address, without a tag after `+`.
fn mailbox(email: &str) -> String {
    let email = email.trim().to_lowercase();
    match email.rsplit_once('@') {
        Some((local, domain)) => {
            let name = local.split('+').next().filter(|name| !name.is_empty()).unwrap_or(local);
            format!("{name}@{domain}")
        }
        None => email,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_parses_back() {
        for refusal in ReferralRefusal::ALL {
            assert_eq!(ReferralRefusal::parse(refusal.name()), Some(refusal));
        }
        assert_eq!(ReferralRefusal::parse("because"), None);
    }

    #[test]
    fn a_visit_must_exist_belong_to_the_affiliate_and_be_recent() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(100);
        let month = TimeDelta::days(30);
        let visit = VisitFacts { affiliate_id: 7, created_at: now - month, other_buyers: 0 };
        assert_eq!(check_visit(Some(&visit), 7, month, now), Ok(()));
        assert_eq!(check_visit(None, 7, month, now), Err(UnknownVisit));
        assert_eq!(check_visit(Some(&visit), 8, month, now), Err(ForeignVisit));
        assert_eq!(check_visit(Some(&visit), 7, month, now + TimeDelta::seconds(1)), Err(OldVisit));
        let shared = VisitFacts { other_buyers: 3, ..visit };
        assert_eq!(check_visit(Some(&shared), 7, month, now), Err(SharedVisit));
    }

    fn owner() -> OwnerFacts {
        OwnerFacts {
            customer: Some(1),
            email: "Nora@Example.com".to_owned(),
            methods: vec![("card".to_owned(), "Visa".to_owned(), "1111".to_owned())],
            addresses: vec![PostalAddress {
                country: "SA".to_owned(),
                city: "الرياض".to_owned(),
                address_1: "شارع العليا ١٢".to_owned(),
                home_number: String::new(),
            }],
            is_active: true,
        }
    }

    fn buyer() -> BuyerFacts {
        BuyerFacts { customer: Some(2), email: "salma@example.com".to_owned(), ..BuyerFacts::default() }
    }

    #[test]
    fn a_purchase_by_the_affiliate_is_refused() {
        assert_eq!(check_buyer(&buyer(), &owner()), Ok(()));
        let same = BuyerFacts { customer: Some(1), ..buyer() };
        assert_eq!(check_buyer(&same, &owner()), Err(SameCustomer));
        let guest = BuyerFacts { customer: None, email: "nora+shop@example.com".to_owned(), ..buyer() };
        assert_eq!(check_buyer(&guest, &owner()), Err(SameEmail));
        let card = |last: &str| Some(("card".to_owned(), "Visa".to_owned(), last.to_owned()));
        assert_eq!(check_buyer(&BuyerFacts { method: card("1111"), ..buyer() }, &owner()), Err(SameMethod));
        assert_eq!(check_buyer(&BuyerFacts { method: card("4242"), ..buyer() }, &owner()), Ok(()));
        let home = PostalAddress {
            address_1: "شارع العليا، 12".to_owned(), ..owner().addresses.remove(0)
        };
        assert_eq!(check_buyer(&BuyerFacts { address: home, ..buyer() }, &owner()), Err(SameAddress));
    }

    #[test]
    fn guests_without_an_account_or_a_street_are_not_the_affiliate() {
        let erased = OwnerFacts { customer: None, addresses: vec![PostalAddress::default()], ..owner() };
        let guest = BuyerFacts { customer: None, ..buyer() };
        assert_eq!(check_buyer(&guest, &erased), Ok(()));
    }

    #[test]
    fn a_disabled_affiliate_is_not_credited() {
        assert_eq!(check_buyer(&buyer(), &OwnerFacts { is_active: false, ..owner() }), Err(Disabled));
    }
}
