//! A price as HTML, for JSON responses that contain one. Must equal the markup of `web/src/pricing/Price.tsx`.

use kernel::{Messages, msg};

use crate::PriceView;

pub fn price_html(price: &PriceView, messages: &Messages) -> String {
    let text = |key| messages.text(key);
    let currency = text(msg::pricing::CURRENCY);
    let money = |amount: &str| match amount.strip_suffix('$') {
        Some(number) => format!(
            "<bdi dir=\"ltr\">{number}<span aria-hidden=\"true\">$</span></bdi><span class=\"sr\"> {currency}</span>"
        ),
        None => format!("<bdi dir=\"ltr\">{amount}</bdi><span class=\"sr\"> {currency}</span>"),
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
