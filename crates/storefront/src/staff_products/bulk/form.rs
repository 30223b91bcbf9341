//! The form: which products, and what is to change of them.

use accounts::service::{FormSession, redirect};
use axum::{extract::State, response::Response};
use catalog::rules::edit::{FieldRefusal, parse_price};
use edge::{
    AppError, Fields, Permission, Shop, ShopZone, Visitor, audit::AuditWriter, session::StaffMember,
};
use http::StatusCode;
use kernel::{Key, Quantity, Zone, msg, text};
use serde::Deserialize;

use super::{
    BULK_URL, JOB_URL, JOBS_URL, NONCE, job_url,
    rules::{BulkChanges, MAX_PRODUCTS, PriceChange, PriceWay, Rounding, SaleChange, TagChange},
    run, store,
    view::{BulkFormPageView, BulkPlaceFields, BulkPriceFields},
};
use crate::staff_products::{
    PRODUCTS_URL,
    form::parse_status,
    list,
    page::category_name,
    save::may_write,
    texts,
    view::{Choice, FieldError},
};

const MAX_TITLE: usize = 80;
const MAX_TAG: usize = 60;
/// Steps of the preview that are made before the answer; the worker makes the others.
const FIRST_STEPS: usize = 3;
const REFUSED: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

/// The chosen products, and the texts of the form.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct BulkFields {
    #[serde(rename = "id[]")]
    ids: Vec<i64>,
    /// All products of the list.
    all: String,
    /// The query of the list.
    list: String,
    title: String,
    price: String,
    amount: String,
    rounding: String,
    sale: String,
    sale_amount: String,
    sale_from: String,
    sale_to: String,
    category: String,
    status: String,
    tag_way: String,
    tag: String,
}

type Refusal = (&'static str, Key, Key);

impl BulkFields {
    /// One product more than a job may have, if there are more.
    async fn products(&self, shop: &Shop) -> Result<Vec<i64>, AppError> {
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
    fn changes(&self, zone: &Zone) -> Result<BulkChanges, Vec<Refusal>> {
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
            amount.map_err(|reason| take("amount", msg::bulk::AMOUNT, reason)).ok().map(|amount| {
                PriceChange { way, amount, rounding }
            })
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

fn moment(given: &str, zone: &Zone) -> Result<Option<chrono::DateTime<chrono::Utc>>, FieldRefusal> {
    if given.trim().is_empty() {
        return Ok(None);
    }
    zone.parse(given).map(Some).ok_or(FieldRefusal::Unreadable)
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    Fields(fields): Fields<BulkFields>,
) -> Result<Response, AppError> {
    let products = fields.products(&shop).await?;
    render(&shop, &visitor, &member, &fields, products.len(), StatusCode::OK, Vec::new()).await
}

pub async fn create(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    Fields(fields): Fields<BulkFields>,
) -> Result<Response, AppError> {
    let zone = shop.settings.get::<ShopZone>().await?;
    let products = fields.products(&shop).await?;
    let changes = match fields.changes(&zone) {
        Ok(changes) if (1..=MAX_PRODUCTS).contains(&products.len()) => changes,
        Ok(_) => {
            return render(&shop, &visitor, &member, &fields, products.len(), REFUSED, Vec::new()).await;
        }
        Err(refused) => {
            let errors = refused.into_iter().map(|(field, label, reason)| FieldError {
                field: field.to_owned(),
                label: shop.messages.text(label),
                text: shop.messages.text(reason),
            });
            let errors = errors.collect();
            return render(&shop, &visitor, &member, &fields, products.len(), REFUSED, errors).await;
        }
    };
    // The form has only fields that the member may write.
    if !changes.fields().into_iter().all(|field| may_write(&member, field)) {
        return Err(AppError::Forbidden);
    }
    let typed = text::clean(&fields.title, MAX_TITLE);
    let title = if typed.is_empty() { shop.messages.text(msg::bulk::TITLE) } else { typed };
    let mut tx = shop.db.begin().await?;
    let job = store::insert(&mut *tx, &title, &changes, member.id, shop.clock.now()).await?;
    let things = store::freeze(&mut *tx, job, &products, &changes).await?;
    run::enqueue(&mut *tx, job).await?;
    let what = serde_json::to_string(&changes).map_err(anyhow::Error::from)?;
    audit.record(&mut *tx, "bulk", &format!("bulk job {job} preview of {things}: {what}")).await?;
    tx.commit().await?;
    for _ in 0..FIRST_STEPS {
        match run::step(&shop.db, &shop.clock, job).await {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), job, "the worker makes the preview");
                break;
            }
        }
    }
    Ok(redirect(&job_url(JOB_URL, job), None))
}

async fn render(
    shop: &Shop,
    visitor: &Visitor,
    member: &StaffMember,
    fields: &BulkFields,
    products: usize,
    status: StatusCode,
    errors: Vec<FieldError>,
) -> Result<Response, AppError> {
    let session = FormSession::for_staff(visitor)?;
    let text = |key: Key| shop.messages.text(key);
    let choice = |value: &str, label: Key| Choice { value: value.to_owned(), label: text(label) };
    let unchanged = || choice("", msg::bulk::UNCHANGED);
    let categories = catalog::service::categories(&shop.db).await?;
    let mut hidden =
        vec![("nonce".to_owned(), session.nonce(shop, NONCE)), ("list".to_owned(), fields.list.clone())];
    if fields.all == "1" {
        hidden.push(("all".to_owned(), "1".to_owned()));
    } else {
        hidden.extend(fields.ids.iter().map(|id| ("id[]".to_owned(), id.to_string())));
    }
    let prices = member.may(Permission::PricesWrite).then(|| BulkPriceFields {
        ways: vec![
            unchanged(),
            choice(PriceWay::RaisePercent.name(), msg::bulk::RAISE_PERCENT),
            choice(PriceWay::LowerPercent.name(), msg::bulk::LOWER_PERCENT),
            choice(PriceWay::RaiseAmount.name(), msg::bulk::RAISE_AMOUNT),
            choice(PriceWay::LowerAmount.name(), msg::bulk::LOWER_AMOUNT),
            choice(PriceWay::Set.name(), msg::bulk::SET),
        ],
        way: fields.price.clone(),
        amount: fields.amount.clone(),
        roundings: vec![
            choice(Rounding::None.name(), msg::bulk::ROUND_NONE),
            choice(Rounding::Half.name(), msg::bulk::ROUND_HALF),
            choice(Rounding::Whole.name(), msg::bulk::ROUND_WHOLE),
            choice(Rounding::NinetyNine.name(), msg::bulk::ROUND_NINETY_NINE),
        ],
        rounding: if fields.rounding.is_empty() { "none".to_owned() } else { fields.rounding.clone() },
        sales: vec![
            unchanged(),
            choice("percent", msg::bulk::SALE_PERCENT),
            choice("amount", msg::bulk::SALE_BY_AMOUNT),
            choice("end", msg::bulk::SALE_END),
        ],
        sale: fields.sale.clone(),
        sale_amount: fields.sale_amount.clone(),
        sale_from: fields.sale_from.clone(),
        sale_to: fields.sale_to.clone(),
    });
    let places = may_write(member, "category_id").then(|| BulkPlaceFields {
        categories: std::iter::once(unchanged())
            .chain(categories.iter().map(|one| Choice {
                value: one.id.0.to_string(),
                label: category_name(one, &categories),
            }))
            .collect(),
        category: fields.category.clone(),
        statuses: std::iter::once(unchanged()).chain(texts::statuses(shop.messages)).collect(),
        status: fields.status.clone(),
    });
    let is_too_many = products > MAX_PRODUCTS;
    let view = BulkFormPageView {
        action: BULK_URL.to_owned(),
        hidden,
        list_url: match fields.list.as_str() {
            "" => PRODUCTS_URL.to_owned(),
            list => format!("{PRODUCTS_URL}?{}", own_query(list)),
        },
        jobs_url: JOBS_URL.to_owned(),
        chosen: shop.messages.text(msg::bulk::CHOSEN.with("count", products)),
        empty: match products {
            0 => Some(text(msg::bulk::NONE_CHOSEN)),
            _ if is_too_many => Some(shop.messages.text(msg::bulk::TOO_MANY.with("most", MAX_PRODUCTS))),
            _ => None,
        },
        errors,
        title: fields.title.clone(),
        prices,
        places,
        tag_way: fields.tag_way.clone(),
        tag: fields.tag.clone(),
    };
    let title = text(msg::bulk::TITLE);
    session.render_page(shop, BULK_URL, &title, &view, status).await
}

/// The query of a list, encoded again.
fn own_query(list: &str) -> String {
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(list).unwrap_or_default();
    serde_urlencoded::to_string(pairs).unwrap_or_default()
}
