//! Prices of products, by the same rules as on the pages.

use std::{collections::HashMap, sync::Arc};

use bundles::{BundleSettings, LoadedBundle};
use catalog::{Card, ProductKind, Variation};
use chrono::{DateTime, Utc};
use edge::{PublicShop, settings_cache::SettingsCache};
use kernel::Money;
use pricing::{Audience, Price, PriceRequest, PriceView, Rules};
use sqlx::PgPool;

/// Everything that prices depend on, except the products themselves.
pub struct Prices {
    rules: Arc<Rules>,
    settings: Arc<BundleSettings>,
    sets: HashMap<i64, LoadedBundle>,
    now: DateTime<Utc>,
}

/// The prices at which a product can be bought.
#[derive(Debug, Clone)]
pub struct PriceSummary {
    pub price: Money,
    pub regular: Money,
    pub is_on_sale: bool,
    /// The lowest and the highest, where they differ.
    pub range: Option<(Money, Money)>,
    pub view: PriceView,
}

impl PriceSummary {
    fn new(prices: &[Price]) -> Option<Self> {
        let lowest = prices.iter().min_by_key(|price| price.amount)?;
        let highest = prices.iter().map(|price| price.amount).max()?;
        Some(Self {
            price: lowest.amount,
            regular: lowest.regular.unwrap_or(lowest.amount),
            is_on_sale: prices.iter().any(|price| price.regular.is_some()),
            range: (highest != lowest.amount).then_some((lowest.amount, highest)),
            view: PriceView::cheapest(prices)?,
        })
    }
}

impl Prices {
    pub async fn load(shop: &PublicShop, cards: &[Card]) -> sqlx::Result<Self> {
        Self::load_from(&shop.settings, &shop.db, cards, shop.clock.now()).await
    }

    async fn load_from(
        settings: &SettingsCache,
        db: &PgPool,
        cards: &[Card],
        now: DateTime<Utc>,
    ) -> sqlx::Result<Self> {
        let bundles = cards.iter().filter(|card| card.kind == ProductKind::Bundle);
        let ids: Vec<i64> = bundles.map(|card| card.id.0).collect();
        let sets = if ids.is_empty() {
            HashMap::new()
        } else {
            LoadedBundle::load(&mut *db.acquire().await?, &ids).await?
        };
        Ok(Self {
            rules: settings.get::<Rules>().await?,
            settings: settings.get::<BundleSettings>().await?,
            sets,
            now,
        })
    }

    fn set(&self, card: &Card) -> Option<&LoadedBundle> {
        self.sets.get(&card.id.0)
    }

    fn request(&self, card: &Card) -> PriceRequest {
        PriceRequest { quantity: card.min, audience: Audience::Anyone, now: self.now }
    }

    /// `None`: the product has no price and is not sold.
    pub fn product(&self, card: &Card) -> Option<PriceSummary> {
        if let Some(set) = self.set(card).filter(|set| !set.bundle.has_fixed_price) {
            let prices = bundles::Prices { rules: &self.rules, settings: &self.settings, now: self.now };
            let prices: Vec<Price> = set.starting_price(None, &prices).into_iter().collect();
            return PriceSummary::new(&prices);
        }
        let offers = card.offers();
        let prices: Vec<Price> = offers
            .iter()
            .map(|(offer, subject)| self.rules.price(offer, subject, self.request(card)))
            .collect();
        PriceSummary::new(&prices)
    }

    pub fn variation(&self, card: &Card, variation: &Variation) -> Option<PriceSummary> {
        let subject = card.subject(Some(variation));
        PriceSummary::new(&[self.rules.price(&variation.offer, &subject, self.request(card))])
    }

    /// Whether the product can be bought now.
    pub fn is_in_stock(&self, card: &Card) -> bool {
        match card.kind {
            ProductKind::Simple => !card.available.is_zero(),
            ProductKind::Variable => card.variations.iter().any(|one| !one.available.is_zero()),
            ProductKind::Bundle => {
                !card.available.is_zero() && self.set(card).is_none_or(|set| !set.is_sold_out())
            }
            // Sold by another shop, whose stock is unknown.
            ProductKind::External => true,
        }
    }

    /// The next time at which a price of one of these products changes.
    pub fn changes_at(&self, cards: &[Card]) -> Option<DateTime<Utc>> {
        let parts = self.sets.values().flat_map(LoadedBundle::cards);
        let times = cards.iter().chain(parts).filter_map(|card| {
            let offers = card.offers();
            let times = offers
                .iter()
                .filter_map(|(offer, subject)| self.rules.changes_after(offer, subject, self.now));
            times.min()
        });
        times.min()
    }

    /// The cache tags of an answer that shows these products.
    pub fn tags(&self, cards: &[Card]) -> Vec<String> {
        let parts = self.sets.values().flat_map(LoadedBundle::cards);
        let mut tags: Vec<String> =
            cards.iter().chain(parts).map(|card| format!("product:{}", card.id)).collect();
        tags.extend(cards.iter().map(|card| reviews::service::rating_tag(card.id.0)));
        tags.push("prices".to_owned());
        tags
    }
}
