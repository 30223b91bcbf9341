//! Rules for adding to the cart: what may be added, and in which quantity.

mod totals;

use std::collections::BTreeMap;

use bundles::rules::BundleRefusal;
use kernel::{Message, Money, Quantity, msg};

pub use totals::*;

/// Maximum number of lines in a cart.
pub const MAX_LINES: usize = 100;

/// What the catalogue currently says about a product or variation.
#[derive(Debug, Clone)]
pub struct Sellable {
    pub name: String,
    /// Its items are chosen by the shopper and set its price.
    pub is_bundle: bool,
    /// Published, has a price, and is sold by this shop rather than an external one.
    pub purchasable: bool,
    /// The product has variations and none was given.
    pub needs_choice: bool,
    /// Attributes that the chosen variation leaves open, with their possible values.
    pub open: BTreeMap<String, Vec<String>>,
    pub min: Quantity,
    pub step: Quantity,
    pub available: Quantity,
}

/// Why a product cannot be added, or a line cannot be bought. Each case has one text.
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
    #[error("invalid selection: {0}")]
    Selection(BundleRefusal),
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

    /// The text for a line that is already in the cart; it says what the shopper can do.
    pub fn message_in_cart(&self, line: &str) -> Message {
        match self {
            Self::NotForSale { .. }
            | Self::NeedsChoice
            | Self::Selection(BundleRefusal::InvalidSelection) => {
                msg::cart::WITHDRAWN.with("name", line.to_owned())
            }
            _ => self.message(),
        }
    }

    /// Whether a refused line still has a price. A line that may not be sold at all has none and reserves no
    /// stock; a wrong quantity can be corrected by the shopper.
    pub fn keeps_price(&self) -> bool {
        matches!(self, Self::OutOfStock { .. } | Self::NotAMultiple { .. })
    }

    /// Short code for redirect URLs, which never carry the text itself.
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

/// Returns the values chosen for the open attributes. Every open attribute needs one of its possible values.
pub fn check_open_choices(
    wanted: &Sellable,
    given: &BTreeMap<String, String>,
) -> Result<BTreeMap<String, String>, Refusal> {
    let chosen = wanted.open.iter().map(|(name, values)| {
        let value = given.get(name).filter(|value| values.contains(value)).ok_or(Refusal::NeedsChoice)?;
        Ok((name.clone(), value.clone()))
    });
    chosen.collect()
}

/// Distributes a bundle's price over its items in proportion to their individual prices, or evenly if those are
/// all zero. Exact to the cent.
pub fn allocate(total: Money, costs: &[Money]) -> Vec<Money> {
    // `Money::allocate` never gives a share more than its capacity, so the capacities are scaled up.
    let all: i128 = costs.iter().map(|cost| i128::from(cost.as_minor())).sum();
    if all == 0 {
        let even = vec![Money::from_minor(total.as_minor().max(0)); costs.len()];
        return total.allocate(&even);
    }
    let factor = (i128::from(total.as_minor()) / all + 1).min(1_000_000);
    let capacities: Vec<Money> = costs
        .iter()
        .map(|cost| {
            Money::from_minor(i64::try_from(i128::from(cost.as_minor()) * factor).unwrap_or(i64::MAX / 1_000))
        })
        .collect();
    total.allocate(&capacities)
}

/// Returns the quantity of a line after `added` more, or the refusal.
pub fn add(wanted: &Sellable, held: Quantity, added: Quantity) -> Result<Quantity, Refusal> {
    let total = held.checked_add(added).filter(|total| *total <= Quantity::MAX).ok_or(Refusal::NoQuantity)?;
    if added.is_zero() {
        return Err(Refusal::NoQuantity);
    }
    check_quantity(wanted, total)
}

/// A product that is about to be added, and the cart that it is added to.
#[derive(Debug)]
pub struct Addition<'a> {
    pub sellable: &'a Sellable,
    pub quantity: Result<Quantity, Refusal>,
    /// Why the chosen items of a bundle may not be sold.
    pub selection: Option<&'a BundleRefusal>,
    /// Why the values of the open attributes do not suffice.
    pub choices: Option<&'a Refusal>,
    /// Quantity that the line already has.
    pub held: Quantity,
    /// Number of lines in the cart.
    pub lines: usize,
}

/// Returns the new quantity of the line, or the refusal. A missing choice is reported only if there is no more serious
/// refusal; a full cart comes last.
pub fn decide_addition(addition: &Addition<'_>) -> Result<Quantity, Refusal> {
    let quantity = addition.quantity.clone()?;
    if let Some(refused) = addition.selection {
        return Err(Refusal::Selection(refused.clone()));
    }
    let total = add(addition.sellable, addition.held, quantity)?;
    if let Some(refusal) = addition.choices {
        return Err(refusal.clone());
    }
    if addition.held.is_zero() && addition.lines >= MAX_LINES {
        return Err(Refusal::TooManyLines);
    }
    Ok(total)
}

/// Checks whether a line may have exactly this quantity.
pub fn check_quantity(wanted: &Sellable, total: Quantity) -> Result<Quantity, Refusal> {
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
            available: Quantity::from_whole(available),
        }
    }

    #[test]
    fn the_quantity_in_the_cart_counts_against_the_stock() {
        assert_eq!(
            add(&honey(5), Quantity::from_whole(3), Quantity::from_whole(2)),
            Ok(Quantity::from_whole(5))
        );
        let refused = add(&honey(5), Quantity::from_whole(4), Quantity::from_whole(2));
        assert_eq!(refused, Err(Refusal::OutOfStock { available: Quantity::from_whole(5) }));
    }

    /// An addition of one piece to a cart with `lines` lines.
    fn addition(sellable: &Sellable, lines: usize) -> Addition<'_> {
        Addition {
            sellable,
            quantity: Ok(Quantity::ONE),
            selection: None,
            choices: None,
            held: Quantity::ZERO,
            lines,
        }
    }

    #[test]
    fn the_hundred_and_first_line_is_refused_but_a_known_line_grows() {
        let honey = honey(5);
        assert_eq!(decide_addition(&addition(&honey, MAX_LINES - 1)), Ok(Quantity::ONE));
        assert_eq!(decide_addition(&addition(&honey, MAX_LINES)), Err(Refusal::TooManyLines));
        let known = Addition { held: Quantity::ONE, ..addition(&honey, MAX_LINES) };
        assert_eq!(decide_addition(&known), Ok(Quantity::from_whole(2)));
    }

    #[test]
    fn only_the_most_serious_refusal_of_an_addition_is_reported() {
        let sold_out = honey(0);
        let everything = Addition {
            quantity: Err(Refusal::NoQuantity),
            selection: Some(&BundleRefusal::InvalidSelection),
            choices: Some(&Refusal::NeedsChoice),
            ..addition(&sold_out, MAX_LINES)
        };
        assert_eq!(decide_addition(&everything), Err(Refusal::NoQuantity));
        let readable = Addition { quantity: Ok(Quantity::ONE), ..everything };
        assert_eq!(decide_addition(&readable), Err(Refusal::Selection(BundleRefusal::InvalidSelection)));
        let selected = Addition { selection: None, ..readable };
        assert_eq!(decide_addition(&selected), Err(Refusal::OutOfStock { available: Quantity::ZERO }));
        let available = honey(5);
        let in_stock = Addition { sellable: &available, ..selected };
        assert_eq!(decide_addition(&in_stock), Err(Refusal::NeedsChoice));
        assert_eq!(decide_addition(&Addition { choices: None, ..in_stock }), Err(Refusal::TooManyLines));
    }

    #[test]
    fn a_fraction_of_a_piece_is_refused() {
        let half = Quantity::from_units(Quantity::UNITS_PER_ONE / 2);
        assert_eq!(add(&honey(5), Quantity::ZERO, half), Err(Refusal::NotAMultiple { step: Quantity::ONE }));
        assert_eq!(
            add(&honey(5), Quantity::ZERO, Quantity::from_units(1)),
            Err(Refusal::NotAMultiple { step: Quantity::ONE })
        );
    }

    #[test]
    fn open_attributes_need_one_of_their_possible_values() {
        let values = vec!["حبوب".to_owned(), "مطحون".to_owned()];
        let coffee = Sellable { open: BTreeMap::from([("grind".to_owned(), values)]), ..honey(5) };
        let given = |value: &str| BTreeMap::from([("grind".to_owned(), value.to_owned())]);
        assert_eq!(check_open_choices(&coffee, &given("حبوب")), Ok(given("حبوب")));
        assert_eq!(check_open_choices(&coffee, &given("ذهب")), Err(Refusal::NeedsChoice));
        assert_eq!(check_open_choices(&coffee, &BTreeMap::new()), Err(Refusal::NeedsChoice));
        assert_eq!(check_open_choices(&honey(5), &given("حبوب")), Ok(BTreeMap::new()), "no open attributes");
    }

    #[test]
    fn a_bundle_price_is_allocated_to_the_cent() {
        let shares = |total: i64, costs: &[i64]| {
            let costs: Vec<_> = costs.iter().copied().map(Money::from_minor).collect();
            allocate(Money::from_minor(total), &costs)
                .iter()
                .map(|share| share.as_minor())
                .collect::<Vec<_>>()
        };
        assert_eq!(shares(8_964, &[3_600, 1_760, 4_600]), [3_240, 1_584, 4_140]);
        assert_eq!(shares(100, &[1, 1, 1]), [34, 33, 33], "a price above the sum of the items");
        assert_eq!(shares(10, &[0, 0, 0]), [4, 3, 3]);
        assert_eq!(shares(0, &[5, 5]), [0, 0]);
        assert_eq!(shares(7_500, &[]), Vec::<i64>::new());
    }

    #[test]
    fn a_quantity_of_zero_is_refused() {
        assert_eq!(add(&honey(5), Quantity::ONE, Quantity::ZERO), Err(Refusal::NoQuantity));
    }

    #[test]
    fn a_missing_choice_is_refused_before_anything_else() {
        let coffee = Sellable { needs_choice: true, purchasable: false, ..honey(0) };
        assert_eq!(add(&coffee, Quantity::ZERO, Quantity::ONE), Err(Refusal::NeedsChoice));
    }

    #[test]
    fn a_weighed_product_follows_its_own_step() {
        let step = Quantity::from_units(25_000);
        let dates = Sellable { step, min: step, ..honey(2) };
        assert_eq!(
            add(&dates, Quantity::ZERO, Quantity::from_units(75_000)),
            Ok(Quantity::from_units(75_000))
        );
        assert_eq!(
            add(&dates, Quantity::ZERO, Quantity::from_units(30_000)),
            Err(Refusal::NotAMultiple { step })
        );
    }
}
