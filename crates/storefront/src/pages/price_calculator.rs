//! Calculates all prices and countdowns that pages and calls show.

use std::{collections::HashMap, sync::Arc};

use bundles::{BundleSettings, LoadedBundle, Prices};
use catalog::{Card, ProductKind, Variation, service::CountdownMessages};
use chrono::{DateTime, Utc};
use edge::{ShopZone, settings_cache::SettingsCache};
use kernel::{Messages, Money, Quantity, msg};
use pricing::{
    Audience, Offer, Price, PriceRequest, PriceView, Rules, Subject,
    html::price_html,
    rules::{Countdown, TableRow, table, within_stock},
    view::{CountdownChange, CountdownPrices, CountdownView, ProductType},
};
use sqlx::{PgConnection, PgPool};

use super::view::DiscountSettings;

/// Everything that a price depends on, except the product itself.
#[derive(Clone)]
pub struct PriceCalculator {
    rules: Arc<Rules>,
    settings: Arc<BundleSettings>,
    /// Bundles loaded by [`Self::with_bundles`], whose prices depend on their items.
    sets: Arc<HashMap<i64, LoadedBundle>>,
    /// Whether pages may be cached copies; part of the countdown view.
    is_cached: bool,
    /// Of the dates in countdowns.
    zone: Arc<ShopZone>,
    pub now: DateTime<Utc>,
}

impl PriceCalculator {
    /// Loads the current rules and settings. Prices are the same for all visitors.
    pub async fn load(settings: &SettingsCache, now: DateTime<Utc>) -> sqlx::Result<Self> {
        let calculator =
            Self::new(settings.get::<Rules>().await?, settings.get::<BundleSettings>().await?, now);
        Ok(Self {
            is_cached: settings.get::<DiscountSettings>().await?.cache,
            zone: settings.get::<ShopZone>().await?,
            ..calculator
        })
    }

    pub fn new(rules: Arc<Rules>, settings: Arc<BundleSettings>, now: DateTime<Utc>) -> Self {
        Self { rules, settings, sets: Arc::default(), is_cached: true, zone: Arc::default(), now }
    }

    /// The same at another moment.
    #[must_use]
    pub fn at(&self, now: DateTime<Utc>) -> Self {
        Self { now, ..self.clone() }
    }

    /// Loads the bundles among these cards; required before their prices are calculated.
    pub async fn with_bundles<'a>(
        self,
        db: &PgPool,
        cards: impl IntoIterator<Item = &'a Card>,
    ) -> sqlx::Result<Self> {
        let bundles: Vec<&Card> = cards.into_iter().filter(|card| card.kind == ProductKind::Bundle).collect();
        if bundles.is_empty() {
            return Ok(self);
        }
        self.with_bundles_in(&mut *db.acquire().await?, bundles).await
    }

    /// The same inside a transaction.
    pub async fn with_bundles_in<'a>(
        mut self,
        db: &mut PgConnection,
        cards: impl IntoIterator<Item = &'a Card>,
    ) -> sqlx::Result<Self> {
        let bundle_ids: Vec<i64> =
            cards.into_iter().filter(|card| card.kind == ProductKind::Bundle).map(|card| card.id.0).collect();
        if !bundle_ids.is_empty() {
            self.sets = Arc::new(LoadedBundle::load(db, &bundle_ids).await?);
        }
        Ok(self)
    }

    pub fn bundle_set(&self, card: &Card) -> Option<&LoadedBundle> {
        self.sets.get(&card.id.0)
    }

    pub fn part_prices(&self) -> Prices<'_> {
        Prices { rules: &self.rules, settings: &self.settings, now: self.now }
    }

    /// Version of the discount rules.
    pub fn version(&self) -> i64 {
        self.rules.version
    }

    fn price_request(&self, quantity: Quantity) -> PriceRequest {
        PriceRequest { quantity, audience: Audience::Anyone, now: self.now }
    }

    pub fn price(&self, offer: &Offer, subject: &Subject<'_>, quantity: Quantity) -> Price {
        self.rules.price(offer, subject, self.price_request(quantity))
    }

    /// Returns the price of each offer at the minimum quantity.
    pub fn prices(&self, card: &Card) -> Vec<Price> {
        if let Some(set) = self.bundle_set(card).filter(|set| !set.bundle.has_fixed_price) {
            return set.starting_price(None, &self.part_prices()).into_iter().collect();
        }
        card.offers().iter().map(|(offer, subject)| self.price(offer, subject, card.min)).collect()
    }

    pub fn price_view(&self, card: &Card) -> PriceView {
        let price = PriceView::cheapest(&self.prices(card))
            .unwrap_or_else(|| PriceView::from_price(Price { amount: Money::ZERO, regular: None }));
        let is_assembled = self.bundle_set(card).is_some_and(|set| !set.bundle.has_fixed_price);
        if is_assembled { PriceView { from: true, regular: None, ..price } } else { price }
    }

    pub fn variation_price(&self, card: &Card, variation: &Variation, quantity: Quantity) -> Price {
        self.price(&variation.offer, &card.subject(Some(variation)), quantity)
    }

    /// Returns the next time at which any of these prices changes.
    pub fn changes_after<'a>(&self, cards: impl IntoIterator<Item = &'a Card>) -> Option<DateTime<Utc>> {
        let times = cards.into_iter().filter_map(|card| self.card_changes_after(card));
        times.min()
    }

    fn card_changes_after(&self, card: &Card) -> Option<DateTime<Utc>> {
        let own = self.offers_change_after(card);
        let parts = self.bundle_set(card).into_iter().flat_map(LoadedBundle::cards);
        parts.filter_map(|part| self.offers_change_after(part)).chain(own).min()
    }

    fn offers_change_after(&self, card: &Card) -> Option<DateTime<Utc>> {
        let offers = card.offers();
        let times =
            offers.iter().filter_map(|(offer, subject)| self.rules.changes_after(offer, subject, self.now));
        times.min()
    }

    /// Returns the price by which listings are sorted and filtered.
    pub fn listing_price(&self, card: &Card) -> Option<pricing::service::ListingPrice> {
        let prices = self.prices(card);
        let lowest = prices.iter().map(|price| price.amount).min()?;
        Some(pricing::service::ListingPrice {
            product: card.id.0,
            price: lowest,
            is_on_sale: prices.iter().any(|price| price.regular.is_some()),
            changes_at: self.card_changes_after(card),
        })
    }

    /// Returns the quantity discounts of the cheapest offer, and whether the prices of the offers differ.
    pub fn discount_table(&self, card: &Card, variation: Option<&Variation>) -> (Vec<TableRow>, bool) {
        let offers = match variation {
            Some(one) => vec![(&one.offer, card.subject(Some(one)))],
            None => card.offers(),
        };
        let price = |(offer, subject): &(&Offer, Subject<'_>)| self.price(offer, subject, card.min).amount;
        let Some(cheapest) = offers.iter().min_by_key(|one| price(one)) else { return (Vec::new(), false) };
        let differ = offers.iter().any(|one| price(one) != price(cheapest));
        let (offer, subject) = cheapest;
        let rows = table(&self.rules, offer, subject, self.price_request(card.min), card.min, card.step);
        let available = match variation {
            Some(one) => one.available,
            None => card.variations.iter().map(|one| one.available).fold(card.available, Quantity::max),
        };
        (within_stock(rows, available), differ)
    }

    /// Whether the product or any of its variations has quantity discounts.
    pub fn has_discount_table(&self, card: &Card) -> bool {
        let own = std::iter::once(None).chain(card.variations.iter().map(Some));
        own.into_iter().any(|variation| !self.discount_table(card, variation).0.is_empty())
    }

    pub fn countdown(&self, card: &Card, messages: &Messages) -> Option<CountdownView> {
        let (offer, words) = (card.offer.as_ref()?, card.countdown.as_ref()?);
        let kind =
            if card.kind == ProductKind::Variable { ProductType::Variable } else { ProductType::Simple };
        self.countdown_view(offer, &card.subject(None), card.min, words, card.available, kind, messages)
    }

    pub fn variation_countdown(
        &self,
        card: &Card,
        variation: &Variation,
        messages: &Messages,
    ) -> Option<CountdownView> {
        let words = variation.countdown.as_ref()?;
        let subject = card.subject(Some(variation));
        self.countdown_view(
            &variation.offer,
            &subject,
            card.min,
            words,
            variation.available,
            ProductType::Variation,
            messages,
        )
    }

    #[expect(clippy::too_many_arguments, reason = "two callers, both above")]
    fn countdown_view(
        &self,
        offer: &Offer,
        subject: &Subject<'_>,
        quantity: Quantity,
        words: &CountdownMessages,
        available: Quantity,
        product_type: ProductType,
        messages: &Messages,
    ) -> Option<CountdownView> {
        let countdown = Countdown::from_offer(offer, self.now)?;
        let runs = offer.price_at(self.now).regular.is_some();
        let price = |offer: Offer| PriceView::from_price(self.price(&offer, subject, quantity));
        let prices = CountdownPrices {
            regular: price(Offer { sale: None, ..*offer }),
            sale: price(Offer { sale_from: None, sale_to: None, ..*offer }),
        };
        let or = |own: &str, default| if own.is_empty() { messages.text(default) } else { own.to_owned() };
        let (ends, starts) = (
            or(&words.message, msg::pricing::COUNTDOWN_MESSAGE),
            or(&words.upcoming_message, msg::pricing::COUNTDOWN_UPCOMING_MESSAGE),
        );
        // The second message is for the phase after this one.
        let (message, upcoming_message) = if runs { (ends, starts) } else { (starts, ends) };
        let change = CountdownChange {
            product_type,
            product_id: subject.variation.map_or(subject.product.0, |id| id.0).to_string(),
            message,
            upcoming_message,
            regular_price_html: price_html(&prices.regular, messages),
            sale_price_html: price_html(&prices.sale, messages),
            remove_sale: i32::from(offer.sale_pause.is_none()),
        };
        let view = CountdownView::new(
            &countdown,
            change,
            prices,
            words.sold(available).filter(|_| runs),
            &self.zone,
            self.now,
        )?;
        Some(CountdownView { cached: self.is_cached, ..view })
    }
}
