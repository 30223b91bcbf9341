//! What a payment was made with, by the provider's word: a browser can say what it likes.

use payments::{
    provider::{Fate, Means, MethodKind, MethodShown, ProviderError},
    rules::{Brand, card},
    store as attempts,
};

use crate::{settle::Report, till::Till};

/// The code of an attempt that was undone because the shop does not take such cards.
pub const NOT_TAKEN: &str = "card-type";

/// Why a card is not taken: its type, where anybody knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotTaken(pub Option<Brand>);

/// Whether the shop takes this card. `said` is its type as the browser told it: where that is another one, the browser's
/// checks were of another card.
pub fn check(shown: &MethodShown, said: Option<Brand>) -> Result<(), NotTaken> {
    if shown.kind != MethodKind::Card {
        return Ok(());
    }
    let brand = Brand::parse(&shown.brand);
    let brand = card::check_type(brand).map_err(|_| NotTaken(brand))?;
    match said {
        Some(said) if !same_network(said, brand) => Err(NotTaken(None)),
        _ => Ok(()),
    }
}

/// These run on one another's networks, and a provider may call one by the other's name.
fn same_network(said: Brand, told: Brand) -> bool {
    const SHARED: [Brand; 3] = [Brand::Discover, Brand::Dinersclub, Brand::Jcb];
    said == told || (SHARED.contains(&said) && SHARED.contains(&told))
}

pub fn said(means: &Means) -> Option<Brand> {
    match means {
        Means::Token(token) => token.brand,
        Means::Saved { .. } => None,
    }
}

/// Money that came by a card which the shop does not take goes back before anything follows from it. An error: nobody
/// knows whether it went, and the provider is asked again later.
pub async fn judge(till: &Till, key: &str, report: Report, said: Option<Brand>) -> anyhow::Result<Report> {
    let is_moved = matches!(report.fate, Fate::Captured | Fate::Authorised | Fate::Processing);
    let is_taken = report.method.as_ref().is_none_or(|shown| check(shown, said).is_ok());
    let Some(reference) = report.reference.as_deref().filter(|_| is_moved && !is_taken) else {
        return Ok(report);
    };
    let known = attempts::find(&till.db, key).await?;
    if known.is_none_or(|attempt| attempt.state.after(report.fate).is_none()) {
        // It was taken before, and stays what it was.
        return Ok(report);
    }
    match till.provider.void(reference).await {
        Ok(_) => {
            metrics::counter!("matjar_payments_not_taken_total").increment(1);
            Ok(Report { fate: Fate::Voided, code: NOT_TAKEN.to_owned(), ..report })
        }
        Err(ProviderError::Refused { code }) => {
            // Too late to undo: it is paid, and somebody of the shop decides.
            tracing::error!(code, attempt = key, "a card that the shop does not take was charged");
            Ok(report)
        }
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(kind: MethodKind, brand: &str) -> MethodShown {
        MethodShown { kind, brand: brand.to_owned(), last4: "0009".to_owned(), expires: None }
    }

    #[test]
    fn the_provider_decides_what_a_card_is() {
        let card = |brand: &str, said| check(&shown(MethodKind::Card, brand), said);
        for brand in Brand::ENABLED {
            assert_eq!(card(brand.name(), None), Ok(()));
            assert_eq!(card(brand.name(), Some(brand)), Ok(()));
        }
        assert_eq!(card("maestro", Some(Brand::Visa)), Err(NotTaken(Some(Brand::Maestro))));
        assert_eq!(card("", Some(Brand::Visa)), Err(NotTaken(None)), "nobody knows what it is");
        assert_eq!(card("discover", Some(Brand::Visa)), Err(NotTaken(None)), "a card that was not checked");
        assert_eq!(card("discover", Some(Brand::Dinersclub)), Ok(()), "one network, two names");
    }

    #[test]
    fn an_account_has_no_type() {
        assert_eq!(check(&shown(MethodKind::Echeck, ""), None), Ok(()));
    }
}
