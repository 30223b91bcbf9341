//! Whether a product may be sold at all, regardless of its stock.

pub mod edit;
pub mod listing;
pub mod selection;

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum ProductKind {
    Simple,
    Variable,
    /// Sold by another shop.
    External,
    Bundle,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum ProductStatus {
    Published,
    /// Has a page, but is in no listing and not for sale.
    Hidden,
    /// Has no page.
    Draft,
}

/// Decides whether a product, or one of its variations, may be sold. Cards, carts, bundle items and orders all
/// use it, so that they agree.
#[derive(Debug, Clone, Copy)]
pub struct SaleConditions {
    pub kind: ProductKind,
    pub is_published: bool,
    /// Price of the product or, if there is one, of the variation.
    pub has_price: bool,
    /// A variation of this product was chosen.
    pub has_variation: bool,
    /// A bundle whose price is the sum of its items.
    pub is_priced_by_parts: bool,
}

impl SaleConditions {
    /// A missing price is refused, never treated as zero.
    pub fn may_be_sold(self) -> bool {
        let is_sold_here = match self.kind {
            ProductKind::Simple => !self.has_variation,
            ProductKind::Variable => self.has_variation,
            ProductKind::Bundle => !self.has_variation,
            ProductKind::External => false,
        };
        self.is_published && is_sold_here && (self.has_price || self.is_priced_by_parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conditions(kind: ProductKind) -> SaleConditions {
        let has_variation = kind == ProductKind::Variable;
        SaleConditions { kind, is_published: true, has_price: true, has_variation, is_priced_by_parts: false }
    }

    #[test]
    fn status_kind_and_price_are_each_enough_to_refuse() {
        for kind in [ProductKind::Simple, ProductKind::Variable, ProductKind::Bundle] {
            let usual = conditions(kind);
            assert!(usual.may_be_sold(), "{kind:?}");
            assert!(!SaleConditions { is_published: false, ..usual }.may_be_sold(), "{kind:?} withdrawn");
            assert!(!SaleConditions { has_price: false, ..usual }.may_be_sold(), "{kind:?} without a price");
            let changed_kind = SaleConditions { has_variation: !usual.has_variation, ..usual };
            assert!(!changed_kind.may_be_sold(), "{kind:?} whose kind has changed since it was added");
        }
        assert!(!conditions(ProductKind::External).may_be_sold());
        let by_parts =
            SaleConditions { has_price: false, is_priced_by_parts: true, ..conditions(ProductKind::Bundle) };
        assert!(by_parts.may_be_sold());
    }
}
