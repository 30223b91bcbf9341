//! What the checkout form asks for, and what it says when it comes back.

use std::{collections::BTreeMap, sync::Arc};

use accounts::{
    http::addresses,
    rules::{Address, AddressFault, AddressKind, Part},
    view::FieldView,
};
use cart::store::totals::Rates;
use edge::{Shop, fields::RawFields};
use kernel::{Message, Money, msg, text};
use payments::rules::{holds_card, mask};

use super::show::Fault;
use crate::{store::Buyer, view::AttributionField};

const KIND: AddressKind = AddressKind::Billing;
const LONGEST_NOTES: usize = 1_000;
const LONGEST_SOURCE: usize = 500;

/// Where an order came from: the names of the platform's hidden fields, without what they begin with.
const SOURCES: [&str; 16] = [
    "source_type",
    "referrer",
    "utm_campaign",
    "utm_source",
    "utm_medium",
    "utm_content",
    "utm_id",
    "utm_term",
    "utm_source_platform",
    "utm_creative_format",
    "utm_marketing_tactic",
    "session_entry",
    "session_start_time",
    "session_pages",
    "session_count",
    "user_agent",
];
const SOURCE: &str = "wc_order_attribution_";

/// In the order in which people think of them: who they are first, then where.
const ASKED: [Part; 9] = [
    Part::Email,
    Part::FirstName,
    Part::LastName,
    Part::Country,
    Part::Address,
    Part::HomeNumber,
    Part::City,
    Part::Postcode,
    Part::Phone,
];

fn name(part: Part) -> String {
    format!("billing_{}", part.name())
}

/// What somebody typed, made clean.
#[derive(Debug, Default, Clone)]
pub struct Typed {
    pub buyer: Buyer,
    pub notes: String,
    pub has_terms: bool,
    pub wants_account: bool,
}

impl Typed {
    pub fn read(fields: &RawFields) -> Self {
        let said = |name: &str| fields.get(name).unwrap_or_default();
        Self {
            buyer: Address::read(|part| said(&name(part)).to_owned()),
            notes: text::clean_lines(said("order_comments"), LONGEST_NOTES),
            has_terms: !said("terms").is_empty(),
            wants_account: !said("createaccount").is_empty(),
        }
    }

    /// Everything that is wrong, in the order of the form.
    pub fn faults(&self, shop: &Shop, rates: &Rates) -> Vec<Fault> {
        let known = |country: &str| rates.countries().any(|(code, _)| code == country);
        let wrong = self.buyer.faults(KIND, known);
        let label = |part| shop.messages.text(addresses::label(part));
        let mut faults = Vec::new();
        for part in ASKED {
            let text: Message = match wrong.iter().find(|(one, _)| *one == part) {
                Some((_, AddressFault::Missing)) => msg::checkout::FIELD_REQUIRED.with("field", label(part)),
                Some((_, AddressFault::Phone)) => msg::checkout::PHONE_INVALID.into(),
                Some((_, AddressFault::Email)) => msg::checkout::EMAIL_INVALID.into(),
                // Whoever types a card's number into the wrong field must not find it in our books.
                None if part != Part::Phone && holds_card(self.buyer.get(part)) => {
                    msg::checkout::CARD_IN_TEXT.with("field", label(part))
                }
                None => continue,
            };
            faults.push(Fault::at(shop, name(part), text));
        }
        if holds_card(&self.notes) {
            let label = shop.messages.text(msg::checkout::NOTES);
            let text = msg::checkout::CARD_IN_TEXT.with("field", label);
            faults.push(Fault::at(shop, "order_comments", text));
        }
        if !self.has_terms {
            faults.push(Fault::at(shop, "terms", msg::checkout::TERMS_MISSING));
        }
        faults
    }

    /// The form's fields, with what is wrong beside each.
    pub fn fields(&self, shop: &Shop, rates: &Arc<Rates>, faults: &[Fault]) -> Vec<FieldView> {
        let view = |part: Part| {
            let mut buyer = self.buyer.clone();
            if part != Part::Phone {
                buyer = Address::read(|one| without_card(buyer.get(one)));
            }
            let mut field = addresses::field(shop, KIND, part, &buyer, None, rates);
            if part == Part::Country {
                field.is_half = false;
                // A parcel goes where the shop sends parcels.
                field.options.retain(|option| {
                    option.value.is_empty() || rates.countries().any(|(code, _)| *code == option.value)
                });
            }
            let wrong = faults.iter().find(|fault| fault.field.as_deref() == Some(&name(part)));
            field.error = wrong.map(|fault| fault.text.clone());
            field
        };
        ASKED.into_iter().map(view).collect()
    }
}

fn without_card(text: &str) -> String {
    if holds_card(text) { String::new() } else { text.to_owned() }
}

pub fn notes(typed: &Typed) -> String {
    without_card(&typed.notes)
}

/// The total that the page showed when the button was pressed.
pub fn seen_total(fields: &RawFields) -> Option<Money> {
    fields.get("seen_total")?.parse().ok().map(Money::minor)
}

/// The key that makes one order of a form, however often it is sent.
pub fn form_key(fields: &RawFields) -> Option<String> {
    let key = fields.get("order_form_key")?;
    let fits = (16..=64).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_alphanumeric());
    fits.then(|| key.to_owned())
}

/// Hidden inputs that say where an order came from, as they are before a script knows better.
pub fn sources() -> Vec<AttributionField> {
    let field = |source: &str| AttributionField {
        name: format!("{SOURCE}{source}"),
        value: match source {
            "source_type" => "typein",
            "utm_source" => "(direct)",
            _ => "(none)",
        }
        .to_owned(),
    };
    SOURCES.into_iter().map(field).collect()
}

/// What came back of them: known names only, clean and short. A hint, never authority.
pub fn attribution(said: impl Fn(&str) -> Option<String>) -> BTreeMap<String, String> {
    let value = |source: &'static str| {
        let value = text::clean(&said(&format!("{SOURCE}{source}"))?, LONGEST_SOURCE);
        let value = mask(&value).into_owned();
        let known = source != "source_type" || ["utm", "organic", "referral", "typein"].contains(&&*value);
        (known && !value.is_empty()).then_some((source.to_owned(), value))
    };
    SOURCES.into_iter().filter_map(value).collect()
}
