//! The till: every price that a page or a call shows comes from here, and so does the countdown beside it.

use std::{collections::HashMap, sync::Arc};

use bundles::{BundleSettings, Prices, Set};
use catalog::store::CountdownWords;
use catalog::{Card, Kind, Variation};
use chrono::{DateTime, Utc};
use edge::kept::Kept;
use kernel::{Messages, Money, Quantity, msg};
use pricing::{
    Ask, Offer, Price, PriceView, Rules, Subject, Who,
    html::price_html,
    rules::{Countdown, TableRow, table},
    view::{CountdownChange, CountdownPrices, CountdownView, ProductType},
};
use sqlx::PgPool;

use super::view::DiscountSettings;

/// Everything a price depends on beside the thing itself.
#[derive(Clone)]
pub struct Till {
    rules: Arc<Rules>,
    settings: Arc<BundleSettings>,
    /// Bundles cost what their parts cost: those that were [asked about](Self::knowing).
    sets: Arc<HashMap<i64, Set>>,
    /// Whether pages may be cached copies, as their countdowns have to know.
    is_cached: bool,
    pub now: DateTime<Utc>,
}

impl Till {
    /// For everybody: nothing here knows who asks.
    pub async fn open(kept: &Kept, now: DateTime<Utc>) -> sqlx::Result<Self> {
        let till = Self::with(kept.get::<Rules>().await?, kept.get::<BundleSettings>().await?, now);
        Ok(Self { is_cached: kept.get::<DiscountSettings>().await?.cache, ..till })
    }

    pub fn with(rules: Arc<Rules>, settings: Arc<BundleSettings>, now: DateTime<Utc>) -> Self {
        Self { rules, settings, sets: Arc::default(), is_cached: true, now }
    }

    /// Looks into the bundles among these, before any of them is shown.
    pub async fn knowing<'a>(
        mut self,
        db: &PgPool,
        cards: impl IntoIterator<Item = &'a Card>,
    ) -> sqlx::Result<Self> {
        let boxes: Vec<i64> =
            cards.into_iter().filter(|card| card.kind == Kind::Bundle).map(|card| card.id.0).collect();
        if !boxes.is_empty() {
            self.sets = Arc::new(Set::open(&mut *db.acquire().await?, &boxes).await?);
        }
        Ok(self)
    }

    pub fn set(&self, card: &Card) -> Option<&Set> {
        self.sets.get(&card.id.0)
    }

    pub fn part_prices(&self) -> Prices<'_> {
        Prices { rules: &self.rules, settings: &self.settings, now: self.now }
    }

    /// Of its rules.
    pub fn version(&self) -> i64 {
        self.rules.version
    }

    fn ask(&self, quantity: Quantity) -> Ask {
        Ask { quantity, who: Who::Anyone, now: self.now }
    }

    pub fn price(&self, offer: &Offer, subject: &Subject<'_>, quantity: Quantity) -> Price {
        self.rules.price(offer, subject, self.ask(quantity))
    }

    /// What each of its offers costs, when the least quantity is bought.
    pub fn prices(&self, card: &Card) -> Vec<Price> {
        if let Some(set) = self.set(card).filter(|set| !set.bundle.has_fixed_price) {
            return set.opening(None, &self.part_prices()).into_iter().collect();
        }
        card.offers().iter().map(|(offer, subject)| self.price(offer, subject, card.min)).collect()
    }

    pub fn shown(&self, card: &Card) -> PriceView {
        let price = PriceView::cheapest(&self.prices(card))
            .unwrap_or_else(|| PriceView::of(Price { amount: Money::ZERO, regular: None }));
        let is_assembled = self.set(card).is_some_and(|set| !set.bundle.has_fixed_price);
        if is_assembled { PriceView { from: true, regular: None, ..price } } else { price }
    }

    pub fn of_variation(&self, card: &Card, variation: &Variation, quantity: Quantity) -> Price {
        self.price(&variation.offer, &card.subject(Some(variation)), quantity)
    }

    /// The next moment at which any of these prices changes.
    pub fn changes_after<'a>(&self, cards: impl IntoIterator<Item = &'a Card>) -> Option<DateTime<Utc>> {
        let moments = cards.into_iter().filter_map(|card| self.card_changes_after(card));
        moments.min()
    }

    fn card_changes_after(&self, card: &Card) -> Option<DateTime<Utc>> {
        let own = self.offers_change_after(card);
        let parts = self.set(card).into_iter().flat_map(Set::cards);
        parts.filter_map(|part| self.offers_change_after(part)).chain(own).min()
    }

    fn offers_change_after(&self, card: &Card) -> Option<DateTime<Utc>> {
        let offers = card.offers();
        let moments =
            offers.iter().filter_map(|(offer, subject)| self.rules.changes_after(offer, subject, self.now));
        moments.min()
    }

    /// What listings are sorted by.
    pub fn told(&self, card: &Card) -> Option<pricing::store::Told> {
        let prices = self.prices(card);
        let lowest = prices.iter().map(|price| price.amount).min()?;
        Some(pricing::store::Told {
            product: card.id.0,
            price: lowest,
            is_on_sale: prices.iter().any(|price| price.regular.is_some()),
            changes_at: self.card_changes_after(card),
        })
    }

    /// What more pieces save, for the cheapest of its offers, and whether they differ.
    pub fn table(&self, card: &Card, variation: Option<&Variation>) -> (Vec<TableRow>, bool) {
        let offers = match variation {
            Some(one) => vec![(&one.offer, card.subject(Some(one)))],
            None => card.offers(),
        };
        let price = |(offer, subject): &(&Offer, Subject<'_>)| self.price(offer, subject, card.min).amount;
        let Some(cheapest) = offers.iter().min_by_key(|one| price(one)) else { return (Vec::new(), false) };
        let differ = offers.iter().any(|one| price(one) != price(cheapest));
        let (offer, subject) = cheapest;
        (table(&self.rules, offer, subject, self.ask(card.min), card.min, card.step), differ)
    }

    /// Whether more pieces save anything, of the product or of any of its variations.
    pub fn has_table(&self, card: &Card) -> bool {
        let own = std::iter::once(None).chain(card.variations.iter().map(Some));
        own.into_iter().any(|variation| !self.table(card, variation).0.is_empty())
    }

    pub fn countdown(&self, card: &Card, messages: &Messages) -> Option<CountdownView> {
        let (offer, words) = (card.offer.as_ref()?, card.countdown.as_ref()?);
        let kind = if card.kind == Kind::Variable { ProductType::Variable } else { ProductType::Simple };
        self.count_down(offer, &card.subject(None), card.min, words, card.available, kind, messages)
    }

    pub fn variation_countdown(
        &self,
        card: &Card,
        variation: &Variation,
        messages: &Messages,
    ) -> Option<CountdownView> {
        let words = variation.countdown.as_ref()?;
        let subject = card.subject(Some(variation));
        self.count_down(
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
    fn count_down(
        &self,
        offer: &Offer,
        subject: &Subject<'_>,
        quantity: Quantity,
        words: &CountdownWords,
        available: Quantity,
        product_type: ProductType,
        messages: &Messages,
    ) -> Option<CountdownView> {
        let countdown = Countdown::of(offer, self.now)?;
        let runs = offer.at(self.now).regular.is_some();
        let price = |offer: Offer| PriceView::of(self.price(&offer, subject, quantity));
        let prices = CountdownPrices {
            regular: price(Offer { sale: None, ..*offer }),
            sale: price(Offer { sale_from: None, sale_to: None, ..*offer }),
        };
        let or = |own: &str, usual| if own.is_empty() { messages.text(usual) } else { own.to_owned() };
        let (ends, starts) = (
            or(&words.message, msg::pricing::COUNTDOWN_MESSAGE),
            or(&words.upcoming_message, msg::pricing::COUNTDOWN_UPCOMING_MESSAGE),
        );
        // The second message is that of the phase after this one.
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
        let view =
            CountdownView::new(&countdown, change, prices, words.gone(available).filter(|_| runs), self.now)?;
        Some(CountdownView { cached: self.is_cached, ..view })
    }
}
