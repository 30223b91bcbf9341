//! A cart as it stands at one instant: lines, prices, totals.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use bundles::{BundleSettings, Pick, Prices, Set, rules::Refused};
use catalog::{Kind, PictureView, sale, view::PictureFiles};
use chrono::{DateTime, TimeDelta, Utc};
use edge::kept::Kept;
use kernel::{CartId, Money, ProductId, Quantity, VariationId};
use pricing::{Ask, Offer, Price, Rules, Subject, Who};
use sqlx::{PgConnection, types::Json};

use super::totals::{self, Rates};
use crate::rules::{self, Coupon, Destination, Overflow, Refusal, Sellable, Sum, Totals};

/// What the owner has set, as far as a cart's price depends on it. Loaded before a transaction begins: whoever holds a
/// connection must not wait for a second one.
#[derive(Clone)]
pub struct Settings {
    pub rules: Arc<Rules>,
    pub bundles: Arc<BundleSettings>,
    pub rates: Arc<Rates>,
}

impl Settings {
    pub async fn load(kept: &Kept) -> sqlx::Result<Self> {
        Ok(Self { rules: kept.get().await?, bundles: kept.get().await?, rates: kept.get().await? })
    }
}

/// One line, priced at the instant it was read.
#[derive(Debug, Clone)]
pub struct Line {
    pub key: String,
    pub product_id: ProductId,
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
    /// Of one piece; `None`: it has no price, and is not sold.
    pub price: Option<Price>,
    pub picture: Option<PictureView>,
    pub categories: Vec<i64>,
    pub grams: i64,
    /// Of a bundle: those that are bought.
    pub parts: Vec<LinePart>,
    /// Why it cannot be bought as it is. The cart cannot be ordered until this is mended.
    pub refusal: Option<Refusal>,
}

/// What one piece of a bundle holds.
#[derive(Debug, Clone)]
pub struct LinePart {
    pub product: ProductId,
    pub variation: Option<VariationId>,
    pub sku: String,
    pub name: String,
    pub detail: Option<String>,
    pub quantity: Quantity,
    /// Of the line's total: all shares together are the total, to the cent.
    pub share: Money,
}

/// Where a cart goes, as far as its owner said.
#[derive(Debug, Clone, Default)]
pub struct Place {
    pub country: String,
    pub city: String,
    pub postcode: String,
    pub method: Option<i64>,
}

/// A cart as it stands at one instant.
#[derive(Debug, Default)]
pub struct Contents {
    pub lines: Vec<Line>,
    pub place: Place,
    pub coupons: Vec<Coupon>,
    pub destination: Destination,
    pub totals: Totals,
}

impl Contents {
    fn new(
        lines: Vec<Line>,
        place: Place,
        coupons: Vec<Coupon>,
        rates: &Rates,
        now: DateTime<Utc>,
    ) -> Result<Self, Overflow> {
        let sums: Vec<Sum> = lines.iter().filter_map(Line::sum).collect();
        let destination = rates.to(&place.country);
        let totals = rules::totals(&sums, &coupons, &destination, place.method, now)?;
        Ok(Self { lines, place, coupons, destination, totals })
    }

    /// What the whole cart takes off the shelves, by SKU: boxes and what is in them. What is not charged is not taken.
    pub fn stock(&self) -> Vec<(String, Quantity)> {
        let mut wanted: BTreeMap<String, i64> = BTreeMap::new();
        for (sku, quantity) in self.lines.iter().flat_map(Line::takes) {
            let sum = wanted.entry(sku.to_owned()).or_default();
            *sum = sum.saturating_add(quantity.as_units());
        }
        wanted.into_iter().map(|(sku, units)| (sku, Quantity::units(units))).collect()
    }

    /// The same cart as it would stand if it went somewhere else. Nothing is written.
    pub fn sent_to(
        self,
        country: &str,
        city: &str,
        postcode: &str,
        rates: &Rates,
        now: DateTime<Utc>,
    ) -> sqlx::Result<Self> {
        let place = Place {
            country: country.to_owned(),
            city: city.to_owned(),
            postcode: postcode.to_owned(),
            method: self.place.method,
        };
        Self::new(self.lines, place, self.coupons, rates, now).map_err(refused)
    }
}

impl Line {
    fn sum(&self) -> Option<Sum> {
        Some(Sum {
            product: self.product_id.0,
            categories: self.categories.clone(),
            quantity: self.quantity,
            total: self.total()?,
            grams: self.grams,
        })
    }

    /// Half up per line; a line with a price never totals nothing. `None`: it may not be sold, and is not charged.
    pub fn total(&self) -> Option<Money> {
        if self.refusal.as_ref().is_some_and(|refusal| !refusal.keeps_price()) {
            return None;
        }
        self.price?.amount.times(self.quantity)
    }

    /// What it takes off the shelves, by SKU.
    pub fn takes(&self) -> impl Iterator<Item = (&str, Quantity)> {
        let in_boxes = self.parts.iter().map(|part| {
            let units = i128::from(part.quantity.as_units()) * i128::from(self.quantity.as_units());
            // Rounded up: what is taken is never less than what is sold.
            let per_one = i128::from(Quantity::UNITS_PER_ONE);
            let whole = (units + per_one - 1) / per_one;
            (part.sku.as_str(), Quantity::units(i64::try_from(whole).unwrap_or(i64::MAX)))
        });
        let all = std::iter::once((self.sku.as_str(), self.quantity)).chain(in_boxes);
        all.filter(|_| self.total().is_some())
    }

    /// The rule that adding asks as well.
    fn judge(&mut self, may_be_sold: bool) {
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
        let refused = rules::set(&sellable, self.quantity).err();
        // What may not be sold at all outweighs what is wrong with the selection, and that outweighs the stock.
        if self.refusal.is_none() || !may_be_sold {
            self.refusal = refused;
        }
        if self.refusal.is_none() && self.total().is_none() {
            self.refusal = Some(Refusal::NotForSale { name: self.name.clone() });
        }
    }
}

/// A cart with its lines, oldest first, at this instant's price. `settings` hold the rules in memory: if they have
/// changed since, they are read again on the same connection, so that a cart is never priced by old ones.
/// Joins the catalogue's and pricing's tables because every answer of the cart draws them.
pub async fn contents(
    db: &mut PgConnection,
    settings: &Settings,
    cart: CartId,
    now: DateTime<Utc>,
) -> sqlx::Result<Contents> {
    let rows = sqlx::query!(
        r#"
        select line.key, line.quantity, product.kind, product.status, coalesce(variation.sku, product.sku) as "sku!",
               (select not has_fixed_price from bundles where product_id = product.id) as by_parts,
               exists (select from cart_parts where cart_id = $1 and line_key = line.key) as "has_parts!", line.choices as "chosen: Json<BTreeMap<String, String>>",
               cart.country, cart.city, cart.postcode, cart.shipping_method,
               exists (select from cart_coupons where cart_id = $1) as "has_coupons!", product.weight_grams, product.id as product_id, product.name, product.slug,
               variation.label as "detail?", product.min_quantity, product.step,
               coalesce(variation.regular_minor, product.regular_minor) as regular,
               case when variation.id is null then product.sale_minor else variation.sale_minor end as sale,
               case when variation.id is null then product.sale_from else variation.sale_from end as sale_from,
               case when variation.id is null then product.sale_to else variation.sale_to end as sale_to,
               case when variation.id is null then product.sale_pause else variation.sale_pause end as sale_pause,
               variation.id as "variation_id?", variation.choices as "choices?: Json<BTreeMap<String, String>>",
               product.category_id || array(select category_id from product_categories
                                            where product_id = product.id) as "categories!",
               array(select unnest(value_ids) from product_attributes where product_id = product.id) as "values!",
               (select version from discount_state) as "version!",
               coalesce(stock.on_hand - stock.reserved, 0) as "available!",
               picture.width as "width?", picture.height as "height?", picture.files as "files?: Json<PictureFiles>"
        from cart_lines line
        join carts cart on cart.id = line.cart_id
        join products product on product.id = line.product_id
        left join variations variation on variation.id = line.variation_id and variation.product_id = product.id
        left join stock_levels stock on stock.sku = coalesce(variation.sku, product.sku) and stock.store = 1
        left join pictures picture on picture.name = product.pictures[1]
        where line.cart_id = $1
        order by line.added_at, line.key
        "#,
        cart.0
    )
    .fetch_all(&mut *db)
    .await?;
    let Some(first) = rows.first() else { return Ok(Contents::default()) };
    let mut rules = settings.rules.clone();
    if rules.version != first.version {
        rules = Arc::new(pricing::store::rules(&mut *db).await?);
    }
    let place = Place {
        country: first.country.clone(),
        city: first.city.clone(),
        postcode: first.postcode.clone(),
        method: first.shipping_method,
    };
    let coupons = if first.has_coupons { totals::coupons(db, cart).await? } else { Vec::new() };
    let boxes: Vec<i64> = rows.iter().filter(|row| row.kind == "bundle").map(|row| row.product_id).collect();
    let mut lines = Vec::with_capacity(rows.len());
    let mut may_be_sold = Vec::with_capacity(rows.len());
    for row in rows {
        let terms = sale::Terms {
            kind: Kind::parse(&row.kind)?,
            is_published: row.status == "published",
            has_price: row.regular.is_some(),
            has_variation: row.variation_id.is_some(),
            is_priced_by_parts: row.by_parts.unwrap_or(false),
        };
        // A box that is sold as one thing now is not what was put in.
        may_be_sold.push(terms.may_be_sold() && (terms.kind == Kind::Bundle || !row.has_parts));
        let offer = row.regular.map(|regular| Offer {
            regular: Money::minor(regular),
            sale: row.sale.map(Money::minor),
            sale_from: row.sale_from,
            sale_to: row.sale_to,
            sale_pause: row.sale_pause.map(|seconds| TimeDelta::seconds(seconds.into())),
        });
        let subject = Subject {
            product: ProductId(row.product_id),
            variation: row.variation_id.map(VariationId),
            categories: &row.categories,
            values: &row.values,
            choices: row.choices.as_deref(),
        };
        let quantity = Quantity::units(row.quantity);
        let price = offer.map(|offer| rules.price(&offer, &subject, Ask { quantity, who: Who::Anyone, now }));
        lines.push(Line {
            picture: row.files.map(|files| {
                PictureView::new("", row.width.unwrap_or(800), row.height.unwrap_or(1000), &files)
            }),
            key: row.key,
            product_id: ProductId(row.product_id),
            name: row.name,
            detail: detail(row.detail, &row.chosen),
            slug: row.slug,
            has_page: row.status != "draft",
            sku: row.sku,
            quantity,
            min: Quantity::units(row.min_quantity),
            step: Quantity::units(row.step),
            available: Quantity::units(row.available),
            price,
            categories: row.categories,
            grams: row.weight_grams.unwrap_or(0).into(),
            parts: Vec::new(),
            refusal: None,
        });
    }
    if !boxes.is_empty() {
        let prices = Prices { rules: &rules, settings: &settings.bundles, now };
        price_bundles(db, cart, &mut lines, &boxes, &prices).await?;
    }
    for (line, may_be_sold) in lines.iter_mut().zip(may_be_sold) {
        line.judge(may_be_sold);
    }
    Contents::new(lines, place, coupons, &settings.rates, now).map_err(refused)
}

fn refused(overflow: Overflow) -> sqlx::Error {
    sqlx::Error::Decode(Box::new(overflow))
}

/// What a variation is called, and what was chosen beside it.
fn detail(label: Option<String>, chosen: &BTreeMap<String, String>) -> Option<String> {
    let parts: Vec<_> = label.iter().chain(chosen.values()).map(String::as_str).collect();
    (!parts.is_empty()).then(|| parts.join("، "))
}

/// A bundle costs what its parts come to, under its own terms. Joins the catalogue's tables.
async fn price_bundles(
    db: &mut PgConnection,
    cart: CartId,
    lines: &mut [Line],
    boxes: &[i64],
    prices: &Prices<'_>,
) -> sqlx::Result<()> {
    let rows = sqlx::query!(
        r#"
        select part.line_key, part.item_key, part.product_id, part.variation_id, part.quantity,
               part.choices as "choices: Json<BTreeMap<String, String>>", product.name, product.weight_grams,
               coalesce(variation.sku, product.sku) as "sku!",
               variation.label as "label?", coalesce(stock.on_hand - stock.reserved, 0) as "available!"
        from cart_parts part
        join products product on product.id = part.product_id
        left join variations variation on variation.id = part.variation_id
        left join stock_levels stock on stock.sku = coalesce(variation.sku, product.sku) and stock.store = 1
        left join cart_lines line on line.cart_id = part.cart_id and line.key = part.line_key
        left join bundle_items item on item.bundle_id = line.product_id and item.key = part.item_key
        where part.cart_id = $1
        order by part.line_key, item.position, part.item_key
        "#,
        cart.0
    )
    .fetch_all(&mut *db)
    .await?;
    let sets = Set::open(db, boxes).await?;
    let mut by_line: HashMap<String, Vec<_>> = HashMap::new();
    for row in rows {
        by_line.entry(row.line_key.clone()).or_default().push(row);
    }
    for line in lines.iter_mut().filter(|line| boxes.contains(&line.product_id.0)) {
        let rows = by_line.remove(&line.key).unwrap_or_default();
        let picks: Vec<Pick> = rows
            .iter()
            .map(|row| Pick {
                id: row.variation_id.unwrap_or(row.product_id),
                key: row.item_key.clone(),
                quantity: Quantity::units(row.quantity),
                choices: row.choices.0.clone(),
            })
            .collect();
        let Some(set) = sets.get(&line.product_id.0) else {
            line.refusal = Some(Refusal::NotForSale { name: line.name.clone() });
            continue;
        };
        let refused = match set.check(&picks) {
            Err(Refused::Gone { .. }) => {
                // A draft is not told of by the catalogue, so its name comes with the cart.
                let gone = rows.iter().find(|row| set.is_gone(&row.item_key));
                let name = gone.map_or_else(|| line.name.clone(), |row| row.name.clone());
                Some(Refused::Gone { name })
            }
            checked => checked.err(),
        };
        let own = line.price.map(|price| price.amount);
        let verdict = set.judge(&picks, own, prices);
        let refused = refused.or_else(|| verdict.problem.clone().map(Refused::from));
        line.refusal = refused.map(Refusal::Selection);
        if !set.bundle.has_fixed_price {
            line.price =
                Some(Price { amount: verdict.total, regular: verdict.saved().map(|_| verdict.before) });
        }
        // What the bundle is sold without is neither taken nor paid for.
        let bought: Vec<String> = set.chosen(&picks).into_iter().map(|part| part.key).collect();
        let is_bought = |key: &String| line.refusal.is_some() || bought.contains(key);
        let rows: Vec<_> = rows.into_iter().filter(|row| is_bought(&row.item_key)).collect();
        let room = rows.iter().map(|row| row.available.max(0) / row.quantity.max(1)).min().unwrap_or(0);
        line.available = line.available.min(Quantity::units(room.saturating_mul(Quantity::UNITS_PER_ONE)));
        if line.grams == 0 {
            // A box that was not weighed weighs what is in it.
            let grams = rows.iter().map(|row| {
                i128::from(row.weight_grams.unwrap_or(0)) * i128::from(row.quantity)
                    / i128::from(Quantity::UNITS_PER_ONE)
            });
            line.grams = i64::try_from(grams.sum::<i128>()).unwrap_or(i64::MAX);
        }
        let costs: HashMap<&str, Option<Money>> = set
            .rows()
            .zip(set.parts(&picks, prices))
            .map(|((item, _), part)| (item.key.as_str(), part.price.times(part.quantity)))
            .collect();
        // Only shares of the total depend on these; the total itself was judged above.
        let cost = |key: &str| costs.get(key).copied().flatten().unwrap_or(Money::ZERO);
        line.parts = rows
            .into_iter()
            .map(|row| LinePart {
                product: ProductId(row.product_id),
                variation: row.variation_id.map(VariationId),
                detail: detail(row.label, &row.choices),
                quantity: Quantity::units(row.quantity),
                share: cost(&row.item_key),
                sku: row.sku,
                name: row.name,
            })
            .collect();
        let costs: Vec<Money> = line.parts.iter().map(|part| part.share).collect();
        let shares = rules::share_out(line.total().unwrap_or(Money::ZERO), &costs);
        for (part, share) in line.parts.iter_mut().zip(shares) {
            part.share = share;
        }
    }
    Ok(())
}
