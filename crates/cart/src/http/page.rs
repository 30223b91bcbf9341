//! The cart page: rendered per visitor, and changed by plain forms.

use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Page, Shop, Visitor, view::PageHead};
use kernel::{ProductId, Quantity, VariationId, msg};
use serde::Deserialize;

use super::{Suggest, response, totals};
use crate::{
    rules::Refusal,
    service::{self, CartOnPage, LaterAction, LineQuantity},
    store::{self, NamedProduct, Removed},
    view::{CART_URL, CartNotice, CartSettings, CartViews, NoticeKind},
};

/// Query of a redirect after a change. It carries ids only: text from a URL is never shown.
#[derive(Debug, Default, Deserialize)]
pub struct CartNoticeQuery {
    added: Option<String>,
    removed: Option<String>,
    refused: Option<String>,
    product: Option<String>,
    variation: Option<String>,
    quantity: Option<String>,
    choices: Option<String>,
    selection: Option<String>,
}

pub async fn render(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(query): Fields<CartNoticeQuery>,
    suggest: Suggest,
) -> Result<Response, AppError> {
    let notice = notice(&shop, &query).await?;
    show(&shop, &visitor, notice, &suggest).await
}

pub async fn show(
    shop: &Shop,
    visitor: &Visitor,
    notice: Option<CartNotice>,
    suggest: &Suggest,
) -> Result<Response, AppError> {
    let cart = match service::find_cart(shop, visitor).await? {
        Some(cart) => cart,
        None => {
            let views = CartViews::empty(&*shop.settings.get::<CartSettings>().await?);
            CartOnPage { views, products: Vec::new() }
        }
    };
    let suggestions = suggest(shop.clone(), cart.products).await?;
    let saved = service::saved_for_later(shop, visitor).await?;
    let view = cart.views.with_notice(notice).page(suggestions, saved, shop.messages);
    let head = PageHead {
        title: shop.messages.text(msg::cart::TITLE),
        description: shop.messages.text(msg::cart::TITLE),
        canonical_url: format!("{}{CART_URL}", shop.origin),
        no_index: true,
        image_url: None,
        structured_data: Vec::new(),
    };
    shop.personal_response(&Page::new(head, &view)).await
}

/// Fields of all forms on the page. The pressed button's name says which form it is.
#[derive(Debug, Deserialize)]
pub struct CartForm {
    coupon_code: Option<String>,
    apply_coupon: Option<String>,
    calc_shipping: Option<String>,
    /// The key of the line that the pressed button belongs to.
    save_later: Option<String>,
    later_back: Option<String>,
    later_remove: Option<String>,
    #[serde(flatten)]
    address: totals::ShippingCalculatorForm,
    #[serde(rename = "shipping_method[0]")]
    shipping_method: Option<String>,
    /// `cart[KEY][qty]`.
    #[serde(flatten)]
    extra_fields: std::collections::HashMap<String, String>,
}

impl CartForm {
    fn later_action(&self) -> Option<LaterAction<'_>> {
        let save = self.save_later.as_deref().map(LaterAction::Save);
        let back = self.later_back.as_deref().map(LaterAction::Restore);
        save.or(back).or(self.later_remove.as_deref().map(LaterAction::Remove))
    }

    /// The quantities by line key, and whether all of them were readable.
    fn quantities(&self) -> (Vec<LineQuantity>, bool) {
        let fields = self.extra_fields.iter().filter_map(|(name, value)| {
            Some((name.strip_prefix("cart[")?.strip_suffix("][qty]")?, Quantity::parse(value)))
        });
        let (mut wanted, mut are_readable) = (Vec::new(), true);
        for (key, quantity) in fields {
            match quantity {
                Ok(quantity) => wanted.push(LineQuantity { key: key.to_owned(), quantity }),
                Err(_) => are_readable = false,
            }
        }
        wanted.sort();
        (wanted, are_readable)
    }
}

/// Responds with the page itself instead of a redirect: repeating any of these changes has no further effect.
pub async fn change(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<CartForm>,
    suggest: Suggest,
) -> Result<Response, AppError> {
    if let Some(action) = form.later_action() {
        let notice = service::change_later(&shop, &visitor, action).await?;
        return show(&shop, &visitor, notice, &suggest).await;
    }
    let outcome = if form.apply_coupon.is_some() {
        let code = form.coupon_code.unwrap_or_default();
        totals::with_coupon_error(service::apply_coupon(&shop, &visitor, &code).await?, &code)
    } else if form.calc_shipping.is_some() {
        service::set_destination(&shop, &visitor, form.address.destination()).await?
    } else if let Some(method) = &form.shipping_method {
        service::choose_shipping_method(&shop, &visitor, method).await?
    } else {
        let (wanted, are_readable) = form.quantities();
        let outcome = service::set_quantities(&shop, &visitor, &wanted).await?;
        outcome.map(|outcome| {
            let (kind, text) = match are_readable {
                true => (NoticeKind::Ok, msg::cart::UPDATED),
                false => (NoticeKind::Error, msg::cart::NOT_UPDATED),
            };
            let notice = outcome.notice.or_else(|| Some(CartNotice::new(kind, shop.messages.text(text))));
            service::Outcome { notice, ..outcome }
        })
    };
    let mut notice = None;
    let mut cookie = None;
    if let Some(outcome) = outcome {
        notice = outcome.notice;
        cookie = outcome.locked.set_cookie;
    }
    let mut response = show(&shop, &visitor, notice, &suggest).await?;
    response::append_cookie(&mut response, cookie);
    Ok(response)
}

async fn notice(shop: &Shop, query: &CartNoticeQuery) -> Result<Option<CartNotice>, AppError> {
    let product_id = query.added.as_ref().or(query.removed.as_ref()).or(query.product.as_ref());
    let Some(product) = product_id.and_then(|text| text.parse::<ProductId>().ok()) else { return Ok(None) };
    if query.removed.is_some() {
        let variation = query.variation.as_deref().and_then(|text| text.parse::<VariationId>().ok());
        let quantity = query.quantity.as_deref().and_then(|text| Quantity::parse(text).ok());
        let choices = query.choices.as_deref().and_then(|text| serde_urlencoded::from_str(text).ok());
        let picks = query.selection.as_deref().and_then(|text| bundles::rules::parse(text).ok());
        let removed = Removed {
            product,
            variation,
            quantity: quantity.unwrap_or(Quantity::ONE),
            choices: choices.unwrap_or_default(),
            picks: picks.unwrap_or_default(),
        };
        return service::removed_notice(shop, &mut *shop.db.acquire().await?, &removed).await;
    }
    let Some(NamedProduct { name, .. }) = store::find_product_name(&shop.db, product).await? else {
        return Ok(None);
    };
    let (kind, message) = match query {
        CartNoticeQuery { added: Some(_), .. } => (NoticeKind::Ok, msg::cart::ADDED_NAMED.with("name", name)),
        CartNoticeQuery { refused: Some(code), quantity, .. } => {
            let number = quantity.as_deref().and_then(|text| Quantity::parse(text).ok());
            (NoticeKind::Error, refusal_text(code, name, number))
        }
        _ => return Ok(None),
    };
    Ok(Some(CartNotice::new(kind, shop.messages.text(message))))
}

/// URL of the cart page with the notice about a removed line and everything needed to undo it. The values are
/// validated again when the line is added back.
pub fn removed_url(removed: &Removed) -> String {
    let mut query = vec![
        ("removed", removed.product.to_string()),
        ("variation", removed.variation.map_or(0, |id| id.0).to_string()),
        ("quantity", removed.quantity.to_string()),
    ];
    if !removed.choices.is_empty() {
        query.push(("choices", bundles::rules::write_choices(&removed.choices)));
    }
    if !removed.picks.is_empty() {
        query.push(("selection", bundles::rules::write(&removed.picks)));
    }
    format!("{CART_URL}?{}", serde_urlencoded::to_string(query).expect("string pairs always encode"))
}

/// The same texts as in the AJAX responses.
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
