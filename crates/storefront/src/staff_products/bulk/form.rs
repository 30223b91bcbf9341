//! The form: which products, and what is to change of them.

use accounts::service::{FormSession, redirect};
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Permission, Shop, ShopZone, Visitor, audit::AuditWriter, session::StaffMember};
use http::StatusCode;
use kernel::{Key, Message, msg, text};

use super::{
    BULK_URL, JOB_URL, JOBS_URL, NONCE, items, job_url,
    rules::{MAX_PRODUCTS, MAX_ROWS, PriceWay, Rounding},
    run, store,
    typed::BulkFields,
    view::{BulkFormPageView, BulkPlaceFields, BulkPriceFields},
};
use crate::staff_products::{
    PRODUCTS_URL,
    page::category_name,
    save::may_write,
    texts,
    view::{Choice, FieldError},
};

const MAX_TITLE: usize = 80;
/// Steps of the preview that are made before the answer; the worker makes the others.
const FIRST_STEPS: usize = 3;
const REFUSED: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    Fields(fields): Fields<BulkFields>,
) -> Result<Response, AppError> {
    let chosen = Chosen::of(fields.products(&shop).await?.len());
    render(&shop, &visitor, &member, &fields, chosen, StatusCode::OK, Vec::new()).await
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
            let chosen = Chosen::of(products.len());
            return render(&shop, &visitor, &member, &fields, chosen, REFUSED, Vec::new()).await;
        }
        Err(refused) => {
            let errors = refused.into_iter().map(|(field, label, reason)| FieldError {
                field: field.to_owned(),
                label: shop.messages.text(label),
                text: shop.messages.text(reason),
            });
            let errors = errors.collect();
            return render(&shop, &visitor, &member, &fields, Chosen::of(products.len()), REFUSED, errors)
                .await;
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
    let Some(things) = items::freeze(&mut *tx, job, &products, &changes).await? else {
        tx.rollback().await?;
        let chosen = Chosen { has_too_many_rows: true, ..Chosen::of(products.len()) };
        return render(&shop, &visitor, &member, &fields, chosen, REFUSED, Vec::new()).await;
    };
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

/// How much was chosen.
#[derive(Debug, Clone, Copy)]
struct Chosen {
    products: usize,
    has_too_many_rows: bool,
}

impl Chosen {
    const fn of(products: usize) -> Self {
        Self { products, has_too_many_rows: false }
    }

    /// Why nothing can be changed.
    fn refusal(self, shop: &Shop) -> Option<String> {
        let text = |message: Message| Some(shop.messages.text(message));
        match self.products {
            0 => text(msg::bulk::NONE_CHOSEN.into()),
            products if products > MAX_PRODUCTS => text(msg::bulk::TOO_MANY.with("most", MAX_PRODUCTS)),
            _ if self.has_too_many_rows => text(msg::bulk::TOO_MANY_ROWS.with("most", MAX_ROWS)),
            _ => None,
        }
    }
}

async fn render(
    shop: &Shop,
    visitor: &Visitor,
    member: &StaffMember,
    fields: &BulkFields,
    chosen: Chosen,
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
    let places =
        may_write(member, "category_id").then(|| BulkPlaceFields {
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
    let view = BulkFormPageView {
        action: BULK_URL.to_owned(),
        hidden,
        list_url: match fields.list.as_str() {
            "" => PRODUCTS_URL.to_owned(),
            list => format!("{PRODUCTS_URL}?{}", own_query(list)),
        },
        jobs_url: JOBS_URL.to_owned(),
        chosen: shop.messages.text(msg::bulk::CHOSEN.with("count", chosen.products)),
        empty: chosen.refusal(shop),
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
