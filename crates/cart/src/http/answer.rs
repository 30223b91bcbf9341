//! The JSON that the cart's calls answer.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use axum::{
    extract::FromRequestParts,
    http::request::Parts,
    response::{IntoResponse, Response},
};
use edge::{AppError, Shop, regions::Regions, session::TokenHash};
use http::{HeaderValue, Uri, header};

use crate::{
    store::{Contents, Locked, totals::Rates},
    view::{CART_URL, CartAnswer, CartNotice, CartSettings, Pen, Shown},
};

/// The page that a call comes from. The cart page alone shows its own list, so only its calls are answered with it;
/// who does not say where they are gets everything.
#[derive(Debug, Clone, Copy)]
pub struct AskedFrom {
    cart_page: bool,
}

impl<S: Sync> FromRequestParts<S> for AskedFrom {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let page =
            parts.headers.get(header::REFERER).and_then(|value| value.to_str().ok()?.parse::<Uri>().ok());
        Ok(Self { cart_page: page.is_none_or(|page| page.path() == CART_URL) })
    }
}

impl AskedFrom {
    fn regions(self, shown: &Shown) -> Regions {
        if self.cart_page { shown.regions_for_cart_page() } else { shown.regions() }
    }
}

/// A change that has been committed.
pub struct Outcome {
    pub locked: Locked,
    pub contents: Contents,
    /// What there is to say about it.
    pub notice: Option<CartNotice>,
}

/// A cart that was read, ready to be drawn.
pub async fn show(shop: &Shop, contents: &Contents, token: &TokenHash) -> Result<Shown, AppError> {
    let pen = Pen {
        token,
        nonces: &shop.nonces,
        messages: shop.messages,
        settings: &*shop.kept.get::<CartSettings>().await?,
        rates: &*shop.kept.get::<Rates>().await?,
        now: shop.clock.now(),
    };
    Ok(Shown::new(contents, &pen))
}

/// Makes the responses of the cart's calls.
pub struct Answer;

/// The name of the region that a refusal is drawn as.
const NOTICE: &str = "cart-notice";

/// An empty cart looks the same to everybody, so it is drawn once for each set of settings.
static EMPTY: Mutex<Option<(Weak<CartSettings>, String)>> = Mutex::new(None);

/// The empty cart that was drawn with these very settings. Those of another shop in this process, or of before a purge,
/// are others.
fn drawn_empty(settings: &Arc<CartSettings>) -> Option<String> {
    let drawn = EMPTY.lock().unwrap_or_else(PoisonError::into_inner);
    let (with, text) = drawn.as_ref()?;
    Weak::ptr_eq(with, &Arc::downgrade(settings)).then(|| text.clone())
}

impl Answer {
    /// The write is done whatever the renderers do: without them the hash alone is answered, and the browser
    /// asks for the regions again.
    pub async fn fragments(shop: &Shop, asked: AskedFrom, outcome: Outcome) -> Result<Response, AppError> {
        let Outcome { locked, contents, notice } = outcome;
        let shown = show(shop, &contents, &locked.token).await?.saying(notice);
        let fragments = match asked.regions(&shown).fragments(&shop.renderer).await {
            Ok(fragments) => fragments,
            Err(error) => {
                tracing::error!(%error, "the cart changed but could not be drawn");
                BTreeMap::new()
            }
        };
        let mut response = json(&CartAnswer::changed(fragments, shown.hash()));
        greet(&mut response, locked.set_cookie);
        Ok(response)
    }

    pub async fn drawn(shop: &Shop, asked: AskedFrom, shown: &Shown) -> Result<Response, AppError> {
        let fragments = asked.regions(shown).fragments(&shop.renderer).await?;
        Ok(json(&CartAnswer::changed(fragments, shown.hash())))
    }

    pub async fn empty(shop: &Shop) -> Result<Response, AppError> {
        let settings = shop.kept.get::<CartSettings>().await?;
        if let Some(text) = drawn_empty(&settings) {
            return Ok(json_text(text));
        }
        let shown = Shown::empty(&settings);
        let fragments = shown.regions_for_cart_page().fragments(&shop.renderer).await?;
        let answer = CartAnswer::changed(fragments, shown.hash());
        let text = serde_json::to_string(&answer).expect("an answer is plain data");
        let drawn = Some((Arc::downgrade(&settings), text.clone()));
        *EMPTY.lock().unwrap_or_else(PoisonError::into_inner) = drawn;
        Ok(json_text(text))
    }

    /// Call 5's refusal: words, already drawn.
    pub async fn told(shop: &Shop, notice: &CartNotice) -> Result<Response, AppError> {
        let mut drawn = Regions::new().with(NOTICE, notice).draw(&shop.renderer).await?;
        Ok(json(&CartAnswer::refused(drawn.remove(NOTICE).unwrap_or_default())))
    }

    pub fn refused(product_url: &str) -> Response {
        json(&CartAnswer::choose_at(product_url))
    }
}

fn json(answer: &CartAnswer) -> Response {
    json_text(serde_json::to_string(answer).expect("an answer is plain data"))
}

fn json_text(text: String) -> Response {
    let mut response = text.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// Hands a visitor their cookie.
pub fn greet(response: &mut Response, set_cookie: Option<HeaderValue>) {
    if let Some(cookie) = set_cookie {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
}
