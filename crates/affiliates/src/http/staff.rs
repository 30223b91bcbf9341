//! One affiliate, for staff: rate, state, figures, credits and the orders that were not credited.

use accounts::{
    service::{FormSession, redirect, with_notice},
    view::{FieldKind, FieldView, FormView, NoticeView},
};
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, PathParam, Shop, Visitor, audit::AuditWriter};
use http::StatusCode;
use kernel::{date, msg};
use serde::Deserialize;

use super::{
    figures::{self, Reader},
    nonces,
    staff_list::{parse_rate, state_label},
};
use crate::{
    AffiliateSettings,
    rules::{Rate, ReferralRefusal, is_slug},
    service::AddRefusal,
    store::{self, Affiliate, RefusedOrder},
    view::*,
};

/// Orders that were not credited, on the page.
const MAX_REFUSED: i64 = 20;
const MAX_TAX_NOTE: usize = 500;

#[derive(Debug, Default, Deserialize)]
pub struct StaffQuery {
    #[serde(default)]
    notice: String,
    #[serde(default)]
    before: String,
}

fn url(affiliate: i64) -> String {
    STAFF_AFFILIATE_URL.replace("{id}", &affiliate.to_string())
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    PathParam(id): PathParam<i64>,
    Fields(query): Fields<StaffQuery>,
) -> Result<Response, AppError> {
    let affiliate = store::find(&shop.db, id).await?.ok_or(AppError::NotFound)?;
    let notice = match query.notice.as_str() {
        "added" => Some(NoticeView::ok(msg::affiliates::ADDED, shop.messages)),
        "saved" => Some(NoticeView::ok(msg::affiliates::SAVED, shop.messages)),
        "changed" => Some(NoticeView::error(msg::staff_orders::NOT_CHANGED_MEANWHILE, shop.messages)),
        _ => None,
    };
    render(&shop, &visitor, &affiliate, notice, &query.before, None).await
}

#[derive(Debug, Clone, Default, Deserialize)]
pub struct ChangeForm {
    #[serde(default)]
    slug: String,
    #[serde(default)]
    rate: String,
    #[serde(default)]
    tax_note: String,
    /// `active` or `disabled`; empty for the form of the other fields.
    #[serde(default)]
    state: String,
    /// What the form showed.
    #[serde(default)]
    was: String,
}

/// What the form of an affiliate shows: one that showed something else does not overwrite it.
fn shown(affiliate: &Affiliate) -> String {
    let Affiliate { slug, tax_note, .. } = affiliate;
    format!("{slug} {} {tax_note}", rate_of(affiliate.rate_bp))
}

fn rate_of(basis_points: Option<i32>) -> String {
    basis_points.map_or_else(|| "of the shop".to_owned(), |rate| Rate::from_basis_points(rate).to_decimal())
}

/// For the audit log: without the note, which is about a person.
fn audited(slug: &str, state: &str, rate_bp: Option<i32>) -> String {
    format!("{slug}: {state}, rate {}", rate_of(rate_bp))
}

pub async fn change(
    State(shop): State<Shop>,
    visitor: Visitor,
    audit: AuditWriter,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<ChangeForm>,
) -> Result<Response, AppError> {
    let mut tx = shop.db.begin().await?;
    let affiliate = store::lock(&mut tx, id).await?.ok_or(AppError::NotFound)?;
    let before = audited(&affiliate.slug, &affiliate.state, affiliate.rate_bp);
    let after = if !form.state.is_empty() {
        if !["active", "disabled"].contains(&form.state.as_str()) {
            return Err(AppError::BadRequest("unknown state"));
        }
        let Affiliate { slug, rate_bp, tax_note, .. } = &affiliate;
        store::change(&mut *tx, id, slug, &form.state, *rate_bp, tax_note).await?;
        audited(slug, &form.state, *rate_bp)
    } else {
        // Browsers send lines with both signs.
        if form.was.replace("\r\n", "\n") != shown(&affiliate) {
            return Ok(redirect(&with_notice(&url(id), "changed"), None));
        }
        let typed = ChangeForm {
            slug: kernel::text::clean(&form.slug, 60).to_ascii_lowercase(),
            rate: kernel::text::clean(&form.rate, 10),
            tax_note: kernel::text::clean_lines(&form.tax_note, MAX_TAX_NOTE),
            ..ChangeForm::default()
        };
        let changed = match parse_rate(&typed.rate) {
            Err(refusal) => Err(refusal),
            Ok(_) if !is_slug(&typed.slug) => Err(AddRefusal::InvalidSlug),
            Ok(rate_bp) => {
                let (slug, state) = (&typed.slug, &affiliate.state);
                let is_changed = store::change(&mut *tx, id, slug, state, rate_bp, &typed.tax_note).await?;
                if is_changed { Ok(audited(slug, state, rate_bp)) } else { Err(AddRefusal::SlugTaken) }
            }
        };
        match changed {
            Ok(after) => after,
            Err(refusal) => {
                drop(tx);
                return render(&shop, &visitor, &affiliate, None, "", Some((&typed, refusal))).await;
            }
        }
    };
    audit.record_change(&mut *tx, "affiliate-changed", &id.to_string(), Some(&before), Some(&after)).await?;
    tx.commit().await?;
    Ok(redirect(&with_notice(&url(id), "saved"), None))
}

async fn render(
    shop: &Shop,
    visitor: &Visitor,
    affiliate: &Affiliate,
    notice: Option<NoticeView>,
    before: &str,
    refused: Option<(&ChangeForm, AddRefusal)>,
) -> Result<Response, AppError> {
    let settings = shop.settings.get::<AffiliateSettings>().await?;
    let form_session = FormSession::for_staff(visitor)?;
    let url = url(affiliate.id);
    let text = |key| shop.messages.text(key);
    let figures = figures::figures(shop, &settings, affiliate).await?;
    let mut facts = vec![
        (text(msg::affiliates::NUMBER), affiliate.id.to_string()),
        (text(msg::affiliates::STATE), text(state_label(&affiliate.state))),
        (text(msg::affiliates::DATE), date::date(affiliate.created_at)),
    ];
    facts.extend(figures.facts);
    let (credits, older_url) =
        figures::credits(shop, &settings, affiliate.id, before, &url, Reader::Staff).await?;
    let refused_orders = store::list_refused(&shop.db, affiliate.id, MAX_REFUSED).await?;
    let row = |order: &RefusedOrder| RefusedOrderView {
        number: order.number.to_string(),
        url: figures::staff_order_url(order.number),
        date: date::date(order.created_at),
        reason: ReferralRefusal::parse(&order.refusal)
            .map(|refusal| text(refusal.label()))
            .unwrap_or_default(),
    };
    let view = StaffAffiliatePageView {
        title: affiliate.slug.clone(),
        notice,
        facts,
        change: change_form(shop, &form_session, &url, affiliate, refused),
        switch: switch_form(shop, &form_session, &url, affiliate),
        visits: figures.visits,
        earnings: figures.earnings,
        credits,
        older_url,
        refused: refused_orders.iter().map(row).collect(),
        list_url: STAFF_AFFILIATES_URL.to_owned(),
    };
    let status = if refused.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let title = view.title.clone();
    form_session.render_page(shop, &url, &title, &view, status).await
}

fn change_form(
    shop: &Shop,
    form_session: &FormSession,
    url: &str,
    affiliate: &Affiliate,
    refused: Option<(&ChangeForm, AddRefusal)>,
) -> FormView {
    let values = match refused {
        Some((typed, _)) => typed.clone(),
        None => ChangeForm {
            slug: affiliate.slug.clone(),
            rate: affiliate
                .rate_bp
                .map(|rate| Rate::from_basis_points(rate).to_decimal())
                .unwrap_or_default(),
            tax_note: affiliate.tax_note.clone(),
            ..ChangeForm::default()
        },
    };
    let error = |name: &str| {
        let wrong = refused.filter(|(_, refusal)| refusal.field() == name);
        wrong.map(|(_, refusal)| shop.messages.text(refusal.message()))
    };
    let field = |name, kind, label| FieldView::new(name, kind, label, shop.messages).error(error(name));
    form_session
        .form(shop, url, nonces::STAFF, msg::affiliates::SAVE)
        .with_hidden("was", shown(affiliate))
        .with(field("slug", FieldKind::Latin, msg::affiliates::SLUG).value(values.slug).half())
        .with(
            field("rate", FieldKind::Latin, msg::affiliates::RATE)
                .value(values.rate)
                .hint(msg::affiliates::RATE_HINT, shop.messages)
                .optional()
                .half(),
        )
        .with(
            field("tax_note", FieldKind::Text, msg::affiliates::TAX_NOTE)
                .value(values.tax_note)
                .hint(msg::affiliates::TAX_NOTE_HINT, shop.messages)
                .optional(),
        )
}

fn switch_form(shop: &Shop, form_session: &FormSession, url: &str, affiliate: &Affiliate) -> FormView {
    let (label, state) = match affiliate.state.as_str() {
        "active" => (msg::affiliates::DISABLE, "disabled"),
        "requested" => (msg::affiliates::APPROVE, "active"),
        _ => (msg::affiliates::ENABLE, "active"),
    };
    let form = form_session.form(shop, url, nonces::STAFF, label).with_hidden("state", state);
    if state == "disabled" { form.dangerous() } else { form }
}
