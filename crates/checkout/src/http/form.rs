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

const MAX_NOTES_LENGTH: usize = 1_000;
/// Characters of a card's text: what fits on it by hand.
pub const MAX_GIFT_LENGTH: usize = 160;
const MAX_SOURCE_LENGTH: usize = 500;

/// Order of the fields on the page: first the person, then the address. Those of a gift's recipient have no email.
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

fn name(kind: AddressKind, part: AddressField) -> String {
    format!("{}_{}", kind.name(), part.name())
}

fn field_order(kind: AddressKind) -> impl Iterator<Item = AddressField> {
    FIELD_ORDER.into_iter().filter(move |part| part.applies_to(kind))
}

/// The submitted values, normalised.
#[derive(Debug, Default, Clone)]
pub struct CheckoutForm {
    pub buyer: Buyer,
    pub notes: String,
    pub gift: Option<Gift>,
    /// The address that a customer's last gift went to: the fields of a recipient start with it.
    pub last_recipient: Option<Buyer>,
    pub has_terms: bool,
    pub wants_account: bool,
}

impl CheckoutForm {
    pub fn read(fields: &RawFields) -> Self {
        let field_value = |name: &str| fields.get(name).unwrap_or_default();
        let address = |kind| Address::read(|part| field_value(&name(kind, part)).to_owned());
        let has_recipient = !field_value("ship_to_different_address").is_empty();
        Self {
            buyer: address(AddressKind::Billing),
            notes: text::clean_lines(field_value("order_comments"), MAX_NOTES_LENGTH),
            gift: (!field_value("gift").is_empty()).then(|| Gift {
                text: text::clean_lines(field_value("gift_text"), MAX_GIFT_LENGTH),
                hides_prices: !field_value("gift_no_prices").is_empty(),
                recipient: has_recipient.then(|| address(AddressKind::Shipping)),
            }),
            last_recipient: None,
            has_terms: !field_value("terms").is_empty(),
            wants_account: !field_value("createaccount").is_empty(),
        }
    }

    /// Whom the parcel goes to, if not to the buyer.
    pub fn recipient(&self) -> Option<&Buyer> {
        self.gift.as_ref()?.recipient.as_ref()
    }

    /// Where the parcel goes: shipping cost, taxes and the day of arrival depend on it.
    pub fn destination(&self) -> &Buyer {
        self.recipient().unwrap_or(&self.buyer)
    }

    /// Returns all form errors, in the order of the fields.
    pub fn validate(&self, shop: &Shop, rates: &Rates) -> Vec<FormError> {
        let mut errors = address_errors(shop, rates, AddressKind::Billing, &self.buyer);
        if let Some(recipient) = self.recipient() {
            errors.extend(address_errors(shop, rates, AddressKind::Shipping, recipient));
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
        fields(shop, rates, errors, AddressKind::Billing, &self.buyer)
    }

    pub fn gift_view(&self, shop: &Shop, rates: &Arc<Rates>, errors: &[FormError]) -> GiftFormView {
        let gift = self.gift.as_ref();
        let home = Buyer { country: Rates::HOME.to_owned(), ..Buyer::default() };
        let recipient = self.recipient().or(self.last_recipient.as_ref()).unwrap_or(&home);
        GiftFormView {
            is_gift: gift.is_some(),
            text: gift.map(|gift| without_card(&gift.text)).unwrap_or_default(),
            hides_prices: gift.is_none_or(|gift| gift.hides_prices),
            max_length: MAX_GIFT_LENGTH,
            has_recipient: self.recipient().is_some(),
            fields: fields(shop, rates, errors, AddressKind::Shipping, recipient),
        }
    }
}

fn address_errors(shop: &Shop, rates: &Rates, kind: AddressKind, address: &Buyer) -> Vec<FormError> {
    let known = |country: &str| rates.countries().any(|(code, _)| code == country);
    let found = address.validate(kind, known);
    let label = |part| shop.messages.text(address_label(part));
    let mut errors = Vec::new();
    for part in field_order(kind) {
        let text: Message = match found.iter().find(|(one, _)| *one == part) {
            Some((_, AddressError::Missing)) => msg::checkout::FIELD_REQUIRED.with("field", label(part)),
            Some((_, AddressError::Phone)) => msg::checkout::PHONE_INVALID.into(),
            Some((_, AddressError::Email)) => msg::checkout::EMAIL_INVALID.into(),
            // A card number typed into the wrong field must not be stored.
            None if part != AddressField::Phone && holds_card(address.get(part)) => {
                msg::checkout::CARD_IN_TEXT.with("field", label(part))
            }
            None => continue,
        };
        errors.push(FormError::for_field(shop, name(kind, part), text));
    }
    errors
}

fn fields(
    shop: &Shop,
    rates: &Arc<Rates>,
    errors: &[FormError],
    kind: AddressKind,
    address: &Buyer,
) -> Vec<FieldView> {
    let view = |part: AddressField| {
        let mut shown = address.clone();
        if part != AddressField::Phone {
            shown = Address::read(|one| without_card(address.get(one)));
        }
        let mut field = address_field(shop, kind, part, &shown, None, rates);
        if part == AddressField::Country {
            field.is_half = false;
            // Offer only the countries that the shop ships to.
            field.options.retain(|option| {
                option.value.is_empty() || rates.countries().any(|(code, _)| *code == option.value)
            });
        }
        if kind == AddressKind::Shipping {
            // Of another person: the browser must not fill in the buyer.
            field.autocomplete = "off";
        }
        let error = errors.iter().find(|error| error.field.as_deref() == Some(&name(kind, part)));
        field.error = error.map(|error| error.text.clone());
        field
    };
    field_order(kind).map(view).collect()
}

fn without_card(text: &str) -> String {
    if holds_card(text) { String::new() } else { text.to_owned() }
}

pub fn notes(typed: &CheckoutForm) -> String {
    without_card(&typed.notes)
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
