//! The page of an edit that clashes with an edit of somebody else.

use axum::response::Response;
use edge::{AppError, changes::Patch};
use http::StatusCode;
use kernel::msg::settings as msg;

use super::{NONCE, page::Context, save::Conflict, spec::Kind, view::SettingsConflictView};
use crate::{staff_products::view::ConflictField, store::staff_names};

/// Answers 409 with three columns. The form sends all my fields again, on the version of now.
pub async fn page(context: Context<'_>, conflict: &Conflict) -> Result<Response, AppError> {
    let Conflict { target, current, clashing, since, patch } = conflict;
    let shop = context.shop;
    let names = staff_names(&shop.db, since.iter().map(|change| change.actor.as_str())).await?;
    let words = context.words();
    let shown = |field: &str, patch: &Patch| words.shown(*target, field, patch);
    let sent = |field: &str, patch: &Patch| {
        let (spec, value) = (target.spec(field)?, patch.0.get(field)?);
        Some(spec.kind.text(value))
    };
    let fields = clashing.iter().filter_map(|field| {
        let first = since.iter().find(|change| change.before.has(field))?;
        let last = since.iter().rev().find(|change| change.after.has(field))?;
        Some(ConflictField {
            field: field.clone(),
            label: shop.messages.text(target.label(field)),
            before: shown(field, &first.before),
            mine: shown(field, patch),
            theirs: shown(field, &current.fields),
            mine_value: sent(field, patch).unwrap_or_default(),
            theirs_value: sent(field, &current.fields).unwrap_or_default(),
            who: names.get(&last.actor).cloned().unwrap_or_else(|| last.actor.clone()),
            when: context.zone.date_time(last.at),
            is_text: target.spec(field).is_some_and(|spec| {
                matches!(
                    spec.kind,
                    Kind::Line { .. } | Kind::OptionalLine { .. } | Kind::Money | Kind::Number { .. }
                )
            }),
        })
    });
    let fields: Vec<ConflictField> = fields.collect();
    let mut hidden = vec![
        ("nonce".to_owned(), context.session.nonce(shop, NONCE)),
        ("version".to_owned(), current.version.to_string()),
        ("was".to_owned(), serde_json::to_string(&current.fields).map_err(anyhow::Error::from)?),
    ];
    let others = patch.fields().filter(|field| !clashing.iter().any(|one| one == field));
    hidden.extend(others.filter_map(|field| Some((field.to_owned(), sent(field, patch)?))));
    let title = shop.messages.text(msg::CONFLICT_TITLE);
    let url = target.url();
    let view = SettingsConflictView {
        title: shop.messages.text(msg::TITLE),
        back_url: url.clone(),
        action: url.clone(),
        hidden,
        fields,
    };
    context.session.render_page(shop, &url, &title, &view, StatusCode::CONFLICT).await
}
