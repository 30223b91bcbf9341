//! Rounding of computed prices.

use serde::{Deserialize, Serialize};

/// To which prices a computed price is rounded, half up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rounding {
    #[default]
    None,
    Half,
    Whole,
    /// 0.99, 1.99, …
    NinetyNine,
}

impl Rounding {
    pub const ALL: [Self; 4] = [Self::None, Self::Half, Self::Whole, Self::NinetyNine];

    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Half => "half",
            Self::Whole => "whole",
            Self::NinetyNine => "ninety-nine",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    pub fn apply(self, minor: i64) -> i64 {
        let whole = i64::try_from(kernel::Currency::shop().minor_per_major()).unwrap_or(100);
        let nearest = |step: i64, minor: i64| minor.saturating_add(step / 2).div_euclid(step) * step;
        match self {
            Self::None => minor,
            Self::Half => nearest((whole / 2).max(1), minor),
            Self::Whole => nearest(whole, minor),
            // A price that is not positive stays refused.
            Self::NinetyNine if minor <= 0 => minor,
            Self::NinetyNine => {
                let ending = whole - (whole / 100).max(1);
                nearest(whole, minor.saturating_sub(ending)).max(0) + ending
            }
        }
    }
}
