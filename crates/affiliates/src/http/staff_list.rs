//! The staff's list of affiliates, and the rates of products.

use accounts::{
    service::{FormSession, redirect, with_notice},
    view::{FieldKind, FieldView, FormView, NoticeView},
};
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Shop, Visitor, audit::AuditWriter};
use http::StatusCode;
use kernel::{Key, Money, msg};
use serde::Deserialize;

use super::{figures::rate_text, nonces};
use crate::{
    AffiliateSettings,
    rules::Rate,
    service::{AddRefusal, new_affiliate},
    store::{self, AffiliateRow, ProductRate},
    view::*,
};

const PAGE_SIZE: i64 = 50;

#[derive(Debug, Default, Deserialize)]
pub struct ListQuery {
    #[serde(default)]
    search: String,
    #[serde(default)]
    skip: String,
    #[serde(default)]
    notice: String,
}

pub fn state_label(state: &str) -> Key {
    match state {
        "active" => msg::affiliates::STATE_ACTIVE,
        "disabled" => msg::affiliates::STATE_DISABLED,
        _ => msg::affiliates::STATE_REQUESTED,
    }
}

/// The text of a notice that a redirect names.
fn notice(shop: &Shop, code: &str) -> Option<NoticeView> {
    Some(match code {
        "added" => NoticeView::ok(msg::affiliates::ADDED, shop.messages),
        "saved" => NoticeView::ok(msg::affiliates::SAVED, shop.messages),
        "removed" => NoticeView::ok(msg::affiliates::PRODUCT_RATE_REMOVED, shop.messages),
        _ => return None,
    })
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(query): Fields<ListQuery>,
) -> Result<Response, AppError> {
    let notice = notice(&shop, &query.notice);
    render(&shop, &visitor, &query, notice, &Typed::default()).await
}

/// What a refused form contained.
#[derive(Default)]
struct Typed {
    add: Option<(AddForm, AddRefusal)>,
    rate: Option<(RateForm, &'static str, Key)>,
}

async fn render(
    shop: &Shop,
    visitor: &Visitor,
    query: &ListQuery,
    notice: Option<NoticeView>,
    typed: &Typed,
) -> Result<Response, AppError> {
    let settings = shop.settings.get::<AffiliateSettings>().await?;
    let search = kernel::text::clean(&query.search, 100);
    let skip = query.skip.parse::<i64>().unwrap_or(0).clamp(0, 100_000);
    let mut connection = shop.db.acquire().await?;
    let mut rows = store::list(&mut connection, &search, skip, PAGE_SIZE + 1).await?;
    let has_more = rows.len() > PAGE_SIZE as usize;
    rows.truncate(PAGE_SIZE as usize);
    let rates = store::list_product_rates(&mut *connection).await?;
    drop(connection);
    let form_session = FormSession::for_staff(visitor)?;
    let row = |row: &AffiliateRow| AffiliateRowView {
        id: row.id.to_string(),
        slug: row.slug.clone(),
        email: row.email.clone().unwrap_or_default(),
        state: shop.messages.text(state_label(&row.state)),
        rate: rate_text(shop, &settings, row.rate_bp),
        visits: row.visits.to_string(),
        open: Money::from_minor(row.open_minor).format(),
        url: STAFF_AFFILIATE_URL.replace("{id}", &row.id.to_string()),
    };
    let rate = |rate: &ProductRate| ProductRateView {
        id: rate.product_id.to_string(),
        name: rate.name.clone(),
        rate: Rate::from_basis_points(rate.rate_bp).format(),
        remove: FormView {
            submit: shop.messages.text(msg::affiliates::REMOVE_NAMED.with("name", rate.name.as_str())),
            ..form_session.form(shop, STAFF_RATES_URL, nonces::STAFF, msg::affiliates::SAVE)
        }
        .with_hidden("product", rate.product_id.to_string())
        .with_hidden("do", "remove"),
    };
    let view = StaffAffiliatesPageView {
        action: STAFF_AFFILIATES_URL.to_owned(),
        affiliates: rows.iter().map(row).collect(),
        next_url: has_more.then(|| {
            let search = percent_encoding::utf8_percent_encode(&search, percent_encoding::NON_ALPHANUMERIC);
            format!("{STAFF_AFFILIATES_URL}?search={search}&skip={}", skip + PAGE_SIZE)
        }),
        search,
        notice,
        add: add_form(shop, &form_session, typed),
        rates: rates.iter().map(rate).collect(),
        set_rate: rate_form(shop, &form_session, typed),
        payouts_url: STAFF_PAYOUTS_URL.to_owned(),
    };
    let is_refused = typed.add.is_some() || typed.rate.is_some();
    let status = if is_refused { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let title = shop.messages.text(msg::affiliates::STAFF_TITLE);
    form_session.render_page(shop, STAFF_AFFILIATES_URL, &title, &view, status).await
}

fn add_form(shop: &Shop, form_session: &FormSession, typed: &Typed) -> FormView {
    let (form, refusal) = match &typed.add {
        Some((form, refusal)) => (form.clone(), Some(*refusal)),
        None => (AddForm::default(), None),
    };
    let error = |field: &str| {
        refusal
            .filter(|refusal| refusal.field() == field)
            .map(|refusal| shop.messages.text(refusal.message()))
    };
    let field = |name, kind, label| FieldView::new(name, kind, label, shop.messages).error(error(name));
    form_session
        .form(shop, STAFF_AFFILIATES_URL, nonces::STAFF, msg::affiliates::ADD_BUTTON)
        .with(field("email", FieldKind::Email, msg::affiliates::EMAIL).value(form.email))
        .with(
            field("slug", FieldKind::Latin, msg::affiliates::SLUG)
                .value(form.slug)
                .hint(msg::affiliates::JOIN_SLUG_HINT, shop.messages)
                .half(),
        )
        .with(
            field("rate", FieldKind::Latin, msg::affiliates::RATE)
                .value(form.rate)
                .hint(msg::affiliates::RATE_HINT, shop.messages)
                .optional()
                .half(),
        )
}

fn rate_form(shop: &Shop, form_session: &FormSession, typed: &Typed) -> FormView {
    let (form, wrong) = match &typed.rate {
        Some((form, field, error)) => (form.clone(), Some((*field, *error))),
        None => (RateForm::default(), None),
    };
    let error =
        |name: &str| wrong.filter(|(field, _)| *field == name).map(|(_, error)| shop.messages.text(error));
    let field =
        |name, label| FieldView::new(name, FieldKind::Latin, label, shop.messages).error(error(name)).half();
    form_session
        .form(shop, STAFF_RATES_URL, nonces::STAFF, msg::affiliates::PRODUCT_RATE_SAVE)
        .with(field("product", msg::affiliates::PRODUCT).value(form.product))
        .with(field("product_rate", msg::affiliates::RATE).value(form.product_rate))
}

#[derive(Debug, Clone, Default, Deserialize)]
pub struct AddForm {
    #[serde(default)]
    email: String,
    #[serde(default)]
    slug: String,
    #[serde(default)]
    rate: String,
}

/// Adds an affiliate account to a customer's account. It is active at once.
pub async fn add(
    State(shop): State<Shop>,
    visitor: Visitor,
    audit: AuditWriter,
    Fields(form): Fields<AddForm>,
) -> Result<Response, AppError> {
    let form = AddForm {
        email: kernel::text::clean(&form.email, 254),
        slug: kernel::text::clean(&form.slug, 60).to_ascii_lowercase(),
        rate: kernel::text::clean(&form.rate, 10),
    };
    let mut tx = shop.db.begin().await?;
    let added = match parse_rate(&form.rate) {
        Err(refusal) => Err(refusal),
        Ok(rate_bp) => match store::find_customer(&mut *tx, &form.email).await? {
            None => Err(AddRefusal::UnknownEmail),
            Some(customer) => {
                new_affiliate(&mut tx, customer, &form.slug, "active", rate_bp, shop.clock.now()).await?
            }
        },
    };
    match added {
        Ok(id) => {
            audit.record(&mut *tx, "affiliate-added", &id.to_string()).await?;
            tx.commit().await?;
            Ok(redirect(&with_notice(&STAFF_AFFILIATE_URL.replace("{id}", &id.to_string()), "added"), None))
        }
        Err(refusal) => {
            drop(tx);
            let typed = Typed { add: Some((form, refusal)), ..Typed::default() };
            render(&shop, &visitor, &ListQuery::default(), None, &typed).await
        }
    }
}

/// An empty field is the shop's rate.
pub fn parse_rate(text: &str) -> Result<Option<i32>, AddRefusal> {
    match text.trim() {
        "" => Ok(None),
        text => Rate::parse(text).map(|rate| Some(rate.as_basis_points())).ok_or(AddRefusal::InvalidRate),
    }
}

#[derive(Debug, Clone, Default, Deserialize)]
pub struct RateForm {
    #[serde(default)]
    product: String,
    #[serde(default)]
    product_rate: String,
    #[serde(default, rename = "do")]
    action: String,
}

/// Sets or removes the rate of a product.
pub async fn set_rate(
    State(shop): State<Shop>,
    visitor: Visitor,
    audit: AuditWriter,
    Fields(form): Fields<RateForm>,
) -> Result<Response, AppError> {
    let form = RateForm {
        product: kernel::text::clean(&form.product, 60),
        product_rate: kernel::text::clean(&form.product_rate, 10),
        action: form.action,
    };
    let mut tx = shop.db.begin().await?;
    let is_removal = form.action == "remove";
    let product = match is_removal {
        // The button of a row names an id, which may be the SKU of another product.
        true => form.product.parse().ok(),
        false => store::find_product(&mut *tx, &kernel::digits::fold(&form.product)).await?,
    };
    let rate = Rate::parse(&form.product_rate);
    let (product, rate) = match (product, rate) {
        (Some(product), rate) if is_removal || rate.is_some() => (product, rate),
        (product, _) => {
            drop(tx);
            let (field, error) = match product {
                None => ("product", msg::affiliates::ERROR_PRODUCT),
                Some(_) => ("product_rate", msg::affiliates::ERROR_RATE),
            };
            let typed = Typed { rate: Some((form, field, error)), ..Typed::default() };
            return render(&shop, &visitor, &ListQuery::default(), None, &typed).await;
        }
    };
    let before = store::product_rates(&mut *tx, &[product]).await?.first().map(|(_, rate)| *rate);
    if is_removal && before.is_none() {
        // Sent twice: there is nothing to remove, and nothing to say in the log.
        return Ok(redirect(&with_notice(STAFF_AFFILIATES_URL, "removed"), None));
    }
    let rate = rate.filter(|_| !is_removal);
    let shown = |rate: Rate| format!("rate {}", rate.to_decimal());
    let before = before.map(Rate::from_basis_points).map(shown);
    let after = rate.map(shown);
    let code = match rate {
        Some(rate) => {
            store::set_product_rate(&mut *tx, product, rate.as_basis_points()).await?;
            "saved"
        }
        None => {
            store::remove_product_rate(&mut *tx, product).await?;
            "removed"
        }
    };
    let subject = product.to_string();
    audit
        .record_change(&mut *tx, "affiliate-product-rate", &subject, before.as_deref(), after.as_deref())
        .await?;
    tx.commit().await?;
    Ok(redirect(&with_notice(STAFF_AFFILIATES_URL, code), None))
}
