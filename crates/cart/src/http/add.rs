//! Adding to the cart: from a product card, from a product form, and from both without script.

use std::collections::HashMap;

use axum::{
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use edge::{
    AppError, Fields, Shop, Visitor, address::ClientAddress, idempotency::RequestKey,
    same_origin_navigation::SameOriginNavigation,
};
use http::Uri;
use kernel::{ProductId, Quantity};
use serde::Deserialize;

use super::{
    Suggest, page,
    response::{self, CartResponse, RefererPage},
};
use crate::{
    rules::Refusal,
    service::{self, AddOutcome, AddRequest, Outcome},
    store,
    view::{CART_URL, CartNotice, NoticeKind, SHOP_URL, product_url},
};

/// Fields that a card button or a product form may send. Price fields are ignored.
#[derive(Debug, Deserialize)]
pub struct AddForm {
    /// Name of the submit button. A card's button sends `product_id` instead; a product form sends both.
    #[serde(rename = "add-to-cart")]
    add_to_cart: Option<String>,
    /// Field name used by the side cart's forms.
    #[serde(rename = "productID")]
    side_cart_product_id: Option<String>,
    product_id: Option<String>,
    quantity: Option<String>,
    variation_id: Option<String>,
    /// Sent by script with a form that leaves the page: where it arrives, the side cart opens.
    #[serde(rename = "open-side-cart")]
    open_side_cart: Option<String>,
    /// All other fields. Without script a form sends the choices as `attribute_NAME`.
    #[serde(flatten)]
    extra_fields: HashMap<String, String>,
}

impl AddForm {
    fn named(&self) -> Option<&String> {
        self.add_to_cart.as_ref().or(self.side_cart_product_id.as_ref()).or(self.product_id.as_ref())
    }

    fn into_request(self) -> Result<AddRequest, Refusal> {
        let product = self.named().and_then(|text| text.parse().ok()).ok_or(Refusal::NoProduct)?;
        let variation = match self.variation_id.as_deref() {
            None | Some("" | "0") => None,
            Some(text) => Some(text.parse().map_err(|_| Refusal::NoProduct)?),
        };
        let quantity = self.quantity.as_deref().filter(|text| !text.is_empty()).unwrap_or("1");
        let choices = self
            .extra_fields
            .iter()
            .filter_map(|(name, value)| Some((name.strip_prefix("attribute_")?.to_owned(), value.clone())))
            .collect();
        Ok(AddRequest {
            product,
            variation,
            choices,
            quantity: Quantity::parse(quantity).map_err(|_| Refusal::NoQuantity),
            fields: self.extra_fields,
        })
    }
}

/// Call 1: from the button of a card or the form of a product page.
pub async fn add_to_cart(
    State(shop): State<Shop>,
    visitor: Visitor,
    referer: RefererPage,
    axum::Extension(address): axum::Extension<ClientAddress>,
    key: RequestKey,
    Fields(form): Fields<AddForm>,
) -> Result<Response, AppError> {
    match service::add(&shop, &visitor, address, &key, form.into_request()).await? {
        AddOutcome::Done(outcome) => CartResponse::fragments(&shop, referer, *outcome).await,
        // An unknown product has no page; send the shopper to the shop page.
        AddOutcome::Refused { slug, .. } => Ok(CartResponse::choose_options(
            &slug.map_or_else(|| SHOP_URL.to_owned(), |slug| product_url(&slug)),
        )),
    }
}

/// Call 5: from a product form. A refusal returns its text as HTML.
pub async fn add_from_form(
    State(shop): State<Shop>,
    visitor: Visitor,
    referer: RefererPage,
    axum::Extension(address): axum::Extension<ClientAddress>,
    key: RequestKey,
    Fields(form): Fields<AddForm>,
) -> Result<Response, AppError> {
    match service::add(&shop, &visitor, address, &key, form.into_request()).await? {
        AddOutcome::Done(outcome) => CartResponse::fragments(&shop, referer, *outcome).await,
        AddOutcome::Refused { refusal, .. } => {
            let notice = CartNotice::new(NoticeKind::Error, shop.messages.text(refusal.message()));
            CartResponse::notice(&shop, &notice).await
        }
    }
}

/// The same without script: a form posted to the product page.
pub async fn add_by_form(
    State(shop): State<Shop>,
    visitor: Visitor,
    axum::Extension(address): axum::Extension<ClientAddress>,
    key: RequestKey,
    uri: Uri,
    Fields(mut form): Fields<AddForm>,
    suggest: Suggest,
) -> Result<Response, AppError> {
    if form.named().is_none() {
        // Themes put the product id into the query of the form's action URL.
        form.add_to_cart = product_in(&uri);
    }
    let product_page = form.open_side_cart.is_some().then(|| uri.path());
    let wanted = form.into_request().map_err(|_| AppError::BadRequest("no such product id"))?;
    let product = wanted.product;
    match service::add(&shop, &visitor, address, &key, Ok(wanted)).await? {
        AddOutcome::Done(outcome) => Ok(added(product, product_page, *outcome)),
        // The text names items of the bundle, which the redirect URL cannot carry: render it in this response.
        AddOutcome::Refused { refusal: refusal @ Refusal::Selection(_), .. } => {
            let notice = CartNotice::new(NoticeKind::Error, shop.messages.text(refusal.message()));
            page::show(&shop, &visitor, Some(notice), &suggest).await
        }
        AddOutcome::Refused { refusal, .. } => {
            Ok(Redirect::to(&refused_url(&refusal, product)).into_response())
        }
    }
}

fn product_in(uri: &Uri) -> Option<String> {
    let pairs = serde_urlencoded::from_str::<Vec<(String, String)>>(uri.query()?).ok()?;
    pairs.into_iter().find(|(name, _)| name == "add-to-cart").map(|(_, value)| value)
}

/// Leads to the cart page, or back to the product page with its side cart open.
fn added(product: ProductId, product_page: Option<&str>, outcome: Outcome) -> Response {
    let to = match product_page {
        Some(page) => format!("{page}#side-cart"),
        None => format!("{CART_URL}?added={product}"),
    };
    let mut response = Redirect::to(&to).into_response();
    response::append_cookie(&mut response, outcome.locked.set_cookie);
    response
}

/// URL of the cart page with the refusal: its code, the product, and the number in its text.
fn refused_url(refusal: &Refusal, product: ProductId) -> String {
    let number = match refusal {
        Refusal::OutOfStock { available } => format!("&quantity={available}"),
        Refusal::NotAMultiple { step } => format!("&quantity={step}"),
        _ => String::new(),
    };
    format!("{CART_URL}?refused={}&product={product}{number}", refusal.code())
}

/// A link that adds, as product cards and emails of migrated WooCommerce shops contain it. It adds only when
/// followed from a page of this origin; otherwise it redirects to the product page, so that another site cannot
/// fill a visitor's cart.
pub async fn add_by_link(
    State(shop): State<Shop>,
    visitor: Visitor,
    axum::Extension(address): axum::Extension<ClientAddress>,
    SameOriginNavigation(is_own): SameOriginNavigation,
    key: RequestKey,
    uri: Uri,
    Fields(form): Fields<AddForm>,
) -> Result<Response, AppError> {
    let page = || Redirect::to(uri.path()).into_response();
    let Ok(wanted) = form.into_request() else { return Ok(page()) };
    let product = wanted.product;
    let to_product = async || {
        let found = store::find_product_name(&shop.db, product).await?;
        Ok(found.map_or_else(page, |product| Redirect::to(&product_url(&product.slug)).into_response()))
    };
    if !is_own {
        return to_product().await;
    }
    match service::add(&shop, &visitor, address, &key, Ok(wanted)).await? {
        AddOutcome::Done(outcome) => Ok(added(product, None, *outcome)),
        // The shopper has to choose something, or there is no such product.
        AddOutcome::Refused {
            refusal: Refusal::NeedsChoice | Refusal::Selection(_) | Refusal::NoProduct,
            ..
        } => to_product().await,
        AddOutcome::Refused { refusal, .. } => {
            Ok(Redirect::to(&refused_url(&refusal, product)).into_response())
        }
    }
}
