//! May this be sold at all, however much of it is left?

use kernel::UnknownValue;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Simple,
    Variable,
    /// Sold by another shop.
    External,
    Bundle,
}

impl Kind {
    pub fn parse(text: &str) -> Result<Self, UnknownValue> {
        match text {
            "simple" => Ok(Self::Simple),
            "variable" => Ok(Self::Variable),
            "external" => Ok(Self::External),
            "bundle" => Ok(Self::Bundle),
            other => Err(UnknownValue::new("product kind", other)),
        }
    }
}

/// What decides whether a product, or one of its variations, may be sold. Cards, carts, parts of bundles and orders all
/// ask here, so that nothing is sold in one place that another one refuses.
#[derive(Debug, Clone, Copy)]
pub struct Terms {
    pub kind: Kind,
    pub is_published: bool,
    /// Of the product or, if one is named, of its variation.
    pub has_price: bool,
    /// A variation of this product is named.
    pub has_variation: bool,
    /// A bundle that costs what its parts cost.
    pub is_priced_by_parts: bool,
}

impl Terms {
    /// A missing price is a refusal, never a price of nothing.
    pub fn may_be_sold(self) -> bool {
        let is_sold_here = match self.kind {
            Kind::Simple => !self.has_variation,
            Kind::Variable => self.has_variation,
            Kind::Bundle => !self.has_variation,
            Kind::External => false,
        };
        self.is_published && is_sold_here && (self.has_price || self.is_priced_by_parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(kind: Kind) -> Terms {
        let has_variation = kind == Kind::Variable;
        Terms { kind, is_published: true, has_price: true, has_variation, is_priced_by_parts: false }
    }

    #[test]
    fn status_kind_and_price_each_refuse_by_themselves() {
        for kind in [Kind::Simple, Kind::Variable, Kind::Bundle] {
            let usual = terms(kind);
            assert!(usual.may_be_sold(), "{kind:?}");
            assert!(!Terms { is_published: false, ..usual }.may_be_sold(), "{kind:?} withdrawn");
            assert!(!Terms { has_price: false, ..usual }.may_be_sold(), "{kind:?} without a price");
            let other_way = Terms { has_variation: !usual.has_variation, ..usual };
            assert!(!other_way.may_be_sold(), "{kind:?} that was another kind when it was added");
        }
        assert!(!terms(Kind::External).may_be_sold());
        let by_parts = Terms { has_price: false, is_priced_by_parts: true, ..terms(Kind::Bundle) };
        assert!(by_parts.may_be_sold());
    }

    /// [RUST-8]
    #[test]
    fn a_kind_that_this_release_does_not_know_is_an_error() {
        assert_eq!(Kind::parse("bundle"), Ok(Kind::Bundle));
        assert_eq!(Kind::parse("subscription"), Err(UnknownValue::new("product kind", "subscription")));
    }
}
