//! Checks the card type of a payment as the provider reports it: the type that a browser sends can be false.

use crate::{
    context::PaymentContext,
    provider::{MethodDetails, PaymentMethodKind, PaymentSource, ProviderError, TransactionStatus},
    rules::{Brand, card},
    store as attempts,
};

use super::Report;

/// The code of an attempt that was voided because the shop does not accept its card type.
pub const CARD_TYPE_REFUSED: &str = "card-type";

/// A card that the shop does not accept, with its type if it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardRefusal(pub Option<Brand>);

/// Checks whether the shop accepts this card. `claimed` is the type that the browser sent; if it differs from the
/// provider's, the browser validated another card.
pub fn check_method(details: &MethodDetails, claimed: Option<Brand>) -> Result<(), CardRefusal> {
    if details.kind != PaymentMethodKind::Card {
        return Ok(());
    }
    let brand = Brand::parse(&details.brand);
    let brand = card::check_type(brand).map_err(|_| CardRefusal(brand))?;
    match claimed {
        Some(claimed) if !same_network(claimed, brand) => Err(CardRefusal(None)),
        _ => Ok(()),
    }
}

/// Discover, Diners Club and JCB share networks, and a provider may report one as another.
fn same_network(claimed: Brand, reported: Brand) -> bool {
    const SHARED: [Brand; 3] = [Brand::Discover, Brand::Dinersclub, Brand::Jcb];
    claimed == reported || (SHARED.contains(&claimed) && SHARED.contains(&reported))
}

pub fn claimed_brand(source: &PaymentSource) -> Option<Brand> {
    match source {
        PaymentSource::Token(token) => token.brand,
        PaymentSource::Saved { .. } | PaymentSource::Offline(_) => None,
    }
}

/// Voids a payment made with a card type that the shop does not accept, before it is settled. On an error the outcome
/// of the void is unknown, and the payment is looked up later.
pub async fn void_if_refused(
    context: &PaymentContext,
    key: &str,
    report: Report,
    claimed: Option<Brand>,
) -> anyhow::Result<Report> {
    let is_moved = matches!(
        report.status,
        TransactionStatus::Captured | TransactionStatus::Authorised | TransactionStatus::Processing
    );
    let is_accepted = report.method.as_ref().is_none_or(|details| check_method(details, claimed).is_ok());
    let Some(reference) = report.reference.as_deref().filter(|_| is_moved && !is_accepted) else {
        return Ok(report);
    };
    let known = attempts::find(&context.db, key).await?;
    if known.as_ref().is_none_or(|attempt| attempt.state.after(report.status).is_none()) {
        // The report is not new: the payment was accepted before.
        return Ok(report);
    }
    match context.provider.void(reference).await {
        Ok(_) => {
            metrics::counter!("matjar_payments_not_taken_total").increment(1);
            Ok(Report { status: TransactionStatus::Voided, code: CARD_TYPE_REFUSED.to_owned(), ..report })
        }
        Err(ProviderError::Refused { code }) => {
            // Too late to void: the order is paid, and staff decide.
            tracing::error!(
                code,
                order = known.map(|attempt| attempt.order.0),
                attempt = key,
                "charged a card type that is not accepted, and the void was refused"
            );
            Ok(report)
        }
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn details(kind: PaymentMethodKind, brand: &str) -> MethodDetails {
        MethodDetails { kind, brand: brand.to_owned(), last4: "0009".to_owned(), expires: None }
    }

    #[test]
    fn the_type_that_the_provider_reports_decides() {
        let card = |brand: &str, claimed| check_method(&details(PaymentMethodKind::Card, brand), claimed);
        for brand in Brand::ENABLED {
            assert_eq!(card(brand.name(), None), Ok(()));
            assert_eq!(card(brand.name(), Some(brand)), Ok(()));
        }
        assert_eq!(card("maestro", Some(Brand::Visa)), Err(CardRefusal(Some(Brand::Maestro))));
        assert_eq!(card("", Some(Brand::Visa)), Err(CardRefusal(None)), "unknown type");
        assert_eq!(card("discover", Some(Brand::Visa)), Err(CardRefusal(None)), "the claimed type differs");
        assert_eq!(card("discover", Some(Brand::Dinersclub)), Ok(()), "one network, two names");
    }

    #[test]
    fn a_bank_account_has_no_card_type() {
        assert_eq!(check_method(&details(PaymentMethodKind::Echeck, ""), None), Ok(()));
    }
}
