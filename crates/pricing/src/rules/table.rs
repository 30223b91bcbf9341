use kernel::{Money, Quantity};

use super::{Ask, Offer, Rules, Subject};

/// From one quantity up to another each piece costs so much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRow {
    pub from: Quantity,
    /// `None`: and more.
    pub to: Option<Quantity>,
    pub amount: Money,
    /// Beside the first row.
    pub percent_off: Option<i64>,
}

/// What more pieces save. Empty where they save nothing. `ask.quantity` is not read.
pub fn table(
    rules: &Rules,
    offer: &Offer,
    subject: &Subject<'_>,
    ask: Ask,
    min: Quantity,
    step: Quantity,
) -> Vec<TableRow> {
    let steps = rules.steps(subject, ask).into_iter().filter(|from| *from > min);
    let mut rows: Vec<TableRow> = Vec::new();
    for from in std::iter::once(min).chain(steps.map(|from| sold_from(from, step))) {
        let amount = rules.price(offer, subject, Ask { quantity: from, ..ask }).amount;
        match rows.last_mut() {
            Some(last) if last.amount == amount => continue,
            Some(last) => last.to = from.checked_sub(step),
            None => {}
        }
        let first = rows.first().map_or(amount, |row| row.amount);
        rows.push(TableRow { from, to: None, amount, percent_off: percent_near(first, amount) });
    }
    if rows.len() < 2 { Vec::new() } else { rows }
}

/// To the nearest percent: cents are rounded, so an exact tenth is seldom one to the last digit. The price beside it says
/// what is really paid.
fn percent_near(before: Money, after: Money) -> Option<i64> {
    let before = before.as_minor().max(1);
    let off = before.checked_sub(after.as_minor())?.checked_mul(100)?;
    Some(off.checked_add(before / 2)? / before).filter(|percent| *percent > 0)
}

/// The first quantity that is sold and not below.
fn sold_from(quantity: Quantity, step: Quantity) -> Quantity {
    let step = step.as_units().max(1);
    let steps = quantity.as_units().saturating_add(step - 1) / step;
    Quantity::units(steps.saturating_mul(step))
}

#[cfg(test)]
mod tests {
    use kernel::ProductId;

    use super::{super::*, *};

    #[test]
    fn rows_cover_every_quantity_that_is_sold() {
        let tier = |from, value| Tier { from: Quantity::whole(from), value };
        let rules = Rules::new(
            1,
            vec![Rule {
                id: 1,
                name: "جملة".into(),
                target: Target::Shop,
                kind: Kind::Percent,
                tiers: vec![tier(3, 1_000), tier(6, 1_500), tier(9, 1_500)],
                customers_only: false,
                starts_at: None,
                ends_at: None,
                priority: 1,
                stacks: true,
            }],
        );
        let subject =
            Subject { product: ProductId(1), variation: None, categories: &[], values: &[], choices: None };
        let ask = Ask {
            quantity: Quantity::ONE,
            who: Who::Anyone,
            now: "2026-11-15T12:00:00Z".parse().expect("time"),
        };
        let offer = Offer::plain(Money::minor(1_440));
        let rows = |step| {
            let step = Quantity::whole(step);
            let rows = table(&rules, &offer, &subject, ask, step, step);
            rows.into_iter()
                .map(|row| {
                    let whole = |quantity: Quantity| quantity.to_whole().unwrap_or(-1);
                    (whole(row.from), row.to.map(whole), row.amount.as_minor(), row.percent_off)
                })
                .collect::<Vec<_>>()
        };

        assert_eq!(
            rows(1),
            [(1, Some(2), 1_440, None), (3, Some(5), 1_296, Some(10)), (6, None, 1_224, Some(15))]
        );
        assert_eq!(rows(4), [(4, Some(4), 1_296, None), (8, None, 1_224, Some(6))], "only what is sold");
        assert_eq!(rows(12), [], "nothing to gain");
    }
}
