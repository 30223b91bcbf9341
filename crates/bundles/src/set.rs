//! A bundle with what is known of its parts at one instant.

use std::collections::{BTreeMap, HashMap};

use catalog::{Card, Kind, Variation};
use chrono::{DateTime, Utc};
use kernel::{Money, ProductId, Quantity, VariationId};
use pricing::{Ask, Offer, Price, Rules, Subject, Who};
use sqlx::PgConnection;

use crate::{
    rules::{Part, Pick, Refused, Terms, Verdict},
    store::{self, Attribute, Bundle, Item},
    view::{BundleSettings, PriceFrom},
};

pub struct Set {
    pub bundle: Bundle,
    cards: HashMap<ProductId, Card>,
    attributes: Vec<Attribute>,
}

/// What parts cost now.
#[derive(Clone, Copy)]
pub struct Prices<'a> {
    pub rules: &'a Rules,
    pub settings: &'a BundleSettings,
    pub now: DateTime<Utc>,
}

impl Prices<'_> {
    /// Of one piece.
    pub fn of(&self, card: &Card, variation: Option<&Variation>) -> Option<Price> {
        let offer = match variation {
            Some(variation) => &variation.offer,
            None => card.offer.as_ref()?,
        };
        Some(self.offered(offer, &card.subject(variation), card.min))
    }

    fn offered(&self, offer: &Offer, subject: &Subject<'_>, quantity: Quantity) -> Price {
        match self.settings.bundled_price_from {
            PriceFrom::RegularPrice => Price { amount: offer.regular, regular: None },
            PriceFrom::SalePrice => {
                self.rules.price(offer, subject, Ask { quantity, who: Who::Anyone, now: self.now })
            }
        }
    }
}

/// A part that was picked, ready for a cart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    pub key: String,
    pub product: ProductId,
    pub variation: Option<VariationId>,
    /// What was chosen where the variation leaves it open.
    pub choices: BTreeMap<String, String>,
    /// Of one bundle.
    pub quantity: Quantity,
}

/// Whether what is in a row may be sold, and enough of it is left for the least that the row asks for.
pub fn is_purchasable(item: &Item, card: &Card) -> bool {
    match card.kind {
        Kind::Simple => card.may_be_sold(None) && item.suffices(card.available),
        Kind::Variable => {
            card.variations.iter().any(|one| card.may_be_sold(Some(one)) && item.suffices(one.available))
        }
        // A bundle is no part of another one.
        Kind::External | Kind::Bundle => false,
    }
}

/// What a pick names.
enum Named<'a> {
    Product,
    Variation(&'a Variation, BTreeMap<String, String>),
    /// Nothing that could be bought: a choice is missing, or none of it is left.
    Nothing,
}

impl Set {
    /// Those of these products that are bundles, each with its parts.
    pub async fn open(db: &mut PgConnection, products: &[i64]) -> sqlx::Result<HashMap<i64, Self>> {
        if products.is_empty() {
            return Ok(HashMap::new());
        }
        let bundles = store::find(db, products).await?;
        let parts: Vec<i64> =
            bundles.values().flat_map(|one| &one.items).map(|item| item.product.0).collect();
        if parts.is_empty() {
            return Ok(HashMap::new());
        }
        let cards = catalog::store::cards_in(db, &parts).await?;
        let variable: Vec<i64> =
            cards.iter().filter(|card| card.kind == Kind::Variable).map(|card| card.id.0).collect();
        let attributes =
            if variable.is_empty() { Vec::new() } else { store::attributes(db, &variable).await? };
        let cards: HashMap<ProductId, Card> = cards.into_iter().map(|card| (card.id, card)).collect();
        let each = bundles.into_iter().map(|(id, mut bundle)| {
            let own = |product: &ProductId| bundle.items.iter().any(|item| item.product == *product);
            let cards: HashMap<_, _> =
                cards.iter().filter(|(id, _)| own(id)).map(|(id, card)| (*id, card.clone())).collect();
            let attributes = attributes
                .iter()
                .filter(|one| own(&ProductId(one.product)))
                .map(|one| Attribute {
                    product: one.product,
                    name: one.name.clone(),
                    values: one.values.clone(),
                })
                .collect();
            bundle.terms.has_variations = cards.values().any(|card| card.kind == Kind::Variable);
            (id, Self { bundle, cards, attributes })
        });
        Ok(each.collect())
    }

    /// Each row with what is in it; `None`: it is not to be had at all.
    pub fn rows(&self) -> impl Iterator<Item = (&Item, Option<&Card>)> {
        self.bundle.items.iter().map(|item| (item, self.cards.get(&item.product)))
    }

    pub fn cards(&self) -> impl Iterator<Item = &Card> {
        self.cards.values()
    }

    /// A row that must be there cannot be bought.
    pub fn is_sold_out(&self) -> bool {
        !self.bundle.terms.exclude_unpurchasable
            && self
                .rows()
                .any(|(item, card)| !item.is_optional && !card.is_some_and(|card| is_purchasable(item, card)))
    }

    /// Whether what is in this row cannot be bought.
    pub fn is_gone(&self, key: &str) -> bool {
        self.rows()
            .any(|(item, card)| item.key == key && !card.is_some_and(|card| is_purchasable(item, card)))
    }

    /// Every way in which a variation can be bought: what it leaves open, filled in each way there is.
    pub fn fillings(&self, variation: &Variation) -> Vec<BTreeMap<String, String>> {
        /// More than this nobody looks through.
        const MOST: usize = 60;
        let open = self.attributes.iter().filter(|attribute| {
            attribute.product == variation.product_id.0 && !variation.choices.contains_key(&attribute.name)
        });
        let mut fillings = vec![BTreeMap::new()];
        for attribute in open {
            let with = |filling: &BTreeMap<String, String>, value: &String| {
                let mut more = filling.clone();
                more.insert(attribute.name.clone(), value.clone());
                more
            };
            fillings = fillings
                .iter()
                .flat_map(|filling| attribute.values.iter().map(move |value| with(filling, value)))
                .take(MOST)
                .collect();
        }
        fillings
    }

    fn named<'a>(&self, item: &Item, card: &'a Card, pick: &Pick) -> Result<Named<'a>, Refused> {
        if card.kind != Kind::Variable {
            return if pick.id == card.id.0 { Ok(Named::Product) } else { Err(Refused::Forged) };
        }
        let Some(variation) = card.variations.iter().find(|one| one.id.0 == pick.id) else {
            return if pick.id == card.id.0 { Ok(Named::Nothing) } else { Err(Refused::Forged) };
        };
        let agrees =
            |(name, value): (&String, &String)| variation.choices.get(name).is_none_or(|own| own == value);
        if !pick.choices.iter().all(agrees) {
            return Err(Refused::Forged);
        }
        let filling = self.fillings(variation).into_iter().find(|filling| {
            filling.iter().all(|(name, value)| pick.choices.get(name).is_some_and(|given| given == value))
        });
        Ok(match filling {
            Some(filling) if item.suffices(variation.available) => Named::Variation(variation, filling),
            _ => Named::Nothing,
        })
    }

    /// Whether one of our pages could have sent this.
    pub fn check(&self, picks: &[Pick]) -> Result<(), Refused> {
        if picks.iter().any(|pick| self.bundle.items.iter().all(|item| item.key != pick.key)) {
            return Err(Refused::Forged);
        }
        for (item, card) in self.rows() {
            let pick = picks.iter().find(|pick| pick.key == item.key);
            let Some(card) = card.filter(|card| is_purchasable(item, card)) else {
                if item.is_optional || self.bundle.terms.exclude_unpurchasable {
                    continue;
                }
                let name = card.map(|card| card.name.clone()).unwrap_or_default();
                return Err(Refused::Gone { name });
            };
            let quantity = pick.map_or(Quantity::ZERO, |pick| pick.quantity);
            if let Some(pick) = pick {
                self.named(item, card, pick)?;
            }
            if quantity < item.min || item.max.is_some_and(|max| quantity > max) {
                return Err(Refused::Forged);
            }
            if !quantity.is_multiple_of(card.step) {
                return Err(Refused::NotAMultiple { step: card.step });
            }
        }
        Ok(())
    }

    /// What the selection comes to. `own` is the bundle's own price.
    pub fn judge(&self, picks: &[Pick], own: Option<Money>, prices: &Prices<'_>) -> Verdict {
        self.terms(own).judge(&self.parts(picks, prices))
    }

    pub fn terms(&self, own: Option<Money>) -> Terms {
        let fixed_price = self.bundle.has_fixed_price.then(|| own.unwrap_or(Money::ZERO));
        Terms { fixed_price, ..self.bundle.terms.clone() }
    }

    /// Row by row.
    pub fn parts(&self, picks: &[Pick], prices: &Prices<'_>) -> Vec<Part> {
        let each = self.rows().map(|(item, card)| {
            let pick = picks.iter().find(|pick| pick.key == item.key);
            let named = card.zip(pick).map(|(card, pick)| self.named(item, card, pick));
            let (id, variation) = match named {
                Some(Ok(Named::Product)) => (Some(item.product.0), None),
                Some(Ok(Named::Variation(variation, _))) => (Some(variation.id.0), Some(variation)),
                _ => (None, None),
            };
            let price = card.and_then(|card| prices.of(card, variation));
            Part {
                id,
                name: card.map(|card| card.name.clone()).unwrap_or_default(),
                quantity: pick.map_or(Quantity::ZERO, |pick| pick.quantity),
                price: price.map_or(Money::ZERO, |price| price.amount),
                is_optional: item.is_optional,
                is_unpurchasable: !card.is_some_and(|card| is_purchasable(item, card)),
            }
        });
        each.collect()
    }

    /// The parts that are bought, of a selection that was checked.
    pub fn chosen(&self, picks: &[Pick]) -> Vec<Chosen> {
        let each = self.rows().filter_map(|(item, card)| {
            let card = card.filter(|card| is_purchasable(item, card))?;
            let pick = picks.iter().find(|pick| pick.key == item.key)?;
            let (variation, choices) = match self.named(item, card, pick).ok()? {
                Named::Product => (None, BTreeMap::new()),
                Named::Variation(variation, filling) => (Some(variation.id), filling),
                Named::Nothing => return None,
            };
            let (key, product, quantity) = (item.key.clone(), item.product, pick.quantity);
            Some(Chosen { key, product, variation, choices, quantity })
        });
        each.collect()
    }

    /// The cheapest way to take what the page begins with, or the least of anything where it begins with nothing: what
    /// a card tells. `None`: there is nothing to take.
    pub fn opening(&self, own: Option<Money>, prices: &Prices<'_>) -> Option<Price> {
        let cheapest = |item: &Item, card: &Card, quantity: Quantity| {
            let variation = card
                .variations
                .iter()
                .filter(|one| !one.available.is_zero())
                .min_by_key(|one| prices.of(card, Some(one)).map(|price| price.amount));
            let choices = variation.map(|one| self.fillings(one).swap_remove(0)).unwrap_or_default();
            let id = variation.map_or(card.id.0, |one| one.id.0);
            Pick { id, key: item.key.clone(), quantity, choices }
        };
        let rows = || {
            let fit = |item: &Item, card: Option<&_>| card.is_some_and(|card| is_purchasable(item, card));
            self.rows()
                .filter(move |(item, card)| fit(item, *card))
                .filter_map(|(item, card)| Some((item, card?)))
        };
        let begins = rows().filter(|(item, _)| !item.quantity.is_zero());
        let picks: Vec<Pick> = begins.map(|(item, card)| cheapest(item, card, item.quantity)).collect();
        let verdict = if picks.is_empty() {
            let alone = rows().map(|(item, card)| self.judge(&[cheapest(item, card, card.min)], own, prices));
            alone.min_by_key(|verdict| verdict.total)?
        } else {
            self.judge(&picks, own, prices)
        };
        let least = self.bundle.terms.total_min.filter(|least| picks.is_empty() && verdict.total < *least);
        Some(match least {
            Some(least) => Price { amount: least, regular: None },
            None => Price { amount: verdict.total, regular: verdict.saved().map(|_| verdict.before) },
        })
    }
}
