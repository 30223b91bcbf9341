//! The address form, which the account area and the checkout share.

use std::sync::Arc;

use cart::service::Rates;
use edge::{AppError, Shop};
use kernel::{CustomerId, Key, msg};

use crate::{
    rules::{Address, AddressError, AddressField, AddressKind},
    store,
    view::*,
};

pub fn address_label(part: AddressField) -> Key {
    match part {
        AddressField::FirstName => msg::accounts::FIRST_NAME,
        AddressField::LastName => msg::accounts::LAST_NAME,
        AddressField::Country => msg::accounts::COUNTRY,
        AddressField::City => msg::accounts::CITY,
        AddressField::Address => msg::accounts::ADDRESS,
        AddressField::HomeNumber => msg::accounts::HOME_NUMBER,
        AddressField::Postcode => msg::accounts::POSTCODE,
        AddressField::Phone => msg::accounts::PHONE,
        AddressField::Email => msg::accounts::EMAIL,
    }
}

/// All countries for billing; only the countries that the shop ships to for shipping.
pub fn countries(rates: &Rates, kind: AddressKind) -> Box<dyn Iterator<Item = &(String, String)> + '_> {
    match kind {
        AddressKind::Billing => Box::new(rates.all_countries()),
        AddressKind::Shipping => Box::new(rates.countries()),
    }
}

/// Returns the saved address, or one prefilled with the customer's names and email.
pub async fn load_address(shop: &Shop, customer: CustomerId, kind: AddressKind) -> Result<Address, AppError> {
    let known = store::find_address(&shop.db, customer, kind).await?;
    Ok(match known {
        Some(address) => address,
        None => match store::find(&shop.db, customer).await? {
            Some(customer) => Address {
                first_name: customer.first_name,
                last_name: customer.last_name,
                email: customer.email,
                ..Address::default()
            },
            None => Address::default(),
        },
    })
}

/// Builds the form field of one address field.
pub fn address_field(
    shop: &Shop,
    kind: AddressKind,
    part: AddressField,
    address: &Address,
    field_error: Option<AddressError>,
    rates: &Arc<Rates>,
) -> FieldView {
    let (form_kind, autocomplete) = match part {
        AddressField::FirstName => (FieldKind::Text, "given-name"),
        AddressField::LastName => (FieldKind::Text, "family-name"),
        AddressField::Country => (FieldKind::Select, "country"),
        AddressField::City => (FieldKind::Text, "address-level2"),
        AddressField::Address => (FieldKind::Text, "address-line1"),
        AddressField::HomeNumber => (FieldKind::Text, "address-line2"),
        AddressField::Postcode => (FieldKind::Latin, "postal-code"),
        AddressField::Phone => (FieldKind::Phone, "tel"),
        AddressField::Email => (FieldKind::Email, "email"),
    };
    let name = format!("{}_{}", kind.name(), part.name());
    let label = address_label(part);
    let error = field_error.map(|field_error| match field_error {
        AddressError::Missing => {
            shop.messages.text(msg::accounts::FIELD_REQUIRED.with("field", shop.messages.text(label)))
        }
        AddressError::Phone => shop.messages.text(msg::accounts::PHONE_INVALID),
        AddressError::Email => shop.messages.text(msg::accounts::EMAIL_INVALID),
    });
    let mut field = FieldView::new(&name, form_kind, label, shop.messages)
        .value(address.get(part))
        .autocomplete(autocomplete)
        .error(error);
    if part == AddressField::Country {
        let none =
            OptionView { value: String::new(), label: shop.messages.text(msg::accounts::COUNTRY_CHOOSE) };
        let known = countries(rates, kind)
            .map(|(code, name)| OptionView { value: code.to_owned(), label: name.to_owned() });
        field = field.options(std::iter::once(none).chain(known).collect());
    }
    field.is_required = part.is_required(kind);
    field.is_half = !matches!(part, AddressField::Address | AddressField::Email);
    field
}
