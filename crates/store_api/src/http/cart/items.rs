//! Adding, changing and removing items, by the cart's own service: the same rules, locks and totals as on the pages.

use std::collections::{BTreeMap, HashMap};

use ::http::StatusCode;
use axum::response::Response;
use cart::{
    rules::Refusal,
    service::{self, AddOutcome, AddRequest, Contents, LineQuantity, Outcome},
};
use edge::{AppError, PathParam, idempotency::RequestKey};
use kernel::{ProductId, Quantity, VariationId, msg};

use super::{
    Answer, Body, Caller,
    body::scalar,
    read::{self, changed_answer, checked_key, item_answer, with_session},
    refusals, store,
};
use crate::envelope::{conflict, invalid_param};

/// A product has few attributes to choose.
const MAX_CHOICES: usize = 30;
/// The namespace in which a client sends the items of a bundle.
const BUNDLES: &str = "matjar/bundles";

pub async fn add_item(caller: &Caller, key: &RequestKey, body: &Body) -> Result<Answer, AppError> {
    let added = add(caller, key, body).await?;
    changed_answer(caller, Some(added), StatusCode::CREATED).await
}

/// `POST /cart/items`: the same, answered with the item.
pub async fn post_item(caller: &Caller, key: &RequestKey, body: &Body) -> Result<Answer, AppError> {
    let before = read::contents(caller).await?;
    let Outcome { locked, contents, .. } = add(caller, key, body).await?;
    let changed = contents.lines.iter().find(|line| {
        let known = before.lines.iter().find(|known| known.key == line.key);
        known.is_none_or(|known| known.quantity != line.quantity)
    });
    // A repeated request changes nothing; its item was the last.
    let line = changed.or(contents.lines.last()).ok_or_else(refusals::no_such_item)?;
    let caller = caller.in_session(&locked);
    let answer = item_answer(&caller, &contents, &line.key, StatusCode::CREATED).await?;
    Ok(with_session(answer, locked))
}

async fn add(caller: &Caller, key: &RequestKey, body: &Body) -> Result<Outcome, AppError> {
    let shop = &caller.shop;
    let wanted = add_request(caller, body).await?;
    match service::add(shop, &caller.visitor, caller.visitor.address, key, wanted).await? {
        AddOutcome::Done(outcome) => Ok(*outcome),
        AddOutcome::Refused { refusal, .. } => Err(refusals::item(shop, &refusal)),
    }
}

async fn add_request(caller: &Caller, body: &Body) -> Result<Result<AddRequest, Refusal>, AppError> {
    let Some(id) = body.integer("id")? else { return Ok(Err(Refusal::NoProduct)) };
    let quantity = body.quantity("quantity")?.unwrap_or(Quantity::ONE);
    // One sequence numbers products and variations, so `id` may name either.
    let (product, variation) = match store::product_of_variation(&caller.shop.db, id).await? {
        Some(product) => (product, Some(VariationId(id))),
        None => (ProductId(id), None),
    };
    let mut fields = HashMap::new();
    if let Some(items) = body.object("extensions")?.and_then(|all| all.get(BUNDLES)) {
        let selection = items.get("selection").and_then(|text| text.as_str()).unwrap_or_default();
        fields.insert("woosb_ids".to_owned(), selection.to_owned());
    }
    Ok(Ok(AddRequest { product, variation, choices: choices(body)?, quantity: Ok(quantity), fields }))
}

/// `[{"attribute": "pa_size", "value": "M"}]`, with the names of the shop's forms or those of the platform. A name that no
/// attribute has is ignored, so both are given.
fn choices(body: &Body) -> Result<BTreeMap<String, String>, AppError> {
    let mut choices = BTreeMap::new();
    for pair in body.objects("variation", MAX_CHOICES)? {
        let text = |name: &str| pair.get(name).and_then(scalar);
        let (Some(name), Some(value)) = (text("attribute"), text("value")) else {
            return Err(invalid_param("variation", msg::store_api::PARAM_TEXT));
        };
        let name = name.strip_prefix("attribute_").unwrap_or(&name);
        if let Some(own) = name.strip_prefix("pa_") {
            choices.insert(own.to_owned(), value.clone());
        }
        choices.insert(name.to_owned(), value);
    }
    Ok(choices)
}

pub async fn update_item(caller: &Caller, body: &Body) -> Result<Answer, AppError> {
    let key = body.text("key")?;
    let quantity = wanted_quantity(body)?;
    match set_quantity(caller, &key, quantity).await? {
        Change::Done(outcome) => changed_answer(caller, Some(*outcome), StatusCode::OK).await,
        Change::NoSuchItem(contents) => Err(gone(caller, &contents).await?),
    }
}

pub async fn put_item(
    caller: Caller,
    PathParam(key): PathParam<String>,
    body: Body,
) -> Result<Response, AppError> {
    let key = checked_key(key)?;
    let answer = async {
        let quantity = wanted_quantity(&body)?;
        match set_quantity(&caller, &key, quantity).await? {
            Change::Done(outcome) if quantity.is_zero() => Ok(with_session(no_content()?, outcome.locked)),
            Change::Done(outcome) => {
                let Outcome { locked, contents, .. } = *outcome;
                let caller = caller.in_session(&locked);
                Ok(with_session(item_answer(&caller, &contents, &key, StatusCode::OK).await?, locked))
            }
            Change::NoSuchItem(_) => Err(refusals::no_such_item()),
        }
    };
    caller.respond(answer.await)
}

fn wanted_quantity(body: &Body) -> Result<Quantity, AppError> {
    body.quantity("quantity")?.ok_or_else(|| invalid_param("quantity", msg::store_api::PARAM_QUANTITY))
}

/// What became of a change of one item.
enum Change {
    Done(Box<Outcome>),
    /// The cart as it is.
    NoSuchItem(Box<Contents>),
}

/// Zero removes the item, as everywhere in the shop.
async fn set_quantity(caller: &Caller, key: &str, quantity: Quantity) -> Result<Change, AppError> {
    if quantity.is_zero() {
        return remove(caller, key).await;
    }
    let wanted = [LineQuantity { key: key.to_owned(), quantity }];
    let outcome = service::set_quantities(&caller.shop, &caller.visitor, &wanted).await?;
    let Some(outcome) = outcome else { return Ok(Change::NoSuchItem(Box::default())) };
    if let Some(refusal) = &outcome.refusal {
        return Err(refusals::item(&caller.shop, refusal));
    }
    Ok(match outcome.contents.lines.iter().any(|line| line.key == key) {
        true => Change::Done(Box::new(outcome)),
        false => Change::NoSuchItem(Box::new(outcome.contents)),
    })
}

async fn remove(caller: &Caller, key: &str) -> Result<Change, AppError> {
    let removal = service::remove_line(&caller.shop, &caller.visitor, key).await?;
    Ok(match removal {
        Some(removal) if removal.removed.is_some() => Change::Done(Box::new(removal.outcome)),
        Some(removal) => Change::NoSuchItem(Box::new(removal.outcome.contents)),
        None => Change::NoSuchItem(Box::default()),
    })
}

/// 409 with the cart as it is: another client of the same cart has removed the item.
async fn gone(caller: &Caller, contents: &Contents) -> Result<AppError, AppError> {
    let cart = serde_json::to_value(read::document(caller, contents).await?).map_err(anyhow::Error::from)?;
    Ok(conflict(refusals::INVALID_KEY, msg::store_api::ITEM_MISSING, cart).into())
}

pub async fn remove_item(caller: &Caller, body: &Body) -> Result<Answer, AppError> {
    match remove(caller, &body.text("key")?).await? {
        Change::Done(outcome) => changed_answer(caller, Some(*outcome), StatusCode::OK).await,
        Change::NoSuchItem(contents) => Err(gone(caller, &contents).await?),
    }
}

pub async fn delete_item(caller: Caller, PathParam(key): PathParam<String>) -> Result<Response, AppError> {
    let key = checked_key(key)?;
    let answer = async {
        match remove(&caller, &key).await? {
            Change::Done(outcome) => Ok(with_session(no_content()?, outcome.locked)),
            Change::NoSuchItem(_) => Err(refusals::no_such_item()),
        }
    };
    caller.respond(answer.await)
}

fn no_content() -> Result<Answer, AppError> {
    Answer::new(StatusCode::NO_CONTENT, &())
}

/// Removes every item, each as if it were removed alone: an item that another client adds in the meantime stays.
pub async fn delete_items(caller: Caller) -> Result<Response, AppError> {
    let answer = async {
        let keys: Vec<LineQuantity> = read::contents(&caller)
            .await?
            .lines
            .into_iter()
            .map(|line| LineQuantity { key: line.key, quantity: Quantity::ZERO })
            .collect();
        let outcome = service::set_quantities(&caller.shop, &caller.visitor, &keys).await?;
        let answer = Answer::new(StatusCode::OK, &Vec::<()>::new())?;
        Ok::<_, AppError>(match outcome {
            Some(outcome) => with_session(answer, outcome.locked),
            None => answer,
        })
    };
    caller.respond(answer.await)
}
