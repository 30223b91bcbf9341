//! Reading the caller's cart.

use ::checkout::service::BuyerDraft;
use ::http::StatusCode;
use accounts::rules::{Address, AddressKind};
use axum::response::Response;
use cart::{
    service::{self, Contents, Locked, Outcome, Rates, Settings},
    view::cart_hash,
};
use edge::{AppError, PathParam};
use payments::settings::PaymentMethodSettings;

use super::{
    Answer, Caller, refusals, store,
    view::{CartDocument, CartSource, CouponDocument, ItemDocument},
};

/// The contents of the caller's cart; empty if there is none.
pub async fn contents(caller: &Caller) -> Result<Contents, AppError> {
    let shop = &caller.shop;
    let Some(token) = &caller.visitor.token else { return Ok(Contents::default()) };
    let now = shop.clock.now();
    let settings = Settings::load(&shop.settings).await?;
    let mut db = shop.db.acquire().await?;
    match service::find(&mut *db, token, now).await? {
        Some(cart) => Ok(service::contents(&mut db, &settings, cart, now).await?),
        None => Ok(Contents::default()),
    }
}

/// The buyer's address as far as this caller may see it: what the same session or token has sent, or what the signed-in
/// customer has saved. Of what others have entered for the same cart, a token sees the country alone, because the totals
/// depend on it.
pub async fn address(caller: &Caller, contents: &Contents) -> Result<Address, AppError> {
    let shop = &caller.shop;
    let mut address = match saved_draft(caller).await? {
        Some(draft) => draft.address,
        None => match caller.customer {
            Some(id) => accounts::service::load_address(shop, id, AddressKind::Billing).await?,
            None => Address::default(),
        },
    };
    let to = &contents.shipping_address;
    if !to.country.is_empty() && to.country != address.country {
        let is_empty = address.country.is_empty();
        address.country.clone_from(&to.country);
        if !is_empty {
            address.address_1.clear();
            address.home_number.clear();
        }
        address.city.clear();
        address.postcode.clear();
        if !caller.visitor.has_cart_token {
            address.city.clone_from(&to.city);
            address.postcode.clone_from(&to.postcode);
        }
    }
    if address.country.is_empty() {
        address.country = Rates::HOME.to_owned();
    }
    Ok(address)
}

pub async fn saved_draft(caller: &Caller) -> Result<Option<BuyerDraft>, AppError> {
    let Some(token) = &caller.visitor.token else { return Ok(None) };
    Ok(BuyerDraft::find(&caller.shop.db, token, caller.shop.clock.now()).await?)
}

pub async fn document(caller: &Caller, contents: &Contents) -> Result<CartDocument, AppError> {
    let shop = &caller.shop;
    let products: Vec<i64> = contents.lines.iter().map(|line| line.product_id.0).collect();
    let texts = store::product_texts(&shop.db, &products).await?;
    let address = address(caller, contents).await?;
    let rates = shop.settings.get::<Rates>().await?;
    let payment_methods = shop.settings.get::<PaymentMethodSettings>().await?;
    Ok(CartDocument::new(&CartSource {
        shop,
        contents,
        texts: &texts,
        address: &address,
        rates: &rates,
        payment_methods: &payment_methods,
    }))
}

/// The answer with the whole cart.
pub async fn cart_answer(
    caller: &Caller,
    contents: &Contents,
    status: StatusCode,
) -> Result<Answer, AppError> {
    let answer = Answer::new(status, &document(caller, contents).await?)?;
    Ok(Answer { cart_hash: Some(cart_hash(&contents.lines)), ..answer })
}

/// The same after a change. `None`: there is no cart, so nothing was changed.
pub async fn changed_answer(
    caller: &Caller,
    outcome: Option<Outcome>,
    status: StatusCode,
) -> Result<Answer, AppError> {
    match outcome {
        Some(Outcome { locked, contents, .. }) => {
            let caller = caller.in_session(&locked);
            Ok(with_session(cart_answer(&caller, &contents, status).await?, locked))
        }
        None => cart_answer(caller, &Contents::default(), status).await,
    }
}

pub fn with_session(answer: Answer, locked: Locked) -> Answer {
    Answer { session: Some(locked.token), cookie: locked.set_cookie, ..answer }
}

pub async fn cart(caller: Caller) -> Result<Response, AppError> {
    let answer = async { cart_answer(&caller, &contents(&caller).await?, StatusCode::OK).await };
    caller.respond(answer.await)
}

pub async fn items(caller: Caller) -> Result<Response, AppError> {
    let answer = async {
        let contents = contents(&caller).await?;
        let items = document(&caller, &contents).await?.items;
        let linked: Vec<_> = items.iter().map(|item| item_with_links(&caller, item)).collect();
        let answer = Answer::new(StatusCode::OK, &linked)?;
        Ok::<_, AppError>(Answer { cart_hash: Some(cart_hash(&contents.lines)), ..answer })
    };
    caller.respond(answer.await)
}

pub async fn item(caller: Caller, PathParam(key): PathParam<String>) -> Result<Response, AppError> {
    let key = checked_key(key)?;
    let answer = async {
        let contents = contents(&caller).await?;
        item_answer(&caller, &contents, &key, StatusCode::OK).await
    };
    caller.respond(answer.await)
}

/// The platform's keys have 32 characters: any other address does not exist.
pub fn checked_key(key: String) -> Result<String, AppError> {
    let fits =
        key.len() == 32 && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if fits { Ok(key) } else { Err(AppError::NotFound) }
}

/// The answer with one item of the cart.
pub async fn item_answer(
    caller: &Caller,
    contents: &Contents,
    key: &str,
    status: StatusCode,
) -> Result<Answer, AppError> {
    let items = document(caller, contents).await?.items;
    let item = items.iter().find(|item| item.key == key).ok_or_else(refusals::no_such_item)?;
    let answer = Answer::new(status, &item_with_links(caller, item))?;
    Ok(Answer { cart_hash: Some(cart_hash(&contents.lines)), ..answer })
}

fn item_with_links(caller: &Caller, item: &ItemDocument) -> ItemDocument {
    let links = links(caller, "items", &item.key, &["GET", "PUT", "DELETE"]);
    ItemDocument { links: Some(links), ..item.clone() }
}

/// The addresses of a member of a collection, and of the collection.
fn links(caller: &Caller, collection: &str, name: &str, methods: &[&str]) -> serde_json::Value {
    let base = format!("{}/ar/wp-json/wc/store/v1/cart/{collection}", caller.shop.origin);
    let name = percent_encoding::utf8_percent_encode(name, percent_encoding::NON_ALPHANUMERIC);
    serde_json::json!({
        "self": [{ "href": format!("{base}/{name}"), "targetHints": { "allow": methods } }],
        "collection": [{ "href": base }],
    })
}

pub async fn coupons(caller: Caller) -> Result<Response, AppError> {
    let answer = async {
        let contents = contents(&caller).await?;
        let coupons = document(&caller, &contents).await?.coupons;
        let linked: Vec<_> = coupons.iter().map(|coupon| coupon_with_links(&caller, coupon)).collect();
        let answer = Answer::new(StatusCode::OK, &linked)?;
        Ok::<_, AppError>(Answer { cart_hash: Some(cart_hash(&contents.lines)), ..answer })
    };
    caller.respond(answer.await)
}

pub fn coupon_with_links(caller: &Caller, coupon: &CouponDocument) -> CouponDocument {
    let links = links(caller, "coupons", &coupon.code, &["GET", "DELETE"]);
    CouponDocument { links: Some(links), ..coupon.clone() }
}
