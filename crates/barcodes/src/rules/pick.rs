//! What a scan counts towards while an order is packed.

use kernel::{Key, Quantity, msg};

/// What became of an act; in the address after a form without script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PickNotice {
    Counted,
    TakenBack,
    Finished,
    Reopened,
    /// Nothing has the code.
    Unknown,
    /// The code is that of several variations.
    Several,
    /// The goods are not in the order.
    Wrong,
    TooMany,
    /// Nothing of it was counted.
    Nothing,
    /// Pieces are missing.
    Missing,
    /// The order is in no state to be packed.
    NotNow,
    /// Nothing is counted after the end.
    Over,
}

impl PickNotice {
    const ALL: [Self; 12] = [
        Self::Counted,
        Self::TakenBack,
        Self::Finished,
        Self::Reopened,
        Self::Unknown,
        Self::Several,
        Self::Wrong,
        Self::TooMany,
        Self::Nothing,
        Self::Missing,
        Self::NotNow,
        Self::Over,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Counted => "counted",
            Self::TakenBack => "taken-back",
            Self::Finished => "finished",
            Self::Reopened => "reopened",
            Self::Unknown => "unknown",
            Self::Several => "several",
            Self::Wrong => "wrong",
            Self::TooMany => "too-many",
            Self::Nothing => "nothing",
            Self::Missing => "missing",
            Self::NotNow => "not-now",
            Self::Over => "over",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|notice| notice.name() == name)
    }

    pub const fn is_refusal(self) -> bool {
        !matches!(self, Self::Counted | Self::TakenBack | Self::Finished | Self::Reopened)
    }

    /// Some texts take the name of the goods, and what is counted of what is wanted.
    pub const fn message(self) -> Key {
        match self {
            Self::Counted => msg::barcodes::PICK_COUNTED,
            Self::TakenBack => msg::barcodes::PICK_TAKEN_BACK,
            Self::Finished => msg::barcodes::PICK_FINISHED,
            Self::Reopened => msg::barcodes::PICK_REOPENED,
            Self::Unknown => msg::barcodes::PICK_UNKNOWN,
            Self::Several => msg::barcodes::PICK_SEVERAL,
            Self::Wrong => msg::barcodes::PICK_WRONG,
            Self::TooMany => msg::barcodes::PICK_TOO_MANY,
            Self::Nothing => msg::barcodes::PICK_NOTHING,
            Self::Missing => msg::barcodes::PICK_MISSING,
            Self::NotNow => msg::barcodes::PICK_NOT_NOW,
            Self::Over => msg::barcodes::PICK_OVER,
        }
    }
}

/// What is counted of goods after one more scan. Goods that are weighed come in one bag: its scan is all of them. `None`: there
/// is enough already.
pub fn one_more(wanted: Quantity, picked: Quantity) -> Option<Quantity> {
    let is_weighed = wanted.to_whole().is_none();
    let next = if is_weighed { wanted } else { picked.checked_add(Quantity::ONE)? };
    (picked < wanted && next <= wanted).then_some(next)
}

/// What is counted after a piece was taken out of the box. `None`: nothing of it is in the box.
pub fn one_less(wanted: Quantity, picked: Quantity) -> Option<Quantity> {
    if picked.is_zero() {
        return None;
    }
    let is_weighed = wanted.to_whole().is_none();
    Some(if is_weighed { Quantity::ZERO } else { picked.checked_sub(Quantity::ONE).unwrap_or_default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [D29]
    #[test]
    fn a_scan_counts_one_piece_up_to_what_is_wanted() {
        let three = Quantity::from_whole(3);
        let mut picked = Quantity::ZERO;
        for wanted in 1..=3 {
            picked = one_more(three, picked).expect("one more");
            assert_eq!(picked, Quantity::from_whole(wanted));
        }
        assert_eq!(one_more(three, picked), None);
        assert_eq!(one_less(three, picked), Some(Quantity::from_whole(2)));
        assert_eq!(one_less(three, Quantity::ZERO), None);
    }

    #[test]
    fn weighed_goods_are_one_bag() {
        let weighed = Quantity::parse("1.5").expect("a quantity");
        assert_eq!(one_more(weighed, Quantity::ZERO), Some(weighed));
        assert_eq!(one_more(weighed, weighed), None);
        assert_eq!(one_less(weighed, weighed), Some(Quantity::ZERO));
    }

    #[test]
    fn notices_are_found_by_their_names() {
        for notice in PickNotice::ALL {
            assert_eq!(PickNotice::parse(notice.name()), Some(notice));
        }
    }
}
