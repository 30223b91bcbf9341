//! The shipping trial: what the checkout would offer, by the functions that it uses itself.

use chrono::{DateTime, Utc};
use kernel::{Message, Money, Quantity};

use super::{Rates, Zone};
use crate::rules::{self, Overflow, ShippingMethod, TotalsLine};

/// What a shipping trial shows.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The name of the zone that is responsible; `None`: the shop does not ship there.
    pub zone: Option<String>,
    pub offers: Vec<TrialOffer>,
    /// Methods that are not offered, with their zone.
    pub refused: Vec<(String, ShippingMethod, TrialRefusal)>,
}

#[derive(Debug, Clone)]
pub struct TrialOffer {
    pub method: ShippingMethod,
    pub cost: Money,
    pub arrival: Option<Message>,
}

/// Why a method is not offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrialRefusal {
    OtherZone,
    /// The shop does not ship to the city.
    Unserved,
    /// The goods cost so much less than the method wants.
    Missing(Money),
    /// Its cost for this weight is no amount of money.
    TooHeavy,
}

impl Rates {
    /// What the checkout offers for goods of this worth and weight to an address, and why it does not offer the other
    /// methods. The goods count after their discounts.
    pub fn trial(
        &self,
        (country, city): (&str, &str),
        (goods, grams): (Money, i64),
        now: DateTime<Utc>,
    ) -> Result<Trial, Overflow> {
        let country = if country.is_empty() { Self::HOME } else { country };
        let destination = self.destination_for(country, city);
        let basket = TotalsLine {
            product: 0,
            categories: Vec::new(),
            quantity: Quantity::from_whole(1),
            total: goods,
            grams,
        };
        let totals = rules::totals(&[basket], &[], &destination, None, now)?;
        let zone = self.zone_of(country);
        let offers = totals.shipping.iter().filter_map(|offer| {
            let method = destination.methods.iter().find(|method| method.id == offer.method)?;
            Some(TrialOffer { method: method.clone(), cost: offer.cost, arrival: self.arrival(method, now) })
        });
        let offers: Vec<TrialOffer> = offers.collect();
        let is_unserved = self.is_unserved(country, city);
        let refusal = |of: &Zone, method: &ShippingMethod| {
            if zone.is_none_or(|zone| zone.id != of.id) {
                TrialRefusal::OtherZone
            } else if is_unserved && method.travels() {
                TrialRefusal::Unserved
            } else {
                let missing = method.from.checked_sub(goods).filter(|left| *left > Money::ZERO);
                missing.map_or(TrialRefusal::TooHeavy, TrialRefusal::Missing)
            }
        };
        let all = self.zones.iter().flat_map(|of| of.methods.iter().map(move |method| (of, method)));
        let refused = all
            .filter(|(_, method)| offers.iter().all(|offer| offer.method.id != method.id))
            .map(|(of, method)| (of.name.clone(), method.clone(), refusal(of, method)));
        Ok(Trial { zone: zone.map(|zone| zone.name.clone()), refused: refused.collect(), offers })
    }
}
