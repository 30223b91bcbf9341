//! May this be put into the cart, and how much of it?

mod totals;

use std::collections::BTreeMap;

use bundles::rules::Refused;
use kernel::{Message, Money, Quantity, msg};

pub use totals::*;

/// More lines than this is no shopping.
pub const MOST_LINES: usize = 100;

/// What the catalogue says about something a visitor wants.
#[derive(Debug, Clone)]
pub struct Sellable {
    pub name: String,
    /// Its parts are picked, and cost what they cost.
    pub is_bundle: bool,
    /// Published, priced, and sold here rather than elsewhere.
    pub purchasable: bool,
    /// It comes in variations and none was named.
    pub needs_choice: bool,
    /// Attributes that the named variation leaves open, each with the values it comes in.
    pub open: BTreeMap<String, Vec<String>>,
    pub min: Quantity,
    pub step: Quantity,
    pub available: Quantity,
}

/// Why not. Each case has one text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("no such product")]
    NoProduct,
    #[error("not for sale")]
    NotForSale { name: String },
    #[error("a variation must be chosen")]
    NeedsChoice,
    #[error("only {available} left")]
    OutOfStock { available: Quantity },
    #[error("sold in multiples of {step}")]
    NotAMultiple { step: Quantity },
    #[error("the quantity is not a number above zero")]
    NoQuantity,
    #[error("the cart is full")]
    TooManyLines,
    #[error("the selection: {0}")]
    Selection(Refused),
}

impl Refusal {
    pub fn message(&self) -> Message {
        match self {
            Self::NotForSale { name } => msg::cart::NOT_FOR_SALE.with("name", name.clone()),
            Self::NeedsChoice => msg::catalog::CHOOSE_FIRST.into(),
            Self::OutOfStock { available } if available.is_zero() => msg::catalog::OUT_OF_STOCK.into(),
            Self::OutOfStock { available } => msg::cart::MAX_STOCK.with("quantity", available.to_string()),
            Self::NotAMultiple { step } => msg::cart::MULTIPLE.with("step", step.to_string()),
            Self::NoProduct | Self::NoQuantity | Self::TooManyLines => msg::cart::NOT_ADDED.into(),
            Self::Selection(refused) => refused.message(),
        }
    }

    /// The same, told of a line that lies in the cart already: what to do about it.
    pub fn message_in_cart(&self, line: &str) -> Message {
        match self {
            Self::NotForSale { .. } | Self::NeedsChoice | Self::Selection(Refused::Forged) => {
                msg::cart::WITHDRAWN.with("name", line.to_owned())
            }
            _ => self.message(),
        }
    }

    /// Whether a line that is refused still has a price. What may not be sold at all has none, and takes no stock; too
    /// much of something is the shopper's to change.
    pub fn keeps_price(&self) -> bool {
        matches!(self, Self::OutOfStock { .. } | Self::NotAMultiple { .. })
    }

    /// A short name for an address: the text itself never travels in one.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotForSale { .. } => "gone",
            Self::NeedsChoice => "choice",
            Self::OutOfStock { .. } => "stock",
            Self::NotAMultiple { .. } => "multiple",
            Self::NoProduct | Self::NoQuantity | Self::TooManyLines | Self::Selection(_) => "quantity",
        }
    }
}

/// What was chosen of the attributes that a variation leaves open: every one, and only what there is.
pub fn choose_open(
    wanted: &Sellable,
    given: &BTreeMap<String, String>,
) -> Result<BTreeMap<String, String>, Refusal> {
    let chosen = wanted.open.iter().map(|(name, values)| {
        let value = given.get(name).filter(|value| values.contains(value)).ok_or(Refusal::NeedsChoice)?;
        Ok((name.clone(), value.clone()))
    });
    chosen.collect()
}

/// What a bundle costs, over its parts in proportion to what they would cost alone; evenly where they would cost
/// nothing. Exact to the cent.
pub fn share_out(total: Money, costs: &[Money]) -> Vec<Money> {
    // Spreading never gives a place more than it holds, so the places are made large enough.
    let all: i128 = costs.iter().map(|cost| i128::from(cost.as_minor())).sum();
    if all == 0 {
        let even = vec![Money::minor(total.as_minor().max(0)); costs.len()];
        return total.spread(&even);
    }
    let factor = (i128::from(total.as_minor()) / all + 1).min(1_000_000);
    let places: Vec<Money> = costs
        .iter()
        .map(|cost| {
            Money::minor(i64::try_from(i128::from(cost.as_minor()) * factor).unwrap_or(i64::MAX / 1_000))
        })
        .collect();
    total.spread(&places)
}

/// The quantity a line holds after `asked` more of it, or why it stays as it was.
pub fn add(wanted: &Sellable, held: Quantity, asked: Quantity) -> Result<Quantity, Refusal> {
    let total = held.checked_add(asked).filter(|total| *total <= Quantity::MAX).ok_or(Refusal::NoQuantity)?;
    if asked.is_zero() {
        return Err(Refusal::NoQuantity);
    }
    set(wanted, total)
}

/// Whether a line may hold exactly this quantity.
pub fn set(wanted: &Sellable, total: Quantity) -> Result<Quantity, Refusal> {
    if wanted.needs_choice {
        return Err(Refusal::NeedsChoice);
    }
    if !wanted.purchasable {
        return Err(Refusal::NotForSale { name: wanted.name.clone() });
    }
    if total < wanted.min || !total.is_multiple_of(wanted.step) {
        return Err(Refusal::NotAMultiple { step: wanted.step });
    }
    if total > wanted.available {
        return Err(Refusal::OutOfStock { available: wanted.available });
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn honey(available: u32) -> Sellable {
        Sellable {
            name: "عسل سدر".to_owned(),
            is_bundle: false,
            purchasable: true,
            needs_choice: false,
            open: BTreeMap::new(),
            min: Quantity::ONE,
            step: Quantity::ONE,
            available: Quantity::whole(available),
        }
    }

    #[test]
    fn what_is_held_counts_against_the_stock() {
        assert_eq!(add(&honey(5), Quantity::whole(3), Quantity::whole(2)), Ok(Quantity::whole(5)));
        let refused = add(&honey(5), Quantity::whole(4), Quantity::whole(2));
        assert_eq!(refused, Err(Refusal::OutOfStock { available: Quantity::whole(5) }));
    }

    #[test]
    fn a_fraction_of_a_piece_is_refused() {
        let half = Quantity::units(Quantity::UNITS_PER_ONE / 2);
        assert_eq!(add(&honey(5), Quantity::ZERO, half), Err(Refusal::NotAMultiple { step: Quantity::ONE }));
        assert_eq!(
            add(&honey(5), Quantity::ZERO, Quantity::units(1)),
            Err(Refusal::NotAMultiple { step: Quantity::ONE })
        );
    }

    #[test]
    fn what_a_variation_leaves_open_must_be_chosen_from_what_there_is() {
        let values = vec!["حبوب".to_owned(), "مطحون".to_owned()];
        let coffee = Sellable { open: BTreeMap::from([("grind".to_owned(), values)]), ..honey(5) };
        let given = |value: &str| BTreeMap::from([("grind".to_owned(), value.to_owned())]);
        assert_eq!(choose_open(&coffee, &given("حبوب")), Ok(given("حبوب")));
        assert_eq!(choose_open(&coffee, &given("ذهب")), Err(Refusal::NeedsChoice));
        assert_eq!(choose_open(&coffee, &BTreeMap::new()), Err(Refusal::NeedsChoice));
        assert_eq!(choose_open(&honey(5), &given("حبوب")), Ok(BTreeMap::new()), "nothing is open");
    }

    #[test]
    fn what_a_bundle_costs_is_shared_out_to_the_cent() {
        let shares = |total: i64, costs: &[i64]| {
            let costs: Vec<_> = costs.iter().copied().map(Money::minor).collect();
            share_out(Money::minor(total), &costs).iter().map(|share| share.as_minor()).collect::<Vec<_>>()
        };
        assert_eq!(shares(8_964, &[3_600, 1_760, 4_600]), [3_240, 1_584, 4_140]);
        assert_eq!(shares(100, &[1, 1, 1]), [34, 33, 33], "a price above what the parts cost");
        assert_eq!(shares(10, &[0, 0, 0]), [4, 3, 3]);
        assert_eq!(shares(0, &[5, 5]), [0, 0]);
        assert_eq!(shares(7_500, &[]), Vec::<i64>::new());
    }

    #[test]
    fn nothing_is_not_added() {
        assert_eq!(add(&honey(5), Quantity::ONE, Quantity::ZERO), Err(Refusal::NoQuantity));
    }

    #[test]
    fn a_choice_is_asked_for_before_anything_else() {
        let coffee = Sellable { needs_choice: true, purchasable: false, ..honey(0) };
        assert_eq!(add(&coffee, Quantity::ZERO, Quantity::ONE), Err(Refusal::NeedsChoice));
    }

    #[test]
    fn a_weighed_product_follows_its_own_step() {
        let step = Quantity::units(25_000);
        let dates = Sellable { step, min: step, ..honey(2) };
        assert_eq!(add(&dates, Quantity::ZERO, Quantity::units(75_000)), Ok(Quantity::units(75_000)));
        assert_eq!(add(&dates, Quantity::ZERO, Quantity::units(30_000)), Err(Refusal::NotAMultiple { step }));
    }
}
