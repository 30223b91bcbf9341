//! The contents of a cart at one instant, and how its lines are priced. No SQL: `store` reads the rows.

use std::collections::{BTreeMap, HashMap};

use bundles::{LoadedBundle, Pick, Prices, rules::BundleRefusal};
use catalog::{PictureView, ProductKind, ProductStatus, rules::SaleConditions, view::PictureFiles};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Money, ProductId, Quantity, VariationId};
use pricing::{Audience, Offer, Price, PriceRequest, Subject};
use sqlx::types::Json;

use crate::{
    rules::{self, Coupon, Destination, Overflow, Refusal, Sellable, ShippingMethod, Totals, TotalsLine},
    store::totals::Rates,
};

/// One line, priced at the time it was read.
#[derive(Debug, Clone)]
pub struct Line {
    pub key: String,
    pub kind: ProductKind,
    pub product_id: ProductId,
    pub variation: Option<VariationId>,
    /// Value of each chosen attribute, by name.
    pub choices: BTreeMap<String, String>,
    pub name: String,
    pub detail: Option<String>,
    pub slug: String,
    /// A draft has no page.
    pub has_page: bool,
    pub sku: String,
    pub quantity: Quantity,
    pub min: Quantity,
    pub step: Quantity,
    pub available: Quantity,
    /// Price of one piece. `None`: it has no price and is not sold.
    pub price: Option<Price>,
    pub picture: Option<PictureView>,
    pub categories: Vec<i64>,
    pub grams: i64,
    /// Items of a bundle that are bought.
    pub parts: Vec<LinePart>,
    /// Why the line cannot be bought. The cart cannot be ordered while a line has a refusal.
    pub refusal: Option<Refusal>,
}

/// An item of one piece of a bundle.
#[derive(Debug, Clone)]
pub struct LinePart {
    pub product: ProductId,
    pub variation: Option<VariationId>,
    pub sku: String,
    pub name: String,
    pub detail: Option<String>,
    pub quantity: Quantity,
    /// Share of the line total; the shares add up to the total, to the cent.
    pub share: Money,
}

/// Shipping destination, as far as the visitor entered it.
#[derive(Debug, Clone, Default)]
pub struct ShippingAddress {
    pub country: String,
    pub city: String,
    pub postcode: String,
    pub method: Option<i64>,
}

/// A cart at one instant.
#[derive(Debug, Default)]
pub struct Contents {
    pub lines: Vec<Line>,
    pub shipping_address: ShippingAddress,
    pub coupons: Vec<Coupon>,
    pub destination: Destination,
    pub totals: Totals,
}

impl Contents {
    pub(crate) fn new(
        lines: Vec<Line>,
        shipping_address: ShippingAddress,
        coupons: Vec<Coupon>,
        rates: &Rates,
        now: DateTime<Utc>,
    ) -> Result<Self, Overflow> {
        let sums: Vec<TotalsLine> = lines.iter().filter_map(Line::totals_line).collect();
        let destination = rates.destination_for(&shipping_address.country, &shipping_address.city);
        let totals = rules::totals(&sums, &coupons, &destination, shipping_address.method, now)?;
        Ok(Self { lines, shipping_address, coupons, destination, totals })
    }

    /// The shipping method that the totals use.
    pub fn chosen_method(&self) -> Option<&ShippingMethod> {
        let offer = self.totals.shipping.get(self.totals.chosen?)?;
        self.destination.methods.iter().find(|method| method.id == offer.method)
    }

    /// Stock that the whole cart needs, by SKU: bundles and their items. Lines that are not charged need none.
    pub fn stock(&self) -> Vec<(String, Quantity)> {
        let mut wanted: BTreeMap<String, i64> = BTreeMap::new();
        for (sku, quantity) in self.lines.iter().flat_map(Line::stock_demand) {
            let sum = wanted.entry(sku.to_owned()).or_default();
            *sum = sum.saturating_add(quantity.as_units());
        }
        wanted.into_iter().map(|(sku, units)| (sku, Quantity::from_units(units))).collect()
    }

    /// The same cart with totals for another destination. Nothing is written.
    pub fn with_destination(
        self,
        country: &str,
        city: &str,
        postcode: &str,
        rates: &Rates,
        now: DateTime<Utc>,
    ) -> sqlx::Result<Self> {
        let shipping_address = ShippingAddress {
            country: country.to_owned(),
            city: city.to_owned(),
            postcode: postcode.to_owned(),
            method: self.shipping_address.method,
        };
        Self::new(self.lines, shipping_address, self.coupons, rates, now).map_err(overflow_error)
    }
}

/// A cart whose totals do not fit is as unreadable as one with an invalid row.
pub(crate) fn overflow_error(overflow: Overflow) -> sqlx::Error {
    sqlx::Error::Decode(Box::new(overflow))
}

impl Line {
    fn totals_line(&self) -> Option<TotalsLine> {
        Some(TotalsLine {
            product: self.product_id.0,
            categories: self.categories.clone(),
            quantity: self.quantity,
            total: self.total()?,
            grams: self.grams,
        })
    }

    /// The line total, rounded half up. `None`: the line may not be sold and is not charged.
    pub fn total(&self) -> Option<Money> {
        if self.refusal.as_ref().is_some_and(|refusal| !refusal.keeps_price()) {
            return None;
        }
        self.price?.amount.times(self.quantity)
    }

    /// Stock that the line needs, by SKU.
    pub fn stock_demand(&self) -> impl Iterator<Item = (&str, Quantity)> {
        let bundle_items = self.parts.iter().map(|part| {
            let units = i128::from(part.quantity.as_units()) * i128::from(self.quantity.as_units());
            // Rounded up, so that the reserved stock is never less than what is sold.
            let per_one = i128::from(Quantity::UNITS_PER_ONE);
            let whole = (units + per_one - 1) / per_one;
            (part.sku.as_str(), Quantity::from_units(i64::try_from(whole).unwrap_or(i64::MAX)))
        });
        let all = std::iter::once((self.sku.as_str(), self.quantity)).chain(bundle_items);
        all.filter(|_| self.total().is_some())
    }

    /// Applies the same rule as adding to the cart.
    fn validate(&mut self, may_be_sold: bool) {
        let sellable = Sellable {
            name: self.name.clone(),
            is_bundle: false,
            purchasable: may_be_sold,
            needs_choice: false,
            open: BTreeMap::new(),
            min: self.min,
            step: self.step,
            available: self.available,
        };
        let refused = rules::check_quantity(&sellable, self.quantity).err();
        // Not being for sale takes precedence over an invalid selection, and that over the stock.
        if self.refusal.is_none() || !may_be_sold {
            self.refusal = refused;
        }
        if self.refusal.is_none() && self.total().is_none() {
            self.refusal = Some(Refusal::NotForSale { name: self.name.clone() });
        }
    }
}

/// A line as it is stored, with what the catalogue says about its product.
pub(crate) struct LineRow {
    pub key: String,
    pub quantity: i64,
    pub kind: ProductKind,
    pub status: ProductStatus,
    pub sku: String,
    /// For a bundle: whether its items set its price.
    pub by_parts: Option<bool>,
    pub has_parts: bool,
    pub chosen: Json<BTreeMap<String, String>>,
    pub country: String,
    pub city: String,
    pub postcode: String,
    pub shipping_method: Option<i64>,
    pub has_coupons: bool,
    pub weight_grams: Option<i32>,
    pub product_id: i64,
    pub name: String,
    pub slug: String,
    pub detail: Option<String>,
    pub min_quantity: i64,
    pub step: i64,
    pub regular: Option<i64>,
    pub sale: Option<i64>,
    pub sale_from: Option<DateTime<Utc>>,
    pub sale_to: Option<DateTime<Utc>>,
    pub sale_pause: Option<i32>,
    pub variation_id: Option<i64>,
    pub choices: Option<Json<BTreeMap<String, String>>>,
    pub categories: Vec<i64>,
    pub values: Vec<i32>,
    /// Version of the discount rules.
    pub version: i64,
    pub available: i64,
    pub width: Option<i32>,
    pub height: Option<i32>,
    pub files: Option<Json<PictureFiles>>,
}

impl LineRow {
    pub fn is_bundle(&self) -> bool {
        self.kind == ProductKind::Bundle
    }

    pub fn shipping_address(&self) -> ShippingAddress {
        ShippingAddress {
            country: self.country.clone(),
            city: self.city.clone(),
            postcode: self.postcode.clone(),
            method: self.shipping_method,
        }
    }

    fn may_be_sold(&self) -> bool {
        let conditions = SaleConditions {
            kind: self.kind,
            is_published: self.status == ProductStatus::Published,
            has_price: self.regular.is_some(),
            has_variation: self.variation_id.is_some(),
            is_priced_by_parts: self.by_parts.unwrap_or(false),
        };
        // A line with bundle items whose product is no longer a bundle is not what the shopper added.
        conditions.may_be_sold() && (self.is_bundle() || !self.has_parts)
    }

    fn price(&self, prices: &Prices<'_>) -> Option<Price> {
        let offer = Offer {
            regular: Money::from_minor(self.regular?),
            sale: self.sale.map(Money::from_minor),
            sale_from: self.sale_from,
            sale_to: self.sale_to,
            sale_pause: self.sale_pause.map(|seconds| TimeDelta::seconds(seconds.into())),
        };
        let subject = Subject {
            product: ProductId(self.product_id),
            variation: self.variation_id.map(VariationId),
            categories: &self.categories,
            values: &self.values,
            choices: self.choices.as_deref(),
        };
        let quantity = Quantity::from_units(self.quantity);
        let request = PriceRequest { quantity, audience: Audience::Anyone, now: prices.now };
        Some(prices.rules.price(&offer, &subject, request))
    }

    fn into_line(self, prices: &Prices<'_>) -> Line {
        Line {
            price: self.price(prices),
            picture: self.files.map(|files| {
                PictureView::new("", self.width.unwrap_or(800), self.height.unwrap_or(1000), &files)
            }),
            key: self.key,
            kind: self.kind,
            product_id: ProductId(self.product_id),
            variation: self.variation_id.map(VariationId),
            name: self.name,
            detail: detail(self.detail, &self.chosen),
            choices: self
                .choices
                .map(|Json(choices)| choices)
                .into_iter()
                .flatten()
                .chain(self.chosen.0)
                .collect(),
            slug: self.slug,
            has_page: self.status != ProductStatus::Draft,
            sku: self.sku,
            quantity: Quantity::from_units(self.quantity),
            min: Quantity::from_units(self.min_quantity),
            step: Quantity::from_units(self.step),
            available: Quantity::from_units(self.available),
            categories: self.categories,
            grams: self.weight_grams.unwrap_or(0).into(),
            parts: Vec::new(),
            refusal: None,
        }
    }
}

/// The variation's label and the choices made in addition to it.
fn detail(label: Option<String>, chosen: &BTreeMap<String, String>) -> Option<String> {
    let parts: Vec<_> = label.iter().chain(chosen.values()).map(String::as_str).collect();
    (!parts.is_empty()).then(|| parts.join("، "))
}

/// An item of a bundle line as it is stored, with what the catalogue says about its product.
#[derive(Debug)]
pub(crate) struct PartRow {
    pub line_key: String,
    pub item_key: String,
    pub product_id: i64,
    pub variation_id: Option<i64>,
    pub quantity: i64,
    pub choices: Json<BTreeMap<String, String>>,
    pub name: String,
    pub weight_grams: Option<i32>,
    pub sku: String,
    pub label: Option<String>,
    pub available: i64,
}

impl PartRow {
    fn pick(&self) -> Pick {
        Pick {
            id: self.variation_id.unwrap_or(self.product_id),
            key: self.item_key.clone(),
            quantity: Quantity::from_units(self.quantity),
            choices: self.choices.0.clone(),
        }
    }

    /// How many bundles the stock of this item suffices for.
    fn complete_sets(&self) -> i64 {
        self.available.max(0) / self.quantity.max(1)
    }

    fn grams(&self) -> i128 {
        i128::from(self.weight_grams.unwrap_or(0)) * i128::from(self.quantity)
            / i128::from(Quantity::UNITS_PER_ONE)
    }

    fn into_part(self, share: Money) -> LinePart {
        LinePart {
            product: ProductId(self.product_id),
            variation: self.variation_id.map(VariationId),
            detail: detail(self.label, &self.choices),
            quantity: Quantity::from_units(self.quantity),
            share,
            sku: self.sku,
            name: self.name,
        }
    }
}

/// The bundles of a cart.
#[derive(Default)]
pub(crate) struct CartBundles {
    /// By product id.
    pub sets: HashMap<i64, LoadedBundle>,
    /// By line key.
    pub parts: HashMap<String, Vec<PartRow>>,
}

/// Prices the lines of a cart, in order, and decides which of them may be bought.
pub(crate) fn price_lines(rows: Vec<LineRow>, mut bundles: CartBundles, prices: &Prices<'_>) -> Vec<Line> {
    let lines = rows.into_iter().map(|row| {
        let (is_bundle, may_be_sold) = (row.is_bundle(), row.may_be_sold());
        let mut line = row.into_line(prices);
        if is_bundle {
            let parts = bundles.parts.remove(&line.key).unwrap_or_default();
            match bundles.sets.get(&line.product_id.0) {
                Some(set) => price_bundle(&mut line, parts, set, prices),
                None => line.refusal = Some(Refusal::NotForSale { name: line.name.clone() }),
            }
        }
        line.validate(may_be_sold);
        line
    });
    lines.collect()
}

/// Prices a bundle line by its items, under the terms of the bundle.
fn price_bundle(line: &mut Line, rows: Vec<PartRow>, set: &LoadedBundle, prices: &Prices<'_>) {
    let picks: Vec<Pick> = rows.iter().map(PartRow::pick).collect();
    let verdict = set.judge(&picks, line.price.map(|price| price.amount), prices);
    let refused = check_parts(set, &picks, &rows, &line.name);
    let refused = refused.or_else(|| verdict.refusal.clone().map(BundleRefusal::from));
    line.refusal = refused.map(Refusal::Selection);
    if !set.bundle.has_fixed_price {
        line.price = Some(Price { amount: verdict.total, regular: verdict.saved().map(|_| verdict.before) });
    }
    // Unavailable optional items are dropped: neither reserved nor charged.
    let bought: Vec<String> = set.chosen_items(&picks).into_iter().map(|part| part.key).collect();
    let is_bought = |key: &String| line.refusal.is_some() || bought.contains(key);
    let rows: Vec<_> = rows.into_iter().filter(|row| is_bought(&row.item_key)).collect();
    let complete_sets = rows.iter().map(PartRow::complete_sets).min().unwrap_or(0);
    line.available =
        line.available.min(Quantity::from_units(complete_sets.saturating_mul(Quantity::UNITS_PER_ONE)));
    if line.grams == 0 {
        // A bundle without a weight of its own weighs as much as its items.
        line.grams = i64::try_from(rows.iter().map(PartRow::grams).sum::<i128>()).unwrap_or(i64::MAX);
    }
    line.parts = allocate(line, rows, &costs(set, &picks, prices));
}

/// Why the stored selection may no longer be sold.
fn check_parts(set: &LoadedBundle, picks: &[Pick], rows: &[PartRow], name: &str) -> Option<BundleRefusal> {
    match set.check(picks) {
        Err(BundleRefusal::Unavailable { .. }) => {
            // The catalogue does not return drafts, so the name comes from the cart's own query.
            let gone = rows.iter().find(|row| set.is_unavailable(&row.item_key));
            Some(BundleRefusal::Unavailable { name: gone.map_or(name, |row| &row.name).to_owned() })
        }
        checked => checked.err(),
    }
}

/// What each item would cost alone, by key. Only the shares depend on it, not the total.
fn costs(set: &LoadedBundle, picks: &[Pick], prices: &Prices<'_>) -> HashMap<String, Money> {
    let items = set.rows().zip(set.parts(picks, prices));
    items.filter_map(|((item, _), part)| Some((item.key.clone(), part.price.times(part.quantity)?))).collect()
}

/// Divides the line's total among its items.
fn allocate(line: &Line, rows: Vec<PartRow>, costs: &HashMap<String, Money>) -> Vec<LinePart> {
    let costs: Vec<Money> =
        rows.iter().map(|row| costs.get(&row.item_key).copied().unwrap_or(Money::ZERO)).collect();
    let shares = rules::allocate(line.total().unwrap_or(Money::ZERO), &costs);
    rows.into_iter().zip(shares).map(|(row, share)| row.into_part(share)).collect()
}
