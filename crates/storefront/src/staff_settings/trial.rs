//! The shipping trial: an address and a basket, answered by the functions of the checkout.

use cart::{
    rules::ShippingMethodKind,
    service::{Rates, TrialRefusal},
};
use chrono::{DateTime, Utc};
use edge::AppError;
use kernel::{Key, Message, Messages, Money, Quantity, msg::settings as msg, text};

use super::view::{TrialLine, TrialResult, TrialView};
use crate::staff_products::view::Choice;

const MAX_CITY_CHARS: usize = 80;
/// 10,000 kg.
const MAX_GRAMS: i64 = 10_000_000;
const MAX_MINOR: i64 = 1_000_000_000;

/// What was typed.
pub struct Question<'a> {
    pub country: &'a str,
    pub city: &'a str,
    pub weight: &'a str,
    pub amount: &'a str,
}

pub fn kind_label(kind: &str) -> Key {
    match kind {
        "free" => msg::KIND_FREE,
        "weight" => msg::KIND_WEIGHT,
        "pickup" => msg::KIND_PICKUP,
        _ => msg::KIND_FLAT,
    }
}

fn kind_of(kind: ShippingMethodKind) -> Key {
    match kind {
        ShippingMethodKind::Flat => msg::KIND_FLAT,
        ShippingMethodKind::Free => msg::KIND_FREE,
        ShippingMethodKind::Weight => msg::KIND_WEIGHT,
        ShippingMethodKind::Pickup => msg::KIND_PICKUP,
    }
}

/// Kilograms as grams.
fn grams(typed: &str) -> Option<i64> {
    let grams = Quantity::parse(typed).ok()?.as_units() / (Quantity::UNITS_PER_ONE / 1_000);
    (grams <= MAX_GRAMS).then_some(grams)
}

fn amount(typed: &str) -> Option<Money> {
    let minor = catalog::rules::edit::parse_price(typed).ok()??;
    (0..=MAX_MINOR).contains(&minor).then(|| Money::from_minor(minor))
}

pub fn view(
    messages: &Messages,
    rates: &Rates,
    question: &Question<'_>,
    now: DateTime<Utc>,
) -> Result<TrialView, AppError> {
    let city = text::clean(question.city, MAX_CITY_CHARS);
    let is_filled = !question.amount.is_empty() || !question.weight.is_empty();
    let (grams, amount) = (grams(question.weight), amount(question.amount));
    let country = if question.country.is_empty() { Rates::HOME } else { question.country };
    let error = |key: Key, is_bad: bool| (is_filled && is_bad).then(|| messages.text(key));
    let result = match grams.zip(amount) {
        Some((grams, goods)) => {
            // Amounts of a form do not overflow.
            let trial =
                rates.trial((country, city.as_str()), (goods, grams), now).map_err(anyhow::Error::from)?;
            Some(result(messages, trial))
        }
        None => None,
    };
    Ok(TrialView {
        countries: rates
            .all_countries()
            .map(|(code, name)| Choice { value: code.clone(), label: name.clone() })
            .collect(),
        country: country.to_owned(),
        city,
        weight: question.weight.to_owned(),
        amount: question.amount.to_owned(),
        weight_error: error(msg::TRIAL_BAD_WEIGHT, grams.is_none()),
        amount_error: error(msg::TRIAL_BAD_AMOUNT, amount.is_none()),
        result,
    })
}

fn result(messages: &Messages, trial: cart::service::Trial) -> TrialResult {
    let zone: Message = match &trial.zone {
        Some(name) => msg::TRIAL_ZONE.with("name", name),
        None => msg::TRIAL_NOWHERE.into(),
    };
    let offers = trial.offers.into_iter().map(|offer| {
        let kind = messages.text(kind_of(offer.method.kind));
        TrialLine {
            text: match offer.arrival {
                Some(arrival) => format!("{kind}، {}", messages.text(arrival)),
                None => kind,
            },
            title: offer.method.title,
            cost: Some(match offer.cost.is_zero() {
                true => messages.text(msg::FREE),
                false => offer.cost.format(),
            }),
        }
    });
    let refused = trial.refused.into_iter().map(|(zone, method, refusal)| {
        let reason: Message = match refusal {
            TrialRefusal::OtherZone => msg::TRIAL_OTHER_ZONE.with("name", zone),
            TrialRefusal::Unserved => msg::TRIAL_UNSERVED.into(),
            TrialRefusal::Missing(amount) => msg::TRIAL_MISSING.with("amount", amount.format()),
            TrialRefusal::TooHeavy => msg::TRIAL_TOO_HEAVY.into(),
        };
        TrialLine { title: method.title, text: messages.text(reason), cost: None }
    });
    TrialResult { zone: messages.text(zone), offers: offers.collect(), refused: refused.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [D21]
    #[test]
    fn weights_and_amounts_are_read_in_any_digits() {
        assert_eq!(
            (grams("١٫٩"), grams("0"), grams("10000.1"), grams("x")),
            (Some(1_900), Some(0), None, None)
        );
        assert_eq!((amount("٦٨٫٤٠"), amount(""), amount("-1")), (Some(Money::from_minor(6_840)), None, None));
    }
}
