//! The fields of the checkout form: parsing, validation and views.

use std::sync::Arc;

use accounts::{
    rules::{Address, AddressError, AddressField, AddressKind},
    service::{address_field, address_label},
    view::FieldView,
};
use attribution::{VisitRequest, service::OrderAttribution};
use cart::service::Rates;
use edge::{Shop, fields::RawFields};
use kernel::{Message, Money, msg, text};
use orders::service::{Buyer, Gift};
use payments::{
    rules::{holds_card, mask},
    service::page::FormError,
};

use crate::view::{AttributionField, GiftFormView};

const KIND: AddressKind = AddressKind::Billing;
const MAX_NOTES_LENGTH: usize = 1_000;
/// Characters of a card's text: what fits on it by hand.
pub const MAX_GIFT_LENGTH: usize = 160;
const MAX_SOURCE_LENGTH: usize = 500;

/// Order of the fields on the page: first the person, then the address.
const FIELD_ORDER: [AddressField; 9] = [
    AddressField::Email,
    AddressField::FirstName,
    AddressField::LastName,
    AddressField::Country,
    AddressField::Address,
    AddressField::HomeNumber,
    AddressField::City,
    AddressField::Postcode,
    AddressField::Phone,
];

fn name(part: AddressField) -> String {
    format!("billing_{}", part.name())
}

/// The submitted values, normalised.
#[derive(Debug, Default, Clone)]
pub struct CheckoutForm {
    pub buyer: Buyer,
    pub notes: String,
    pub gift: Option<Gift>,
    pub has_terms: bool,
    pub wants_account: bool,
}

impl CheckoutForm {
    pub fn read(fields: &RawFields) -> Self {
        let field_value = |name: &str| fields.get(name).unwrap_or_default();
        Self {
            buyer: Address::read(|part| field_value(&name(part)).to_owned()),
            notes: text::clean_lines(field_value("order_comments"), MAX_NOTES_LENGTH),
            gift: (!field_value("gift").is_empty()).then(|| Gift {
                text: text::clean_lines(field_value("gift_text"), MAX_GIFT_LENGTH),
                hides_prices: !field_value("gift_no_prices").is_empty(),
            }),
            has_terms: !field_value("terms").is_empty(),
            wants_account: !field_value("createaccount").is_empty(),
        }
    }

    /// Returns all form errors, in the order of the fields.
    pub fn validate(&self, shop: &Shop, rates: &Rates) -> Vec<FormError> {
        let known = |country: &str| rates.countries().any(|(code, _)| code == country);
        let address_errors = self.buyer.validate(KIND, known);
        let label = |part| shop.messages.text(address_label(part));
        let mut errors = Vec::new();
        for part in FIELD_ORDER {
            let text: Message = match address_errors.iter().find(|(one, _)| *one == part) {
                Some((_, AddressError::Missing)) => msg::checkout::FIELD_REQUIRED.with("field", label(part)),
                Some((_, AddressError::Phone)) => msg::checkout::PHONE_INVALID.into(),
                Some((_, AddressError::Email)) => msg::checkout::EMAIL_INVALID.into(),
                // A card number typed into the wrong field must not be stored.
                None if part != AddressField::Phone && holds_card(self.buyer.get(part)) => {
                    msg::checkout::CARD_IN_TEXT.with("field", label(part))
                }
                None => continue,
            };
            errors.push(FormError::for_field(shop, name(part), text));
        }
        if holds_card(&self.notes) {
            let label = shop.messages.text(msg::checkout::NOTES);
            let text = msg::checkout::CARD_IN_TEXT.with("field", label);
            errors.push(FormError::for_field(shop, "order_comments", text));
        }
        if self.gift.as_ref().is_some_and(|gift| holds_card(&gift.text)) {
            let label = shop.messages.text(msg::checkout::GIFT_TEXT);
            let text = msg::checkout::CARD_IN_TEXT.with("field", label);
            errors.push(FormError::for_field(shop, "gift_text", text));
        }
        if !self.has_terms {
            errors.push(FormError::for_field(shop, "terms", msg::checkout::TERMS_MISSING));
        }
        errors
    }

    /// The views of the fields, each with its error. A value that contains a card number is left empty.
    pub fn fields(&self, shop: &Shop, rates: &Arc<Rates>, errors: &[FormError]) -> Vec<FieldView> {
        let view = |part: AddressField| {
            let mut buyer = self.buyer.clone();
            if part != AddressField::Phone {
                buyer = Address::read(|one| without_card(buyer.get(one)));
            }
            let mut field = address_field(shop, KIND, part, &buyer, None, rates);
            if part == AddressField::Country {
                field.is_half = false;
                // Offer only the countries that the shop ships to.
                field.options.retain(|option| {
                    option.value.is_empty() || rates.countries().any(|(code, _)| *code == option.value)
                });
            }
            let error = errors.iter().find(|error| error.field.as_deref() == Some(&name(part)));
            field.error = error.map(|error| error.text.clone());
            field
        };
        FIELD_ORDER.into_iter().map(view).collect()
    }
}

fn without_card(text: &str) -> String {
    if holds_card(text) { String::new() } else { text.to_owned() }
}

pub fn notes(typed: &CheckoutForm) -> String {
    without_card(&typed.notes)
}

pub fn gift(typed: &CheckoutForm) -> GiftFormView {
    GiftFormView {
        is_gift: typed.gift.is_some(),
        text: typed.gift.as_ref().map(|gift| without_card(&gift.text)).unwrap_or_default(),
        hides_prices: typed.gift.as_ref().is_none_or(|gift| gift.hides_prices),
        max_length: MAX_GIFT_LENGTH,
    }
}

/// The total that the page showed when the form was submitted.
pub fn seen_total(fields: &RawFields) -> Option<Money> {
    fields.get("seen_total")?.parse().ok().map(Money::from_minor)
}

/// The form's idempotency key, if it is well formed.
pub fn form_key(fields: &RawFields) -> Option<String> {
    let key = fields.get("order_form_key")?;
    let fits = (16..=64).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_alphanumeric());
    fits.then(|| key.to_owned())
}

/// Hidden attribution inputs with their default values; a script replaces them.
pub fn sources() -> Vec<AttributionField> {
    attribution::service::form_fields().map(|(name, value)| AttributionField { name, value }).collect()
}

/// Reads the attribution of an order: normalised, truncated and masked. The values are not trusted.
pub async fn attribution(
    shop: &Shop,
    visit: &VisitRequest,
    read_field: impl Fn(&str) -> Option<String>,
) -> sqlx::Result<OrderAttribution> {
    let clean = |value: &str| mask(&text::clean(value, MAX_SOURCE_LENGTH)).into_owned();
    attribution::service::read_order(shop, visit, read_field, clean).await
}
