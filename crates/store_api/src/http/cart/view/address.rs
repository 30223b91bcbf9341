//! Addresses.

use accounts::rules::Address;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct AddressDocument {
    pub first_name: String,
    pub last_name: String,
    /// The shop has no companies and no states; they are always empty.
    pub company: String,
    pub address_1: String,
    pub address_2: String,
    pub city: String,
    pub state: String,
    pub postcode: String,
    pub country: String,
    /// Of billing addresses only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    pub phone: String,
}

impl AddressDocument {
    pub fn billing(address: &Address) -> Self {
        Self { email: Some(address.email.clone()), ..Self::shipping(address) }
    }

    pub fn shipping(address: &Address) -> Self {
        Self {
            first_name: address.first_name.clone(),
            last_name: address.last_name.clone(),
            address_1: address.address_1.clone(),
            address_2: address.home_number.clone(),
            city: address.city.clone(),
            postcode: address.postcode.clone(),
            country: address.country.clone(),
            phone: address.phone.clone(),
            ..Self::default()
        }
    }
}
