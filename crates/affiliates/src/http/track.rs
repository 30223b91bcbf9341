//! Calls 7 and 8, sent by the script of a page that was opened by an affiliate's link.

use axum::{Json, extract::State};
use edge::{AppError, Fields, Shop, Visitor};
use http::{HeaderMap, header};
use serde::Deserialize;

use crate::{
    AffiliateSettings,
    rules::{Reference, clean_referrer, clean_url, is_crawler},
    service::MAX_CAMPAIGN,
    store::{self, NewVisit, VisitLimits},
    view::{AffiliateId, AffiliateIdAnswer, TrackingSettings},
};

/// Answers that nothing was tracked, whatever the reason: the shop does not reveal its limits.
const NOT_TRACKED: i64 = 0;

#[derive(Debug, Deserialize)]
pub struct VisitForm {
    #[serde(default)]
    affiliate: String,
    #[serde(default)]
    campaign: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    referrer: String,
}

/// Call 7. Answers the id of the visit as plain text.
pub async fn track_visit(
    State(shop): State<Shop>,
    visitor: Visitor,
    headers: HeaderMap,
    Fields(form): Fields<VisitForm>,
) -> Result<String, AppError> {
    Ok(track(&shop, &visitor, &headers, &form).await?.unwrap_or(NOT_TRACKED).to_string())
}

async fn track(
    shop: &Shop,
    visitor: &Visitor,
    headers: &HeaderMap,
    form: &VisitForm,
) -> Result<Option<i64>, AppError> {
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (Some(reference), Some(url)) =
        (Reference::parse(&form.affiliate), clean_url(&shop.origin, &form.url))
    else {
        return Ok(None);
    };
    if is_crawler(agent) {
        return Ok(None);
    }
    let Some(affiliate) = store::find_active(&shop.db, &reference).await? else { return Ok(None) };
    let settings = shop.settings.get::<AffiliateSettings>().await?;
    // The rate factor is for load tests, where many visitors share an address.
    let factor = i64::from(shop.rate_limiter.factor());
    let limits = VisitLimits {
        per_address: i64::from(settings.visits_per_address) * factor,
        per_session: i64::from(settings.visits_per_session) * factor,
    };
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    let address_hash = store::hash_address(&mut tx, &visitor.address.0.to_string(), now).await?;
    let visit = NewVisit {
        affiliate,
        campaign: &kernel::text::clean(&form.campaign, MAX_CAMPAIGN),
        url: &url,
        referrer: &clean_referrer(&form.referrer),
        address_hash,
        visitor: visitor.token.as_ref(),
    };
    let id = store::track(&mut tx, &visit, limits, now).await?;
    tx.commit().await?;
    let outcome = if id.is_some() { "tracked" } else { "limited" };
    metrics::counter!("matjar_affiliate_visits_total", "outcome" => outcome).increment(1);
    Ok(id)
}

#[derive(Debug, Deserialize)]
pub struct LookupForm {
    #[serde(default)]
    affiliate: String,
}

/// Call 8. A name that no active affiliate has and text that is no name have the same answer.
pub async fn affiliate_id(
    State(shop): State<Shop>,
    Fields(form): Fields<LookupForm>,
) -> Result<Json<AffiliateIdAnswer>, AppError> {
    let found = match Reference::parse(&form.affiliate) {
        Some(reference) => store::find_active(&shop.db, &reference).await?,
        None => None,
    };
    let success = if found.is_some() { "1" } else { "0" };
    Ok(Json(AffiliateIdAnswer { data: AffiliateId { success, affiliate_id: found.unwrap_or(0) } }))
}

pub async fn settings(State(shop): State<Shop>) -> Result<Json<TrackingSettings>, AppError> {
    let settings = shop.settings.get::<AffiliateSettings>().await?;
    Ok(Json(TrackingSettings {
        referral_var: edge::referral_path::VARIABLE,
        referral_credit_last: u8::from(settings.credit_last),
        expiration: settings.expiration,
        cookie_domain: settings.cookie_domain.clone(),
        debug: 0,
        currency: kernel::Currency::shop().code,
    }))
}
