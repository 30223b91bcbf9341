//! JSON responses of the cart's calls.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use axum::{
    Json,
    extract::FromRequestParts,
    http::request::Parts,
    response::{IntoResponse, Response},
};
use edge::{AppError, Shop, regions::Regions};
use http::{HeaderValue, Uri, header};

use crate::{
    service::{self, Outcome},
    view::{CART_URL, CartAnswer, CartNotice, CartSettings, CartViews},
};

/// The page that a call comes from. Only the cart page shows the cart contents, so only calls from it get that
/// region. A request without a `Referer` gets all regions.
#[derive(Debug, Clone, Copy)]
pub struct RefererPage {
    cart_page: bool,
}

impl<S: Sync> FromRequestParts<S> for RefererPage {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let page =
            parts.headers.get(header::REFERER).and_then(|value| value.to_str().ok()?.parse::<Uri>().ok());
        Ok(Self { cart_page: page.is_none_or(|page| page.path() == CART_URL) })
    }
}

impl RefererPage {
    fn regions(self, views: &CartViews) -> Regions {
        if self.cart_page { views.regions_for_cart_page() } else { views.regions() }
    }
}

/// Builds the responses of the cart's calls.
pub struct CartResponse;

/// Region in which a refusal is rendered.
const NOTICE: &str = "cart-notice";

/// An empty cart is the same for every visitor, so it is rendered once per settings version.
static EMPTY_CACHE: Mutex<Option<(Weak<CartSettings>, Arc<CartAnswer>)>> = Mutex::new(None);

/// The empty cart rendered with exactly these settings. Compared by pointer: settings of another shop in this
/// process, or from before a purge, do not match.
fn cached_empty(settings: &Arc<CartSettings>) -> Option<Arc<CartAnswer>> {
    let cached = EMPTY_CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let (with, answer) = cached.as_ref()?;
    Weak::ptr_eq(with, &Arc::downgrade(settings)).then(|| answer.clone())
}

impl CartResponse {
    /// The change is committed even if rendering fails: the response then has the cart hash but no fragments,
    /// and the browser requests the regions again.
    pub async fn fragments(
        shop: &Shop,
        referer: RefererPage,
        outcome: Outcome,
    ) -> Result<Response, AppError> {
        let Outcome { locked, contents, notice, .. } = outcome;
        let views = service::cart_views(shop, &contents, &locked.token).await?.with_notice(notice);
        let fragments = match referer.regions(&views).fragments(&shop.renderer).await {
            Ok(fragments) => fragments,
            Err(error) => {
                tracing::error!(%error, "cart changed, but rendering its regions failed");
                BTreeMap::new()
            }
        };
        let mut response = Json(CartAnswer::changed(fragments, views.hash())).into_response();
        append_cookie(&mut response, locked.set_cookie);
        Ok(response)
    }

    pub async fn rendered(
        shop: &Shop,
        referer: RefererPage,
        views: &CartViews,
    ) -> Result<Response, AppError> {
        let fragments = referer.regions(views).fragments(&shop.renderer).await?;
        Ok(Json(CartAnswer::changed(fragments, views.hash())).into_response())
    }

    pub async fn empty(shop: &Shop) -> Result<Response, AppError> {
        let settings = shop.settings.get::<CartSettings>().await?;
        if let Some(answer) = cached_empty(&settings) {
            return Ok(Json(answer).into_response());
        }
        let views = CartViews::empty(&settings);
        let fragments = views.regions_for_cart_page().fragments(&shop.renderer).await?;
        let answer = Arc::new(CartAnswer::changed(fragments, views.hash()));
        let cached = Some((Arc::downgrade(&settings), answer.clone()));
        *EMPTY_CACHE.lock().unwrap_or_else(PoisonError::into_inner) = cached;
        Ok(Json(answer).into_response())
    }

    /// Refusal of call 5: the rendered notice.
    pub async fn notice(shop: &Shop, notice: &CartNotice) -> Result<Response, AppError> {
        let mut rendered = Regions::new().with(NOTICE, notice).render(&shop.renderer).await?;
        Ok(Json(CartAnswer::refused(rendered.remove(NOTICE).unwrap_or_default())).into_response())
    }

    pub fn choose_options(product_url: &str) -> Response {
        Json(CartAnswer::choose_at(product_url)).into_response()
    }
}

/// Appends the session cookie, if there is one to set.
pub fn append_cookie(response: &mut Response, set_cookie: Option<HeaderValue>) {
    if let Some(cookie) = set_cookie {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
}
