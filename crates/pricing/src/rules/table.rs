use kernel::{Money, Quantity};

use super::{Offer, PriceRequest, Rules, Subject};

/// The unit price of a range of quantities.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRow {
    pub from: Quantity,
    /// `None`: no upper limit.
    pub to: Option<Quantity>,
    pub amount: Money,
    /// Compared with the first row.
    pub percent_off: Option<i64>,
}

/// The quantity discounts of a product. Empty if a larger quantity is not cheaper. `request.quantity` is
/// ignored.
pub fn table(
    rules: &Rules,
    offer: &Offer,
    subject: &Subject<'_>,
    request: PriceRequest,
    min: Quantity,
    step: Quantity,
) -> Vec<TableRow> {
    let steps = rules.tier_quantities(subject, request).into_iter().filter(|from| *from > min);
    let mut rows: Vec<TableRow> = Vec::new();
    for from in std::iter::once(min).chain(steps.map(|from| round_up_to_step(from, step))) {
        let amount = rules.price(offer, subject, PriceRequest { quantity: from, ..request }).amount;
        match rows.last_mut() {
            Some(last) if last.amount == amount => continue,
            Some(last) => last.to = from.checked_sub(step),
            None => {}
        }
        let first = rows.first().map_or(amount, |row| row.amount);
        rows.push(TableRow { from, to: None, amount, percent_off: nearest_percent(first, amount) });
    }
    if rows.len() < 2 { Vec::new() } else { rows }
}

/// The rows that the stock reaches. Fewer than two are no table.
pub fn within_stock(mut rows: Vec<TableRow>, available: Quantity) -> Vec<TableRow> {
    rows.retain(|row| row.from <= available);
    if let Some(last) = rows.last_mut() {
        last.to = None;
    }
    if rows.len() < 2 { Vec::new() } else { rows }
}

/// To the nearest percent: prices are rounded to cents, so that 10 % off is rarely exactly 10 %. The price in
/// the same row is exact.
fn nearest_percent(before: Money, after: Money) -> Option<i64> {
    let before = before.as_minor().max(1);
    let off = before.checked_sub(after.as_minor())?.checked_mul(100)?;
    Some(off.checked_add(before / 2)? / before).filter(|percent| *percent > 0)
}

/// The first quantity on sale that is not below `quantity`.
fn round_up_to_step(quantity: Quantity, step: Quantity) -> Quantity {
    let step = step.as_units().max(1);
    let steps = quantity.as_units().saturating_add(step - 1) / step;
    Quantity::from_units(steps.saturating_mul(step))
}

#[cfg(test)]
mod tests {
    use kernel::ProductId;

    use super::{super::*, *};

    #[test]
    fn rows_cover_every_quantity_on_sale() {
        let tier = |from, value| Tier { from: Quantity::from_whole(from), value };
        let rules = Rules::new(
            1,
            vec![Rule {
                id: 1,
                name: "جملة".into(),
                target: Target::Shop,
                kind: DiscountKind::Percent,
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
        let request = PriceRequest {
            quantity: Quantity::ONE,
            audience: Audience::Anyone,
            now: "2026-11-15T12:00:00Z".parse().expect("time"),
        };
        let offer = Offer::plain(Money::from_minor(1_440));
        let rows = |step| {
            let step = Quantity::from_whole(step);
            let rows = table(&rules, &offer, &subject, request, step, step);
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
        assert_eq!(
            rows(4),
            [(4, Some(4), 1_296, None), (8, None, 1_224, Some(6))],
            "only multiples of the step"
        );
        assert_eq!(rows(12), [], "no row is cheaper");

        let reached = |pieces| {
            let rows = table(&rules, &offer, &subject, request, Quantity::ONE, Quantity::ONE);
            let rows = within_stock(rows, Quantity::from_whole(pieces));
            rows.into_iter().map(|row| (row.from.to_whole(), row.to)).collect::<Vec<_>>()
        };
        assert_eq!(reached(6).len(), 3);
        assert_eq!(reached(5).last(), Some(&(Some(3), None)), "the last row that can be bought has no end");
        assert_eq!(reached(2), [], "one row is no table");
    }
}
