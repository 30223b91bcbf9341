//! A price as HTML, for JSON responses that contain one. Must equal the markup of `web/src/pricing/Price.tsx`.

use kernel::{Currency, Key, Messages, msg};

use crate::PriceView;

/// The currency as a word, for screen readers.
fn currency_name(currency: Currency) -> Key {
    match currency.code {
        "SAR" => msg::pricing::CURRENCY_SAR,
        "AED" => msg::pricing::CURRENCY_AED,
        "EGP" => msg::pricing::CURRENCY_EGP,
        "JOD" => msg::pricing::CURRENCY_JOD,
        "KWD" => msg::pricing::CURRENCY_KWD,
        "BHD" => msg::pricing::CURRENCY_BHD,
        "OMR" => msg::pricing::CURRENCY_OMR,
        _ => msg::pricing::CURRENCY,
    }
}

pub fn price_html(price: &PriceView, messages: &Messages) -> String {
    let text = |key| messages.text(key);
    let name = text(currency_name(Currency::shop()));
    let money = |amount: &str| {
        let (number, symbol) = amount.rsplit_once('\u{a0}').unwrap_or((amount, ""));
        let inner = match symbol {
            "" => format!("<bdi dir=\"ltr\">{number}</bdi>"),
            "$" => {
                format!("<bdi dir=\"ltr\">{number}\u{a0}<span aria-hidden=\"true\">$</span></bdi>")
            }
            // An Arabic symbol stands on the left of its number, which stays left-to-right in itself.
            _ => format!(
                "<bdi dir=\"rtl\"><bdi dir=\"ltr\">{number}</bdi>\u{a0}<span aria-hidden=\"true\">{symbol}</span></bdi>"
            ),
        };
        format!("{inner}<span class=\"sr\"> {name}</span>")
    };
    let from = if price.from {
        format!("<span class=\"pricing_priceFrom\">{} </span>", text(msg::pricing::FROM))
    } else {
        String::new()
    };
    let amounts = match &price.regular {
        None => money(&price.amount),
        Some(regular) => format!(
            "<del><span class=\"sr\">{} </span>{}</del> <ins><span class=\"sr\">{} </span>{}</ins>",
            text(msg::pricing::BEFORE_SALE),
            money(regular),
            text(msg::pricing::AFTER_SALE),
            money(&price.amount)
        ),
    };
    format!("<span class=\"price Price_price\">{from}{amounts}</span>")
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Case {
        price: PriceView,
        html: String,
    }

    #[test]
    fn the_markup_equals_that_of_rendered_pages() {
        for case in kernel::vectors::<Case>("pricing/price-html.json") {
            assert_eq!(price_html(&case.price, Messages::arabic()), case.html);
        }
    }
}
