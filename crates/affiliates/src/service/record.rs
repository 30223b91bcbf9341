//! Records the affiliate of an order in the transaction that creates the order.

use chrono::{DateTime, Utc};
use kernel::OrderId;
use sqlx::PgConnection;

use super::ReferralCookies;
use crate::{
    AffiliateSettings,
    rules::check_visit,
    store::{self, NewReferral},
};

/// The visit is checked now, because visits are deleted after a month and a payment may take days. Who bought is checked
/// when the order is paid.
pub async fn record_referral(
    db: &mut PgConnection,
    settings: &AffiliateSettings,
    order: OrderId,
    email: &str,
    cookies: &ReferralCookies,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    if !store::exists(&mut *db, cookies.affiliate).await? {
        return Ok(());
    }
    let visit = match cookies.visit {
        Some(visit) => store::find_visit(&mut *db, visit, email).await?,
        None => None,
    };
    let refusal = check_visit(visit.as_ref(), cookies.affiliate, settings.lifetime(), now).err();
    if let Some(refusal) = refusal {
        tracing::info!(order = order.0, affiliate = cookies.affiliate, ?refusal, "referral refused");
    }
    let referral = NewReferral {
        order,
        affiliate: cookies.affiliate,
        visit: cookies.visit.filter(|_| visit.is_some()),
        campaign: &cookies.campaign,
        refusal,
    };
    store::insert_referral(db, &referral, now).await
}
