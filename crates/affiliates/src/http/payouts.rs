//! The staff's page of payouts. The money itself is transferred outside the shop.

use accounts::{
    service::{FormSession, redirect, with_notice},
    view::{FieldKind, FieldView, FormView, NoticeView},
};
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, PathParam, Shop, Visitor, audit::AuditWriter, session::StaffMember};
use http::StatusCode;
use kernel::msg;
use serde::Deserialize;

use super::{figures, nonces};
use crate::{
    AffiliateSettings,
    store::{self, OpenAmount, Payout},
    view::*,
};

const PAGE_SIZE: i64 = 50;
const MAX_REFERENCE: usize = 100;

#[derive(Debug, Default, Deserialize)]
pub struct PayoutsQuery {
    #[serde(default)]
    notice: String,
    #[serde(default)]
    before: String,
}

fn notice(shop: &Shop, code: &str) -> Option<NoticeView> {
    Some(match code {
        "created" => NoticeView::ok(msg::affiliates::PAYOUT_CREATED, shop.messages),
        "none" => NoticeView::error(msg::affiliates::PAYOUT_NONE, shop.messages),
        "paid" => NoticeView::ok(msg::affiliates::PAYOUT_MARKED, shop.messages),
        "cancelled" => NoticeView::ok(msg::affiliates::PAYOUT_WAS_CANCELLED, shop.messages),
        "unchanged" => NoticeView::error(msg::affiliates::PAYOUT_UNCHANGED, shop.messages),
        _ => return None,
    })
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(query): Fields<PayoutsQuery>,
) -> Result<Response, AppError> {
    let settings = shop.settings.get::<AffiliateSettings>().await?;
    let until = shop.clock.now() - settings.hold();
    let open = store::list_open(&shop.db, until, settings.min_payout()).await?;
    let mut payouts = store::list_payouts(&shop.db, None, query.before.parse().ok(), PAGE_SIZE + 1).await?;
    let has_more = payouts.len() > PAGE_SIZE as usize;
    payouts.truncate(PAGE_SIZE as usize);
    let next_url =
        payouts.last().filter(|_| has_more).map(|last| format!("{STAFF_PAYOUTS_URL}?before={}", last.id));
    let form_session = FormSession::for_staff(&visitor)?;
    let amount = |open: &OpenAmount| OpenAmountView {
        affiliate: open.slug.clone(),
        affiliate_url: affiliate_url(open.affiliate_id),
        amount: open.amount.format(),
        create: FormView {
            submit: shop.messages.text(msg::affiliates::CREATE_PAYOUT_NAMED.with("name", open.slug.as_str())),
            ..form_session.form(&shop, STAFF_PAYOUTS_URL, nonces::STAFF, msg::affiliates::SAVE)
        }
        .with_hidden("affiliate", open.affiliate_id.to_string()),
    };
    let view = StaffPayoutsPageView {
        notice: notice(&shop, &query.notice),
        open: open.iter().map(amount).collect(),
        payouts: payouts.iter().map(|payout| payout_view(&shop, &form_session, payout)).collect(),
        next_url,
        export: form_session.form(&shop, STAFF_EXPORT_URL, nonces::STAFF, msg::affiliates::EXPORT_CSV),
        list_url: STAFF_AFFILIATES_URL.to_owned(),
    };
    let title = shop.messages.text(msg::affiliates::STAFF_PAYOUTS);
    form_session.render_page(&shop, STAFF_PAYOUTS_URL, &title, &view, StatusCode::OK).await
}

fn affiliate_url(affiliate: i64) -> String {
    STAFF_AFFILIATE_URL.replace("{id}", &affiliate.to_string())
}

fn payout_view(shop: &Shop, form_session: &FormSession, payout: &Payout) -> PayoutView {
    let url = STAFF_PAYOUT_URL.replace("{id}", &payout.id.to_string());
    let is_open = payout.state == "open";
    let form = |label: kernel::Key, action: &str| {
        FormView {
            submit: shop.messages.text(label.with("number", payout.id.to_string())),
            ..form_session.form(shop, &url, nonces::STAFF, msg::affiliates::SAVE)
        }
        .with_hidden("do", action)
    };
    let reference =
        FieldView::new("reference", FieldKind::Text, msg::affiliates::REFERENCE, shop.messages).optional();
    PayoutView {
        affiliate: Some(payout.slug.clone()),
        affiliate_url: Some(affiliate_url(payout.affiliate_id)),
        pay: is_open.then(|| form(msg::affiliates::MARK_PAID_NAMED, "paid").with(reference)),
        cancel: is_open.then(|| form(msg::affiliates::CANCEL_PAYOUT_NAMED, "cancel").dangerous()),
        ..figures::payout_view(shop, payout)
    }
}

#[derive(Debug, Deserialize)]
pub struct CreateForm {
    affiliate: i64,
}

/// Creates a payout of everything that can be paid to an affiliate.
pub async fn create(
    State(shop): State<Shop>,
    member: StaffMember,
    audit: AuditWriter,
    Fields(form): Fields<CreateForm>,
) -> Result<Response, AppError> {
    let settings = shop.settings.get::<AffiliateSettings>().await?;
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    if store::find(&mut *tx, form.affiliate).await?.is_none() {
        return Err(AppError::NotFound);
    }
    let until = now - settings.hold();
    let actor = member.actor();
    let created =
        store::create_payout(&mut tx, form.affiliate, until, settings.min_payout(), &actor, now).await?;
    let Some((payout, _)) = created else {
        tx.rollback().await?;
        return Ok(redirect(&with_notice(STAFF_PAYOUTS_URL, "none"), None));
    };
    audit.record(&mut *tx, "affiliate-payout-created", &payout.to_string()).await?;
    tx.commit().await?;
    Ok(redirect(&with_notice(STAFF_PAYOUTS_URL, "created"), None))
}

#[derive(Debug, Deserialize)]
pub struct PayoutForm {
    #[serde(rename = "do")]
    action: String,
    #[serde(default)]
    reference: String,
}

/// Marks a payout as paid, or cancels it.
pub async fn change(
    State(shop): State<Shop>,
    member: StaffMember,
    audit: AuditWriter,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<PayoutForm>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let actor = member.actor();
    let mut tx = shop.db.begin().await?;
    let (is_changed, verb, code) = match form.action.as_str() {
        "paid" => {
            let reference = kernel::text::clean(&form.reference, MAX_REFERENCE);
            let paid = store::mark_paid(&mut *tx, id, &reference, &actor, now).await?;
            (paid, "affiliate-payout-paid", "paid")
        }
        "cancel" => {
            let cancelled = store::cancel_payout(&mut tx, id, &actor, now).await?;
            (cancelled, "affiliate-payout-cancelled", "cancelled")
        }
        _ => return Err(AppError::BadRequest("unknown action")),
    };
    if !is_changed {
        tx.rollback().await?;
        return Ok(redirect(&with_notice(STAFF_PAYOUTS_URL, "unchanged"), None));
    }
    audit.record(&mut *tx, verb, &id.to_string()).await?;
    tx.commit().await?;
    Ok(redirect(&with_notice(STAFF_PAYOUTS_URL, code), None))
}
