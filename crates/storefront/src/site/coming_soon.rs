//! The coming-soon banner: whether a visitor has dismissed it, and call 37.

use accounts::service::FormSession;
use axum::{Json, extract::State};
use edge::{AppError, Shop, Visitor, fields::RawBody, session, session::Customer};
use serde::{Deserialize, Serialize};

use super::{DISMISS, store, view::BannerState};

/// Pages are the same for all visitors, so the banner asks.
pub async fn state(State(shop): State<Shop>, visitor: Visitor) -> Result<Json<BannerState>, AppError> {
    let customer = session::find_customer(&shop.db, &visitor, shop.clock.now()).await?;
    let Some(customer) = customer else {
        return Ok(Json(BannerState { dismissed: false, nonce: None }));
    };
    Ok(Json(BannerState {
        dismissed: store::has_dismissed_banner(&shop.db, customer.id).await?,
        nonce: Some(FormSession::for_customer(&visitor)?.nonce(&shop, DISMISS)),
    }))
}

/// The body of call 37: one key with one value, and nothing else can be written.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dismissal {
    woocommerce_meta: DismissalMeta,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DismissalMeta {
    coming_soon_banner_dismissed: Yes,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Yes {
    Yes,
}

/// Call 37. Answers with what is stored.
pub async fn dismiss(
    State(shop): State<Shop>,
    Customer(customer): Customer,
    RawBody(body): RawBody,
) -> Result<Json<Dismissal>, AppError> {
    let dismissal: Dismissal =
        serde_json::from_slice(&body).map_err(|_| AppError::BadRequest("no dismissal of the banner"))?;
    store::dismiss_banner(&shop.db, customer).await?;
    Ok(Json(dismissal))
}
