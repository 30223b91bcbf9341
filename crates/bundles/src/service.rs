//! A bundle with the current price and stock of its items.

use std::collections::{BTreeMap, HashMap};

use catalog::{Card, ProductKind, Variation};
use chrono::{DateTime, Utc};
use kernel::{Money, ProductId, Quantity, VariationId};
use pricing::{Audience, Offer, Price, PriceRequest, Rules, Subject};
use sqlx::PgConnection;

pub use crate::store::{edit, list_ids, list_without_listing_price, variation_pictures};
use crate::{
    rules::{BundleRefusal, Pick, SelectionItem, Terms, Verdict, edit::BundleFields},
    store::{self, Attribute, Bundle, Item},
    view::{BundleSettings, PriceFrom},
};

pub struct LoadedBundle {
    pub bundle: Bundle,
    cards: HashMap<ProductId, Card>,
    attributes: Vec<Attribute>,
}

/// Computes current item prices.
#[derive(Clone, Copy)]
pub struct Prices<'a> {
    pub rules: &'a Rules,
    pub settings: &'a BundleSettings,
    pub now: DateTime<Utc>,
}

impl Prices<'_> {
    /// Unit price.
    pub fn price_of(&self, card: &Card, variation: Option<&Variation>) -> Option<Price> {
        let offer = match variation {
            Some(variation) => &variation.offer,
            None => card.offer.as_ref()?,
        };
        Some(self.price_offer(offer, &card.subject(variation), card.min))
    }

    fn price_offer(&self, offer: &Offer, subject: &Subject<'_>, quantity: Quantity) -> Price {
        match self.settings.bundled_price_from {
            PriceFrom::RegularPrice => Price { amount: offer.regular, regular: None },
            PriceFrom::SalePrice => self.rules.price(
                offer,
                subject,
                PriceRequest { quantity, audience: Audience::Anyone, now: self.now },
            ),
        }
    }
}

/// A chosen item, ready for the cart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenItem {
    pub key: String,
    pub product: ProductId,
    pub variation: Option<VariationId>,
    /// Values chosen for attributes that the variation leaves open.
    pub choices: BTreeMap<String, String>,
    /// Quantity in one bundle.
    pub quantity: Quantity,
}

/// Whether the item's product may be sold, and its stock suffices for the item's minimum quantity.
pub fn is_purchasable(item: &Item, card: &Card) -> bool {
    match card.kind {
        ProductKind::Simple => card.may_be_sold(None) && item.suffices(card.available),
        ProductKind::Variable => {
            card.variations.iter().any(|one| card.may_be_sold(Some(one)) && item.suffices(one.available))
        }
        // A bundle cannot contain another bundle.
        ProductKind::External | ProductKind::Bundle => false,
    }
}

/// The product or variation that a pick names.
enum ResolvedPick<'a> {
    Product,
    Variation(&'a Variation, BTreeMap<String, String>),
    /// Cannot be bought: a choice is missing, or it is out of stock.
    Unavailable,
}

impl LoadedBundle {
    /// Loads those of these products that are bundles, with their items.
    pub async fn load(db: &mut PgConnection, products: &[i64]) -> sqlx::Result<HashMap<i64, Self>> {
        if products.is_empty() {
            return Ok(HashMap::new());
        }
        let bundles = store::find(db, products).await?;
        Self::assemble(db, bundles).await
    }

    /// A bundle as it would be with these fields; nothing is written.
    pub async fn with_fields(db: &mut PgConnection, fields: &BundleFields) -> sqlx::Result<Self> {
        let bundle = Bundle::from(fields);
        let loaded = Self::assemble(db, HashMap::from([(0, bundle.clone())])).await?.remove(&0);
        Ok(loaded.unwrap_or(Self { bundle, cards: HashMap::new(), attributes: Vec::new() }))
    }

    async fn assemble(
        db: &mut PgConnection,
        bundles: HashMap<i64, Bundle>,
    ) -> sqlx::Result<HashMap<i64, Self>> {
        let parts: Vec<i64> =
            bundles.values().flat_map(|one| &one.items).map(|item| item.product.0).collect();
        if parts.is_empty() {
            return Ok(HashMap::new());
        }
        let cards = catalog::service::cards_in(db, &parts).await?;
        let variable: Vec<i64> =
            cards.iter().filter(|card| card.kind == ProductKind::Variable).map(|card| card.id.0).collect();
        let attributes =
            if variable.is_empty() { Vec::new() } else { store::attributes(db, &variable).await? };
        let cards: HashMap<ProductId, Card> = cards.into_iter().map(|card| (card.id, card)).collect();
        let each = bundles.into_iter().map(|(id, mut bundle)| {
            let is_item = |product: &ProductId| bundle.items.iter().any(|item| item.product == *product);
            let cards: HashMap<_, _> =
                cards.iter().filter(|(id, _)| is_item(id)).map(|(id, card)| (*id, card.clone())).collect();
            let attributes = attributes
                .iter()
                .filter(|one| is_item(&ProductId(one.product)))
                .map(|one| Attribute {
                    product: one.product,
                    name: one.name.clone(),
                    values: one.values.clone(),
                })
                .collect();
            bundle.terms.has_variations = cards.values().any(|card| card.kind == ProductKind::Variable);
            (id, Self { bundle, cards, attributes })
        });
        Ok(each.collect())
    }

    /// Each item with its product; `None` if the product is not published.
    pub fn rows(&self) -> impl Iterator<Item = (&Item, Option<&Card>)> {
        self.bundle.items.iter().map(|item| (item, self.cards.get(&item.product)))
    }

    pub fn cards(&self) -> impl Iterator<Item = &Card> {
        self.cards.values()
    }

    /// Whether a required item cannot be bought.
    pub fn is_sold_out(&self) -> bool {
        !self.bundle.terms.exclude_unpurchasable
            && self
                .rows()
                .any(|(item, card)| !item.is_optional && !card.is_some_and(|card| is_purchasable(item, card)))
    }

    /// Whether this item cannot be bought.
    pub fn is_unavailable(&self, key: &str) -> bool {
        self.rows()
            .any(|(item, card)| item.key == key && !card.is_some_and(|card| is_purchasable(item, card)))
    }

    /// Every combination of values for the attributes that a variation leaves open.
    pub fn attribute_combinations(&self, variation: &Variation) -> Vec<BTreeMap<String, String>> {
        /// Upper limit of the options shown for one variation.
        const MAX_COMBINATIONS: usize = 60;
        let open = self.attributes.iter().filter(|attribute| {
            attribute.product == variation.product_id.0 && !variation.choices.contains_key(&attribute.name)
        });
        let mut combinations = vec![BTreeMap::new()];
        for attribute in open {
            let with = |combination: &BTreeMap<String, String>, value: &String| {
                let mut more = combination.clone();
                more.insert(attribute.name.clone(), value.clone());
                more
            };
            combinations = combinations
                .iter()
                .flat_map(|combination| attribute.values.iter().map(move |value| with(combination, value)))
                .take(MAX_COMBINATIONS)
                .collect();
        }
        combinations
    }

    fn resolve_pick<'a>(
        &self,
        item: &Item,
        card: &'a Card,
        pick: &Pick,
    ) -> Result<ResolvedPick<'a>, BundleRefusal> {
        if card.kind != ProductKind::Variable {
            return if pick.id == card.id.0 {
                Ok(ResolvedPick::Product)
            } else {
                Err(BundleRefusal::InvalidSelection)
            };
        }
        let Some(variation) = card.variations.iter().find(|one| one.id.0 == pick.id) else {
            return if pick.id == card.id.0 {
                Ok(ResolvedPick::Unavailable)
            } else {
                Err(BundleRefusal::InvalidSelection)
            };
        };
        let agrees =
            |(name, value): (&String, &String)| variation.choices.get(name).is_none_or(|own| own == value);
        if !pick.choices.iter().all(agrees) {
            return Err(BundleRefusal::InvalidSelection);
        }
        let combination = self.attribute_combinations(variation).into_iter().find(|combination| {
            combination.iter().all(|(name, value)| pick.choices.get(name).is_some_and(|given| given == value))
        });
        Ok(match combination {
            Some(combination) if item.suffices(variation.available) => {
                ResolvedPick::Variation(variation, combination)
            }
            _ => ResolvedPick::Unavailable,
        })
    }

    /// Validates the picks against the bundle: keys, products, quantities and steps.
    pub fn check(&self, picks: &[Pick]) -> Result<(), BundleRefusal> {
        if picks.iter().any(|pick| self.bundle.items.iter().all(|item| item.key != pick.key)) {
            return Err(BundleRefusal::InvalidSelection);
        }
        for (item, card) in self.rows() {
            let pick = picks.iter().find(|pick| pick.key == item.key);
            let Some(card) = card.filter(|card| is_purchasable(item, card)) else {
                if item.is_optional || self.bundle.terms.exclude_unpurchasable {
                    continue;
                }
                let name = card.map(|card| card.name.clone()).unwrap_or_default();
                return Err(BundleRefusal::Unavailable { name });
            };
            let quantity = pick.map_or(Quantity::ZERO, |pick| pick.quantity);
            if let Some(pick) = pick {
                self.resolve_pick(item, card, pick)?;
            }
            if quantity < item.min || item.max.is_some_and(|max| quantity > max) {
                return Err(BundleRefusal::InvalidSelection);
            }
            if !quantity.is_multiple_of(card.step) {
                return Err(BundleRefusal::NotAMultiple { step: card.step });
            }
        }
        Ok(())
    }

    /// Computes the total of a selection. `own_price` is the bundle's own price.
    pub fn judge(&self, picks: &[Pick], own_price: Option<Money>, prices: &Prices<'_>) -> Verdict {
        self.terms(own_price).judge(&self.parts(picks, prices))
    }

    pub fn terms(&self, own_price: Option<Money>) -> Terms {
        let fixed_price = self.bundle.has_fixed_price.then(|| own_price.unwrap_or(Money::ZERO));
        Terms { fixed_price, ..self.bundle.terms.clone() }
    }

    /// One entry per item of the bundle, in order.
    pub fn parts(&self, picks: &[Pick], prices: &Prices<'_>) -> Vec<SelectionItem> {
        let each = self.rows().map(|(item, card)| {
            let pick = picks.iter().find(|pick| pick.key == item.key);
            let resolved = card.zip(pick).map(|(card, pick)| self.resolve_pick(item, card, pick));
            let (id, variation) = match resolved {
                Some(Ok(ResolvedPick::Product)) => (Some(item.product.0), None),
                Some(Ok(ResolvedPick::Variation(variation, _))) => (Some(variation.id.0), Some(variation)),
                _ => (None, None),
            };
            let price = card.and_then(|card| prices.price_of(card, variation));
            SelectionItem {
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

    /// The items to buy, for a selection that passed [`Self::check`].
    pub fn chosen_items(&self, picks: &[Pick]) -> Vec<ChosenItem> {
        let each = self.rows().filter_map(|(item, card)| {
            let card = card.filter(|card| is_purchasable(item, card))?;
            let pick = picks.iter().find(|pick| pick.key == item.key)?;
            let (variation, choices) = match self.resolve_pick(item, card, pick).ok()? {
                ResolvedPick::Product => (None, BTreeMap::new()),
                ResolvedPick::Variation(variation, combination) => (Some(variation.id), combination),
                ResolvedPick::Unavailable => return None,
            };
            let (key, product, quantity) = (item.key.clone(), item.product, pick.quantity);
            Some(ChosenItem { key, product, variation, choices, quantity })
        });
        each.collect()
    }

    /// The price that a card shows: the cheapest way to buy the preselected items or, if none is preselected,
    /// the cheapest single item. `None`: no item can be bought.
    pub fn starting_price(&self, own_price: Option<Money>, prices: &Prices<'_>) -> Option<Price> {
        let cheapest = |item: &Item, card: &Card, quantity: Quantity| {
            let variation = card
                .variations
                .iter()
                .filter(|one| !one.available.is_zero())
                .min_by_key(|one| prices.price_of(card, Some(one)).map(|price| price.amount));
            let choices =
                variation.map(|one| self.attribute_combinations(one).swap_remove(0)).unwrap_or_default();
            let id = variation.map_or(card.id.0, |one| one.id.0);
            Pick { id, key: item.key.clone(), quantity, choices }
        };
        let rows = || {
            let can_buy = |item: &Item, card: Option<&_>| card.is_some_and(|card| is_purchasable(item, card));
            self.rows()
                .filter(move |(item, card)| can_buy(item, *card))
                .filter_map(|(item, card)| Some((item, card?)))
        };
        let preselected = rows().filter(|(item, _)| !item.quantity.is_zero());
        let picks: Vec<Pick> = preselected.map(|(item, card)| cheapest(item, card, item.quantity)).collect();
        let verdict = if picks.is_empty() {
            let singles =
                rows().map(|(item, card)| self.judge(&[cheapest(item, card, card.min)], own_price, prices));
            singles.min_by_key(|verdict| verdict.total)?
        } else {
            self.judge(&picks, own_price, prices)
        };
        let total_min = self.bundle.terms.total_min.filter(|min| picks.is_empty() && verdict.total < *min);
        Some(match total_min {
            Some(total_min) => Price { amount: total_min, regular: None },
            None => Price { amount: verdict.total, regular: verdict.saved().map(|_| verdict.before) },
        })
    }
}
