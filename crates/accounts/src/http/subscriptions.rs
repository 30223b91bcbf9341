//! E-mail subscriptions: the form, its call, and the way out that every letter carries.

use axum::{Extension, extract::State, response::Response};
use edge::{
    AppError, Shop, Visitor, audit, fields::RawFields, frame::PathNames, session::Customer, view::Success,
};
use http::StatusCode;
use kernel::{CustomerId, msg};

use super::{
    nonces,
    page::{Desk, go, told},
};
use crate::{
    jobs::{self, News},
    store,
    view::*,
};

/// More lists than any shop has.
const MOST_LISTS: usize = 100;

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Customer(id): Customer,
    Extension(fields): Extension<RawFields>,
) -> Result<Response, AppError> {
    let customer = store::find(&shop.db, id).await?.ok_or(AppError::SignInFirst)?;
    let lists = store::lists(&shop.db, id).await?;
    let desk = Desk::own(&visitor)?;
    let text = |key| shop.messages.text(key);
    let view = SubscriptionsPageView {
        frame: desk.frame(&shop, SUBSCRIPTIONS_URL, None, None),
        lead: shop.messages.text(msg::accounts::SUBSCRIPTIONS_TO.with("email", customer.email)),
        action: SUBSCRIPTIONS_URL.to_owned(),
        nonce: desk.nonce(&shop, nonces::SUBSCRIPTIONS),
        lists: lists
            .into_iter()
            .map(|list| ListView {
                id: list.id.to_string(),
                name: list.name,
                description: list.description,
                is_on: list.is_on,
            })
            .collect(),
        saved: text(msg::accounts::SUBSCRIPTIONS_SAVED),
        is_saved: fields.get("told") == Some("saved"),
        empty: text(msg::accounts::SUBSCRIPTIONS_NONE),
        submit: text(msg::common::SAVE),
    };
    let title = view.frame.title.clone();
    desk.show(&shop, SUBSCRIPTIONS_URL, &title, &view, StatusCode::OK).await
}

/// The lists that a request names, each once. A text that is no list's id is refused with the rest.
fn wanted(fields: &RawFields) -> Result<Vec<i64>, AppError> {
    let refused = || AppError::BadRequest("no such list");
    let named = fields.0.iter().filter(|(name, _)| name == "lists[]" || name == "lists");
    let mut lists = Vec::new();
    for (_, value) in named.filter(|(_, value)| !value.is_empty()) {
        lists.push(value.parse::<i64>().map_err(|_| refused())?);
    }
    lists.sort_unstable();
    lists.dedup();
    if lists.len() > MOST_LISTS { Err(refused()) } else { Ok(lists) }
}

/// Makes these lists the customer's own, all of them and no others.
async fn put(shop: &Shop, id: CustomerId, fields: &RawFields) -> Result<(), AppError> {
    let now = shop.clock.now();
    let wanted = wanted(fields)?;
    let customer = store::find(&shop.db, id).await?.ok_or(AppError::SignInFirst)?;
    let email = customer.address()?;
    let mut tx = shop.db.begin().await?;
    let new = store::replace(&mut tx, id, &email, &wanted, now).await?;
    let new = new.ok_or(AppError::BadRequest("no such list"))?;
    for list in new {
        jobs::tell(&mut tx, id, News::Subscribed { list }, now).await?;
    }
    audit::record(&mut *tx, now, &format!("customer {id}"), "subscriptions", "").await?;
    tx.commit().await?;
    Ok(())
}

/// Call 9.
pub async fn call(
    State(shop): State<Shop>,
    Customer(id): Customer,
    Extension(fields): Extension<RawFields>,
) -> Result<axum::Json<Success>, AppError> {
    put(&shop, id, &fields).await?;
    Ok(axum::Json(Success { success: true }))
}

/// The same, as a plain form.
pub async fn save(
    State(shop): State<Shop>,
    Customer(id): Customer,
    Extension(fields): Extension<RawFields>,
) -> Result<Response, AppError> {
    put(&shop, id, &fields).await?;
    Ok(go(&told(SUBSCRIPTIONS_URL, "saved"), None))
}

fn key(names: &PathNames) -> &str {
    names.0.get("key").map_or("", String::as_str)
}

/// Whoever follows the link in a letter ends nothing yet: programs that look at links are not their readers.
pub async fn show_unsubscribe(
    State(shop): State<Shop>,
    visitor: Visitor,
    Extension(names): Extension<PathNames>,
) -> Result<Response, AppError> {
    let list = store::unsubscribe_name(&shop.db, key(&names)).await?.ok_or(AppError::NotFound)?;
    let text = |key| shop.messages.text(key);
    let url = UNSUBSCRIBE_URL.replace("{key}", key(&names));
    let view = AuthPageView {
        title: text(msg::accounts::UNSUBSCRIBE),
        lead: Some(shop.messages.text(msg::accounts::UNSUBSCRIBE_LEAD.with("list", list))),
        notice: None,
        // Its key stands in the address: it takes no session, and mailboxes post it without a page.
        form: Some(FormView {
            action: url.clone(),
            hidden: vec![("List-Unsubscribe".to_owned(), "One-Click".to_owned())],
            fields: Vec::new(),
            submit: text(msg::accounts::UNSUBSCRIBE),
            is_danger: false,
        }),
        aside: None,
        other: None,
    };
    let desk = Desk::stranger(&visitor);
    desk.show(&shop, &url, &text(msg::accounts::UNSUBSCRIBE), &view, StatusCode::OK).await
}

/// One click, by a reader or by a mailbox for one. Repeating it is success.
pub async fn unsubscribe(
    State(shop): State<Shop>,
    visitor: Visitor,
    Extension(names): Extension<PathNames>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    let list = store::unsubscribe(&mut tx, key(&names), now).await?;
    tx.commit().await?;
    let text = |key| shop.messages.text(key);
    let view = AuthPageView {
        title: text(msg::accounts::UNSUBSCRIBE),
        lead: list.map(|list| shop.messages.text(msg::accounts::UNSUBSCRIBED_LIST.with("list", list))),
        notice: Some(NoticeView::ok(msg::accounts::UNSUBSCRIBED, shop.messages)),
        form: None,
        aside: None,
        other: None,
    };
    let url = UNSUBSCRIBE_URL.replace("{key}", key(&names));
    let desk = Desk::stranger(&visitor);
    desk.show(&shop, &url, &text(msg::accounts::UNSUBSCRIBE), &view, StatusCode::OK).await
}
