//! The cart page: drawn for its visitor alone, and changed by plain forms.

use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Page, Shop, Visitor, view::PageHead};
use kernel::{ProductId, Quantity, VariationId, msg};
use serde::Deserialize;
use sqlx::PgConnection;

use super::{Suggest, answer, bundle::SELECTION, read, set_quantities, totals};
use crate::{
    rules::Refusal,
    store::{self, Removed},
    view::{CART_URL, CartNotice, CartSettings, NoticeKind, Shown, UndoView, product_url},
};

/// What a redirect says about the change that led to it. Ids only: no text comes in by an address.
#[derive(Debug, Default, Deserialize)]
pub struct Told {
    added: Option<String>,
    removed: Option<String>,
    refused: Option<String>,
    product: Option<String>,
    variation: Option<String>,
    quantity: Option<String>,
    choices: Option<String>,
    selection: Option<String>,
}

pub async fn draw(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(told): Fields<Told>,
    suggest: Suggest,
) -> Result<Response, AppError> {
    let notice = notice(&shop, &told).await?;
    show(&shop, &visitor, notice, &suggest).await
}

pub async fn show(
    shop: &Shop,
    visitor: &Visitor,
    notice: Option<CartNotice>,
    suggest: &Suggest,
) -> Result<Response, AppError> {
    let (shown, products) = match read(shop, visitor).await? {
        Some(read) => read,
        None => (Shown::empty(&*shop.kept.get::<CartSettings>().await?), Vec::new()),
    };
    let suggestions = suggest(shop.clone(), products).await?;
    let view = shown.saying(notice).page(suggestions, shop.messages);
    let head = PageHead {
        title: shop.messages.text(msg::cart::TITLE),
        description: shop.messages.text(msg::cart::TITLE),
        canonical_url: format!("{}{CART_URL}", shop.origin),
        no_index: true,
        image_url: None,
        structured_data: Vec::new(),
    };
    shop.personal(&Page::new(head, &view)).await
}

/// What the forms of the page may say; the button that was pressed names itself.
#[derive(Debug, Deserialize)]
pub struct Change {
    coupon_code: Option<String>,
    apply_coupon: Option<String>,
    calc_shipping: Option<String>,
    #[serde(flatten)]
    place: totals::PlaceForm,
    #[serde(rename = "shipping_method[0]")]
    shipping_method: Option<String>,
    /// `cart[KEY][qty]`.
    #[serde(flatten)]
    others: std::collections::HashMap<String, String>,
}

impl Change {
    /// By line, and whether all of them are quantities.
    fn quantities(&self) -> (Vec<(String, Quantity)>, bool) {
        let fields = self.others.iter().filter_map(|(name, value)| {
            Some((name.strip_prefix("cart[")?.strip_suffix("][qty]")?, Quantity::parse(value)))
        });
        let (mut wanted, mut are_readable) = (Vec::new(), true);
        for (key, quantity) in fields {
            match quantity {
                Ok(quantity) => wanted.push((key.to_owned(), quantity)),
                Err(_) => are_readable = false,
            }
        }
        wanted.sort();
        (wanted, are_readable)
    }
}

/// The answer is the page itself: repeating any of these changes nothing more.
pub async fn change(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<Change>,
    suggest: Suggest,
) -> Result<Response, AppError> {
    let outcome = if form.apply_coupon.is_some() {
        let code = form.coupon_code.unwrap_or_default();
        totals::at_field(totals::put_coupon(&shop, &visitor, &code).await?, &code)
    } else if form.calc_shipping.is_some() {
        totals::set_place(&shop, &visitor, &form.place).await?
    } else if let Some(method) = &form.shipping_method {
        totals::set_method(&shop, &visitor, method).await?
    } else {
        let (wanted, are_readable) = form.quantities();
        let outcome = set_quantities(&shop, &visitor, &wanted).await?;
        outcome.map(|outcome| {
            let (kind, text) = match are_readable {
                true => (NoticeKind::Ok, msg::cart::UPDATED),
                false => (NoticeKind::Error, msg::cart::NOT_UPDATED),
            };
            let notice = outcome.notice.or_else(|| Some(CartNotice::new(kind, shop.messages.text(text))));
            answer::Outcome { notice, locked: outcome.locked, contents: outcome.contents }
        })
    };
    let mut notice = None;
    let mut cookie = None;
    if let Some(outcome) = outcome {
        notice = outcome.notice;
        cookie = outcome.locked.set_cookie;
    }
    let mut response = show(&shop, &visitor, notice, &suggest).await?;
    answer::greet(&mut response, cookie);
    Ok(response)
}

async fn notice(shop: &Shop, told: &Told) -> Result<Option<CartNotice>, AppError> {
    let told_of = told.added.as_ref().or(told.removed.as_ref()).or(told.product.as_ref());
    let Some(product) = told_of.and_then(|text| text.parse::<ProductId>().ok()) else { return Ok(None) };
    if told.removed.is_some() {
        let variation = told.variation.as_deref().and_then(|text| text.parse::<VariationId>().ok());
        let quantity = told.quantity.as_deref().and_then(|text| Quantity::parse(text).ok());
        let choices = told.choices.as_deref().and_then(|text| serde_urlencoded::from_str(text).ok());
        let picks = told.selection.as_deref().and_then(|text| bundles::rules::parse(text).ok());
        let removed = Removed {
            product,
            variation,
            quantity: quantity.unwrap_or(Quantity::ONE),
            choices: choices.unwrap_or_default(),
            picks: picks.unwrap_or_default(),
        };
        return removed_notice(shop, &mut *shop.db.acquire().await?, &removed).await;
    }
    let Some((name, _)) = store::product_name(&shop.db, product).await? else { return Ok(None) };
    let (kind, message) = match told {
        Told { added: Some(_), .. } => (NoticeKind::Ok, msg::cart::ADDED_NAMED.with("name", name)),
        Told { refused: Some(code), quantity, .. } => {
            let number = quantity.as_deref().and_then(|text| Quantity::parse(text).ok());
            (NoticeKind::Error, refusal_text(code, name, number))
        }
        _ => return Ok(None),
    };
    Ok(Some(CartNotice::new(kind, shop.messages.text(message))))
}

/// Where a removed line is told of, with all that its way back needs. Nothing of it is believed before it is added again.
pub fn removed_url(removed: &Removed) -> String {
    let mut told = vec![
        ("removed", removed.product.to_string()),
        ("variation", removed.variation.map_or(0, |id| id.0).to_string()),
        ("quantity", removed.quantity.to_string()),
    ];
    if !removed.choices.is_empty() {
        told.push(("choices", bundles::rules::write_choices(&removed.choices)));
    }
    if !removed.picks.is_empty() {
        told.push(("selection", bundles::rules::write(&removed.picks)));
    }
    format!("{CART_URL}?{}", serde_urlencoded::to_string(told).expect("pairs of text"))
}

/// That something was taken out, and the way back: the same form that its own page has.
pub async fn removed_notice(
    shop: &Shop,
    db: &mut PgConnection,
    removed: &Removed,
) -> Result<Option<CartNotice>, AppError> {
    let Some((name, slug)) = store::product_name(&mut *db, removed.product).await? else { return Ok(None) };
    let chosen = removed.choices.iter().map(|(name, value)| (format!("attribute_{name}"), value.clone()));
    let picked = Some(bundles::rules::write(&removed.picks)).filter(|text| !text.is_empty());
    let undo = UndoView {
        action: product_url(&slug),
        product_id: removed.product.to_string(),
        variation_id: removed.variation.map_or(0, |id| id.0).to_string(),
        quantity: removed.quantity.to_string(),
        others: chosen.chain(picked.map(|text| (SELECTION.to_owned(), text))).collect(),
    };
    let text = shop.messages.text(msg::cart::REMOVED.with("name", name));
    Ok(Some(CartNotice { undo: Some(undo), ..CartNotice::new(NoticeKind::Ok, text) }))
}

/// The words that the calls have for it.
fn refusal_text(code: &str, name: String, number: Option<Quantity>) -> kernel::Message {
    match (code, number) {
        ("choice", _) => Refusal::NeedsChoice.message(),
        ("stock", Some(available)) => Refusal::OutOfStock { available }.message(),
        ("stock", None) => msg::cart::STOCK_GONE.with("name", name),
        ("multiple", Some(step)) => Refusal::NotAMultiple { step }.message(),
        ("gone", _) => Refusal::NotForSale { name }.message(),
        _ => msg::cart::NOT_ADDED.into(),
    }
}
