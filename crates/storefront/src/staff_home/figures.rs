//! Sales against the same weekday until the same hour, and fourteen days with the fourteen before. Each figure is a sum over
//! the ledger. Its address lists the orders that it is made of; a figure of which no list says the same has none.

use accounts::view::STAFF_ORDERS_URL;
use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use edge::{AppError, Shop, ShopZone};
use kernel::{Key, Money, Zone, date, msg};
use orders::service::office::{self, Booked};

use super::view::{BestSellerView, DayFigure, FigureCard, SalesView};

const DAYS: u64 = 14;
const BEST_OF: u64 = 7;

fn midnight(zone: &Zone, day: NaiveDate) -> DateTime<Utc> {
    zone.moment(day.and_time(NaiveTime::MIN))
}

fn span_url(from: DateTime<Utc>, until: DateTime<Utc>) -> String {
    format!("{STAFF_ORDERS_URL}?booked={}..{}", from.timestamp(), until.timestamp())
}

/// «13%», and whether it is more than before. `None` if there was nothing before.
fn change(now: i64, before: i64) -> Option<(String, bool)> {
    if before <= 0 {
        return None;
    }
    let percent = (i128::from(now) - i128::from(before)) * 100 / i128::from(before);
    Some((format!("{}%", percent.abs()), percent >= 0))
}

fn average(booked: Booked) -> Money {
    let payments = booked.payments.max(1);
    Money::from_minor(if booked.payments == 0 { 0 } else { booked.net.as_minor() / payments })
}

pub async fn sales(shop: &Shop) -> Result<SalesView, AppError> {
    let zone = shop.settings.get::<ShopZone>().await?;
    // Spans end with a second, as their addresses do.
    let now = shop.clock.now();
    let until = DateTime::from_timestamp(now.timestamp() + 1, 0).unwrap_or(now);
    let today = zone.local(now).date();
    let first = midnight(&zone, today - Days::new(2 * DAYS - 1));
    let start = midnight(&zone, today);
    let start_before = midnight(&zone, today - Days::new(7));
    // The same time since midnight, however the clocks were changed between.
    let until_before = start_before + (until - start);

    let mut db = shop.db.acquire().await?;
    office::fill_quarters(&mut db, first, now).await?;
    let figures = office::figures(&mut db, first, until, until_before).await?;
    let best = office::best_sellers(&mut *db, midnight(&zone, today - Days::new(BEST_OF - 1))).await?;
    drop(db);

    let (this, that) = (figures.sum(start, until), figures.sum(start_before, until_before));
    let card = |label: Key, value: String, before: String, numbers: (i64, i64), url: Option<String>| {
        let change = change(numbers.0, numbers.1);
        FigureCard {
            label: shop.messages.text(label),
            value,
            is_up: change.as_ref().is_none_or(|(_, is_up)| *is_up),
            change: change.map(|(text, _)| text),
            before: shop.messages.text(msg::staff_orders::FIGURE_BEFORE.with("value", before)),
            url,
        }
    };
    let (mean, mean_before) = (average(this), average(that));
    let cards = vec![
        card(
            msg::staff_orders::FIGURE_SALES,
            this.net.format(),
            that.net.format(),
            (this.net.as_minor(), that.net.as_minor()),
            Some(span_url(start, until)),
        ),
        card(
            msg::staff_orders::FIGURE_ORDERS,
            this.payments.to_string(),
            that.payments.to_string(),
            (this.payments, that.payments),
            // The list of the span has orders too of which something was only refunded in it.
            None,
        ),
        card(
            msg::staff_orders::FIGURE_AVERAGE,
            mean.format(),
            mean_before.format(),
            (mean.as_minor(), mean_before.as_minor()),
            None,
        ),
    ];
    let days: Vec<(DayFigure, i64, i64)> = (0..DAYS)
        .rev()
        .map(|back| {
            let day = today - Days::new(back);
            let of = |day: NaiveDate| {
                let (from, to) = (midnight(&zone, day), midnight(&zone, day + Days::new(1)).min(until));
                (figures.sum(from, to).net, from, to)
            };
            let ((net, from, to), (net_before, ..)) = (of(day), of(day - Days::new(DAYS)));
            let figure = DayFigure {
                label: date::weekday_and_day(day),
                value: net.format(),
                before: net_before.format(),
                amount: net.as_minor() as f64,
                amount_before: net_before.as_minor() as f64,
                url: span_url(from, to),
            };
            (figure, net.as_minor(), net_before.as_minor())
        })
        .collect();
    let total = |amounts: i64| Money::from_minor(amounts).format();
    let top = days.iter().flat_map(|(_, a, b)| [*a, *b]).max().unwrap_or(0).max(1);
    Ok(SalesView {
        cards,
        total: total(days.iter().map(|(_, net, _)| net).sum()),
        total_before: total(days.iter().map(|(_, _, before)| before).sum()),
        top: top as f64,
        days: days.into_iter().map(|(figure, ..)| figure).collect(),
        best: best
            .into_iter()
            .map(|one| BestSellerView {
                pieces: shop
                    .messages
                    .text(msg::staff_orders::PIECES.with("count", one.pieces.to_whole().unwrap_or(1))),
                sum: one.sum.format(),
                name: one.name,
            })
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_a_share_of_what_was_before() {
        assert_eq!(change(114, 100), Some(("14%".to_owned(), true)));
        assert_eq!(change(96, 100), Some(("4%".to_owned(), false)));
        assert_eq!(change(5, 0), None);
    }

    #[test]
    fn nothing_sold_has_no_average() {
        assert_eq!(average(Booked::default()), Money::ZERO);
        assert_eq!(average(Booked { net: Money::from_minor(1_001), payments: 2 }), Money::from_minor(500));
    }
}
