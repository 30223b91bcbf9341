//! What a bulk job changes of a product or a variation.

use catalog::{
    ProductKind, ProductStatus,
    rules::edit::{FieldRefusal, ProductFields, Refused, VariationFields},
};
use chrono::{DateTime, Utc};
use kernel::Money;
use serde::{Deserialize, Serialize};

pub use super::rounding::Rounding;

/// More things than this are changed only when a second person has agreed.
pub const SECOND_PERSON_ABOVE: i64 = 1_000;
/// The most products of one job.
pub const MAX_PRODUCTS: usize = 20_000;
/// The most rows of one job: products, and for prices their variations.
pub const MAX_ROWS: i64 = 30_000;
/// A hundred percent, as [`kernel::Quantity`] counts.
const WHOLE: i64 = 100 * kernel::Quantity::UNITS_PER_ONE;

/// Stored with the job.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BulkChanges {
    pub price: Option<PriceChange>,
    pub sale: Option<SaleChange>,
    pub category: Option<i64>,
    pub tag: Option<TagChange>,
    pub status: Option<ProductStatus>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PriceWay {
    RaisePercent,
    LowerPercent,
    RaiseAmount,
    LowerAmount,
    Set,
}

/// `amount`: minor units, or of a percentage hundred-thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceChange {
    pub way: PriceWay,
    pub amount: i64,
    pub rounding: Rounding,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SaleChange {
    Start {
        is_percent: bool,
        /// Off the price, as in [`PriceChange`].
        amount: i64,
        rounding: Rounding,
        from: Option<DateTime<Utc>>,
        to: Option<DateTime<Utc>>,
    },
    End,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TagChange {
    Add(String),
    Remove(String),
}

/// The price and the sale of a thing.
type Priced = (Option<i64>, Option<i64>, Option<DateTime<Utc>>, Option<DateTime<Utc>>);

impl BulkChanges {
    /// The fields that it may change, for the rights.
    pub fn fields(&self) -> Vec<&'static str> {
        let mut fields = Vec::new();
        if self.price.is_some() {
            fields.push("regular_minor");
        }
        if self.sale.is_some() {
            fields.extend(["sale_minor", "sale_from", "sale_to"]);
        }
        if self.category.is_some() {
            fields.push("category_id");
        }
        if self.tag.is_some() {
            fields.push("tags");
        }
        if self.status.is_some() {
            fields.push("status");
        }
        fields
    }

    /// Whether it changes what variations have of their own.
    pub const fn has_prices(&self) -> bool {
        self.price.is_some() || self.sale.is_some()
    }

    /// Whether it changes what products with variations have themselves.
    pub const fn has_others(&self) -> bool {
        self.category.is_some() || self.tag.is_some() || self.status.is_some()
    }

    /// The product as it is to be. A product with variations has no price of its own.
    pub fn product(&self, old: &ProductFields, kind: ProductKind) -> Result<ProductFields, Refused> {
        let mut new = old.clone();
        if self.has_prices() && kind != ProductKind::Variable {
            let priced = (old.regular_minor, old.sale_minor, old.sale_from, old.sale_to);
            (new.regular_minor, new.sale_minor, new.sale_from, new.sale_to) = self.priced(priced)?;
        }
        if let Some(category) = self.category {
            new.category_id = category;
        }
        match &self.tag {
            Some(TagChange::Add(tag)) if !new.tags.contains(tag) => new.tags.push(tag.clone()),
            Some(TagChange::Remove(tag)) => new.tags.retain(|one| one != tag),
            Some(TagChange::Add(_)) | None => {}
        }
        if let Some(status) = self.status {
            new.status = status;
        }
        Ok(new)
    }

    /// The variation as it is to be.
    pub fn variation(&self, old: &VariationFields) -> Result<VariationFields, Refused> {
        let priced = (Some(old.regular_minor), old.sale_minor, old.sale_from, old.sale_to);
        let (regular, sale_minor, sale_from, sale_to) = self.priced(priced)?;
        let regular_minor = regular.ok_or(("regular_minor", FieldRefusal::NoPrice))?;
        Ok(VariationFields { regular_minor, sale_minor, sale_from, sale_to, ..old.clone() })
    }

    fn priced(&self, (regular, sale, from, to): Priced) -> Result<Priced, Refused> {
        let regular = match &self.price {
            Some(change) => Some(change.apply(regular)?),
            None => regular,
        };
        match &self.sale {
            None => Ok((regular, sale, from, to)),
            Some(SaleChange::End) => Ok((regular, None, None, None)),
            Some(SaleChange::Start { is_percent, amount, rounding, from, to }) => {
                let base = regular.ok_or(("sale_minor", FieldRefusal::NoPrice))?;
                let off = if *is_percent { share(base, *amount) } else { *amount };
                let sale = rounding.apply(base.saturating_sub(off));
                if sale <= 0 {
                    return Err(("sale_minor", FieldRefusal::NoPrice));
                }
                Ok((regular, Some(sale), *from, *to))
            }
        }
    }
}

impl PriceChange {
    fn apply(&self, old: Option<i64>) -> Result<i64, Refused> {
        const REFUSED: Refused = ("regular_minor", FieldRefusal::NoPrice);
        let wanted = match (self.way, old) {
            (PriceWay::Set, _) => self.amount,
            (_, None) => return Err(REFUSED),
            (PriceWay::RaisePercent, Some(old)) => old.saturating_add(share(old, self.amount)),
            (PriceWay::LowerPercent, Some(old)) => old.saturating_sub(share(old, self.amount)),
            (PriceWay::RaiseAmount, Some(old)) => old.saturating_add(self.amount),
            (PriceWay::LowerAmount, Some(old)) => old.saturating_sub(self.amount),
        };
        // Goods for nothing are a typing error.
        Some(self.rounding.apply(wanted)).filter(|price| *price > 0).ok_or(REFUSED)
    }
}

fn share(of: i64, percent: i64) -> i64 {
    Money::from_minor(of).share(percent, WHOLE).as_minor()
}

impl PriceWay {
    pub const ALL: [Self; 5] =
        [Self::RaisePercent, Self::LowerPercent, Self::RaiseAmount, Self::LowerAmount, Self::Set];

    pub const fn name(self) -> &'static str {
        match self {
            Self::RaisePercent => "raise-percent",
            Self::LowerPercent => "lower-percent",
            Self::RaiseAmount => "raise-amount",
            Self::LowerAmount => "lower-amount",
            Self::Set => "set",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    pub const fn is_percent(self) -> bool {
        matches!(self, Self::RaisePercent | Self::LowerPercent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PERCENT: i64 = kernel::Quantity::UNITS_PER_ONE;

    fn price(way: PriceWay, amount: i64, rounding: Rounding) -> BulkChanges {
        BulkChanges { price: Some(PriceChange { way, amount, rounding }), ..BulkChanges::default() }
    }

    fn product(regular: Option<i64>) -> ProductFields {
        ProductFields { regular_minor: regular, ..ProductFields::empty(1) }
    }

    #[test]
    fn prices_move_by_percent_or_amount_and_are_rounded() {
        let cases = [
            (PriceWay::RaisePercent, 5 * PERCENT, Rounding::None, 1_523),
            (PriceWay::RaisePercent, 5 * PERCENT, Rounding::Half, 1_500),
            (PriceWay::LowerPercent, 10 * PERCENT, Rounding::Whole, 1_300),
            (PriceWay::RaiseAmount, 100, Rounding::NinetyNine, 1_599),
            (PriceWay::LowerAmount, 50, Rounding::None, 1_400),
            (PriceWay::Set, 999, Rounding::None, 999),
        ];
        for (way, amount, rounding, wanted) in cases {
            let new = price(way, amount, rounding).product(&product(Some(1_450)), ProductKind::Simple);
            assert_eq!(new.map(|new| new.regular_minor), Ok(Some(wanted)), "{way:?} {rounding:?}");
        }
    }

    #[test]
    fn a_price_of_nothing_and_a_percentage_of_no_price_are_refused() {
        let refused = Err(("regular_minor", FieldRefusal::NoPrice));
        for (change, old) in [
            (price(PriceWay::LowerAmount, 1_450, Rounding::NinetyNine), Some(1_450)),
            (price(PriceWay::LowerPercent, 100 * PERCENT, Rounding::None), Some(1_450)),
            (price(PriceWay::RaisePercent, PERCENT, Rounding::None), None),
        ] {
            assert_eq!(change.product(&product(old), ProductKind::Simple), refused);
        }
    }

    #[test]
    fn a_sale_starts_from_the_new_price_and_ends_with_its_dates() {
        let sale = SaleChange::Start {
            is_percent: true,
            amount: 20 * PERCENT,
            rounding: Rounding::None,
            from: None,
            to: Some(DateTime::UNIX_EPOCH),
        };
        let both = BulkChanges { sale: Some(sale), ..price(PriceWay::Set, 2_000, Rounding::None) };
        let on = both.product(&product(Some(1_450)), ProductKind::Simple).expect("a product");
        assert_eq!((on.sale_minor, on.sale_to), (Some(1_600), Some(DateTime::UNIX_EPOCH)));
        let end = BulkChanges { sale: Some(SaleChange::End), ..BulkChanges::default() };
        let off = end.product(&on, ProductKind::Simple).expect("a product");
        assert_eq!((off.sale_minor, off.sale_to, off.regular_minor), (None, None, Some(2_000)));
    }

    #[test]
    fn tags_are_added_once_and_a_product_with_variations_keeps_no_price() {
        let mut change = price(PriceWay::Set, 2_000, Rounding::None);
        change.tag = Some(TagChange::Add("شتاء".to_owned()));
        let once = change.product(&product(None), ProductKind::Variable).expect("a product");
        let twice = change.product(&once, ProductKind::Variable).expect("a product");
        assert_eq!((twice.tags.len(), twice.regular_minor), (1, None));
        change.tag = Some(TagChange::Remove("شتاء".to_owned()));
        assert!(change.product(&once, ProductKind::Variable).expect("a product").tags.is_empty());
    }
}
