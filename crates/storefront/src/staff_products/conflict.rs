//! The page of an edit that clashes with an edit of another member.

use accounts::service::FormSession;
use axum::response::Response;
use catalog::rules::edit::ProductFields;
use edge::{AppError, Shop, ShopZone, changes::Patch};
use http::StatusCode;
use kernel::msg;

use super::{
    NONCE, PRODUCT_URL,
    form::{FIELDS, texts_of},
    product_url,
    save::Conflict,
    texts,
    view::{ConflictField, ConflictView},
};
use crate::store::staff_names;

/// Answers 409 with three columns. The form sends all my fields again, on the version of now.
pub async fn page(shop: &Shop, session: FormSession, conflict: &Conflict) -> Result<Response, AppError> {
    let Conflict { current, clashing, since, patch } = conflict;
    let zone = shop.settings.get::<ShopZone>().await?;
    let categories = catalog::service::categories(&shop.db).await?;
    let names = staff_names(&shop.db, since.iter().map(|change| change.actor.as_str())).await?;
    let mine: ProductFields =
        patch.apply(&current.fields).map_err(|_| AppError::BadRequest("no such field or value"))?;
    let stored = Patch::of(&current.fields).map_err(anyhow::Error::from)?;
    let (mine_texts, their_texts) = (texts_of(&mine, &zone), texts_of(&current.fields, &zone));
    let shown = |field: &str, patch: &Patch| texts::shown(shop.messages, &zone, &categories, field, patch);
    let fields = clashing.iter().filter_map(|field| {
        let first = since.iter().find(|change| change.before.has(field))?;
        let last = since.iter().rev().find(|change| change.after.has(field))?;
        Some(ConflictField {
            field: field.clone(),
            label: shop.messages.text(texts::label(field)),
            before: shown(field, &first.before),
            mine: shown(field, patch),
            theirs: shown(field, &stored),
            mine_value: mine_texts.get(field).cloned().unwrap_or_default(),
            theirs_value: their_texts.get(field).cloned().unwrap_or_default(),
            who: names.get(&last.actor).cloned().unwrap_or_else(|| last.actor.clone()),
            when: zone.date_time(last.at),
            is_text: matches!(field.as_str(), "name" | "note" | "description"),
        })
    });
    let url = product_url(PRODUCT_URL, current.id);
    let mut hidden = vec![
        ("nonce".to_owned(), session.nonce(shop, NONCE)),
        ("version".to_owned(), current.version.to_string()),
        ("was".to_owned(), serde_json::to_string(&current.fields).map_err(anyhow::Error::from)?),
    ];
    let others = FIELDS.iter().filter(|field| patch.has(field) && !clashing.iter().any(|one| one == **field));
    hidden.extend(others.filter_map(|field| Some(((*field).to_owned(), mine_texts.get(*field)?.clone()))));
    let title = shop.messages.text(msg::staff_products::CONFLICT_TITLE);
    let view = ConflictView {
        title: current.fields.name.clone(),
        product_url: url.clone(),
        action: url.clone(),
        hidden,
        fields: fields.collect(),
    };
    session.render_page(shop, &url, &title, &view, StatusCode::CONFLICT).await
}
