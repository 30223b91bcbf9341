//! The wish list page, and the calls of the heart and of recently viewed products.

use axum::{Json, extract::State, response::Response};
use catalog::{Card, service};
use edge::{
    AppError, Fields, Page, Shop, Visitor,
    view::{LinkView, PageHead},
};
use http::{HeaderMap, HeaderValue, header};
use kernel::{Money, msg};
use serde::Deserialize;
use wishlist::service::{Change, Wishlist, change, load};

use super::{
    card,
    price_calculator::PriceCalculator,
    view::{RecentAnswer, RecentProduct, WishlistAnswer, WishlistCard, WishlistPageView},
};

pub const WISHLIST_URL: &str = "/ar/wishlist/";
const LOGIN_URL: &str = "/ar/my-account/";

/// Products that one request for recently viewed ones may name.
const MAX_RECENT: usize = 13;

async fn calculator(shop: &Shop, cards: &[Card]) -> Result<PriceCalculator, AppError> {
    let calculator = PriceCalculator::load(&shop.settings, shop.clock.now()).await?;
    Ok(calculator.with_bundles(&shop.read_db, cards).await?)
}

/// Published products, in the given order.
async fn cards(shop: &Shop, ids: &[i64]) -> Result<Vec<Card>, AppError> {
    let mut cards = service::cards(&shop.read_db, ids).await?;
    cards.retain(|card| card.is_published);
    Ok(cards)
}

fn lowest_price(calculator: &PriceCalculator, card: &Card) -> Option<Money> {
    calculator.prices(card).iter().map(|price| price.amount).min()
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    headers: HeaderMap,
) -> Result<Response, AppError> {
    let list = load(&shop, &visitor, &headers).await?;
    let ids: Vec<i64> = list.items.iter().map(|item| item.product).collect();
    let cards = cards(&shop, &ids).await?;
    let calculator = calculator(&shop, &cards).await?;
    let ratings = card::ratings(&shop.read_db, &cards).await?;
    let views = card::views(&cards, &ratings, &calculator, shop.messages, true);
    let saved_price = |card: &Card| {
        let saved = list.items.iter().find(|item| item.product == card.id.0)?.price?;
        let now = lowest_price(&calculator, card)?;
        (now < saved).then(|| saved.format())
    };
    let before: Vec<Option<String>> = cards.iter().map(saved_price).collect();
    let items = views.into_iter().zip(before).map(|(card, price_before)| WishlistCard { card, price_before });
    let title = shop.messages.text(msg::wishlist::TITLE);
    let view = WishlistPageView {
        crumbs: vec![
            LinkView::new(shop.messages.text(msg::layout::HOME), "/ar/"),
            LinkView::new(&title, WISHLIST_URL),
        ],
        items: items.collect(),
        login_url: list.is_guest.then(|| LOGIN_URL.to_owned()),
    };
    let head = PageHead {
        description: title.clone(),
        title,
        canonical_url: format!("{}{WISHLIST_URL}", shop.origin),
        no_index: true,
        image_url: None,
        structured_data: Vec::new(),
    };
    let mut response = shop.personal_response(&Page::new(head, &view)).await?;
    set_cookie(&mut response, &list, &shop);
    Ok(response)
}

fn set_cookie(response: &mut Response, list: &Wishlist, shop: &Shop) {
    response.headers_mut().append(header::SET_COOKIE, list.set_cookie(shop));
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct HeartForm {
    product_id: i64,
    /// "1": save it; otherwise remove it.
    save: String,
}

async fn apply(
    shop: &Shop,
    visitor: &Visitor,
    headers: &HeaderMap,
    form: &HeartForm,
) -> Result<Wishlist, AppError> {
    if form.save != "1" {
        return change(shop, visitor, headers, form.product_id, Change::Remove).await;
    }
    let found = cards(shop, &[form.product_id]).await?;
    let card = found.first().ok_or(AppError::NotFound)?;
    let price = lowest_price(&calculator(shop, &found).await?, card);
    change(shop, visitor, headers, card.id.0, Change::Save(price)).await
}

/// The heart without script: the list shows the result.
pub async fn change_by_form(
    State(shop): State<Shop>,
    visitor: Visitor,
    headers: HeaderMap,
    Fields(form): Fields<HeartForm>,
) -> Result<Response, AppError> {
    let list = apply(&shop, &visitor, &headers, &form).await?;
    let mut response = accounts::service::redirect(WISHLIST_URL, None);
    set_cookie(&mut response, &list, &shop);
    Ok(response)
}

/// The heart of a customer. A guest's script changes the cookie itself.
pub async fn change_by_call(
    State(shop): State<Shop>,
    visitor: Visitor,
    headers: HeaderMap,
    Fields(form): Fields<HeartForm>,
) -> Result<([(header::HeaderName, HeaderValue); 1], Json<WishlistAnswer>), AppError> {
    let list = apply(&shop, &visitor, &headers, &form).await?;
    let answer = WishlistAnswer { is_saved: list.contains(form.product_id), count: list.items.len() };
    Ok(([(header::SET_COOKIE, list.set_cookie(&shop))], Json(answer)))
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct RecentForm {
    /// Ids with dots between them.
    ids: String,
}

/// Small cards of products that the visitor's browser remembers.
pub async fn recent(
    State(shop): State<Shop>,
    Fields(form): Fields<RecentForm>,
) -> Result<Json<RecentAnswer>, AppError> {
    let ids: Vec<i64> = form.ids.split('.').filter_map(|id| id.parse().ok()).take(MAX_RECENT).collect();
    let cards = cards(&shop, &ids).await?;
    let calculator = calculator(&shop, &cards).await?;
    let products = cards.iter().map(|card| RecentProduct {
        id: card.id.to_string(),
        url: cart::view::product_url(&card.slug),
        name: card.name.clone(),
        price: calculator.price_view(card),
        image: card.picture.as_ref().map(|picture| picture.fallback_url.clone()),
    });
    Ok(Json(RecentAnswer { products: products.collect() }))
}
