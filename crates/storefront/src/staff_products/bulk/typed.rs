//! What is typed into the form, and the changes that it means.

use catalog::rules::edit::{FieldRefusal, parse_price};
use chrono::{DateTime, Utc};
use edge::{AppError, Shop};
use kernel::{Key, Quantity, Zone, msg, text};
use serde::Deserialize;

use super::rules::{BulkChanges, MAX_PRODUCTS, PriceChange, PriceWay, Rounding, SaleChange, TagChange};
use crate::staff_products::{form::parse_status, list, texts};

const MAX_TAG: usize = 60;

/// The chosen products, and the texts of the form.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct BulkFields {
    #[serde(rename = "id[]")]
    pub ids: Vec<i64>,
    /// All products of the list.
    pub all: String,
    /// The query of the list.
    pub list: String,
    pub title: String,
    pub price: String,
    pub amount: String,
    pub rounding: String,
    pub sale: String,
    pub sale_amount: String,
    pub sale_from: String,
    pub sale_to: String,
    pub category: String,
    pub status: String,
    pub tag_way: String,
    pub tag: String,
}

/// A field that cannot be read: its label and the reason.
pub type Refusal = (&'static str, Key, Key);

impl BulkFields {
    /// One product more than a job may have, if there are more.
    pub async fn products(&self, shop: &Shop) -> Result<Vec<i64>, AppError> {
        if self.all == "1" {
            return list::find_all(shop, &self.list, MAX_PRODUCTS + 1).await;
        }
        let mut ids: Vec<i64> = Vec::new();
        for id in &self.ids {
            if !ids.contains(id) {
                ids.push(*id);
            }
        }
        Ok(ids)
    }

    /// The typed changes, or each field that cannot be read.
    pub fn changes(&self, zone: &Zone) -> Result<BulkChanges, Vec<Refusal>> {
        let mut refused: Vec<Refusal> = Vec::new();
        let mut take = |field: &'static str, label: Key, reason: FieldRefusal| {
            refused.push((field, label, texts::refusal(reason)));
        };
        let rounding = Rounding::parse(&self.rounding).unwrap_or_default();
        let price = PriceWay::parse(&self.price).and_then(|way| {
            let amount = match way.is_percent() {
                true => percent(&self.amount, way == PriceWay::LowerPercent),
                false => money(&self.amount),
            };
            amount
                .map_err(|reason| take("amount", msg::bulk::AMOUNT, reason))
                .ok()
                .map(|amount| PriceChange { way, amount, rounding })
        });
        let sale = match self.sale.as_str() {
            "end" => Some(SaleChange::End),
            "percent" | "amount" => {
                let is_percent = self.sale == "percent";
                let amount =
                    if is_percent { percent(&self.sale_amount, true) } else { money(&self.sale_amount) };
                let from = moment(&self.sale_from, zone);
                let to = moment(&self.sale_to, zone);
                for (field, label, result) in [
                    ("sale_from", msg::staff_products::FIELD_SALE_FROM, &from),
                    ("sale_to", msg::staff_products::FIELD_SALE_TO, &to),
                ] {
                    if let Err(reason) = result {
                        take(field, label, *reason);
                    }
                }
                if let (Ok(Some(from)), Ok(Some(to))) = (&from, &to)
                    && to <= from
                {
                    take("sale_to", msg::staff_products::FIELD_SALE_TO, FieldRefusal::SaleEndsFirst);
                }
                match amount {
                    Ok(amount) => Some(SaleChange::Start {
                        is_percent,
                        amount,
                        rounding,
                        from: from.ok().flatten(),
                        to: to.ok().flatten(),
                    }),
                    Err(reason) => {
                        take("sale_amount", msg::bulk::SALE_AMOUNT, reason);
                        None
                    }
                }
            }
            _ => None,
        };
        let tag = text::clean(&self.tag, MAX_TAG);
        let tag = match self.tag_way.as_str() {
            "add" | "remove" if tag.is_empty() => {
                take("tag", msg::bulk::TAG, FieldRefusal::Empty);
                None
            }
            "add" => Some(TagChange::Add(tag)),
            "remove" => Some(TagChange::Remove(tag)),
            _ => None,
        };
        let category = self.category.parse().ok();
        let changes = BulkChanges { price, sale, category, tag, status: parse_status(&self.status) };
        if refused.is_empty() && changes == BulkChanges::default() {
            refused.push(("price", msg::bulk::WHAT, msg::bulk::NOTHING_CHOSEN));
        }
        if refused.is_empty() { Ok(changes) } else { Err(refused) }
    }
}

/// A percentage in hundred-thousandths.
fn percent(given: &str, is_part: bool) -> Result<i64, FieldRefusal> {
    let most = (if is_part { 100 } else { 1_000 }) * Quantity::UNITS_PER_ONE;
    let given = given.trim().trim_end_matches(['%', '٪']);
    let units = Quantity::parse(given).map_err(|_| FieldRefusal::Unreadable)?.as_units();
    match units {
        1.. if units <= most => Ok(units),
        1.. => Err(FieldRefusal::TooLarge),
        _ => Err(FieldRefusal::Unreadable),
    }
}

fn money(given: &str) -> Result<i64, FieldRefusal> {
    parse_price(given)?.filter(|minor| *minor > 0).ok_or(FieldRefusal::Empty)
}

fn moment(given: &str, zone: &Zone) -> Result<Option<DateTime<Utc>>, FieldRefusal> {
    if given.trim().is_empty() {
        return Ok(None);
    }
    zone.parse(given).map(Some).ok_or(FieldRefusal::Unreadable)
}
