//! Reads the changes of `edge`, the events of `orders`, and the members of `accounts`.

use chrono::{DateTime, Utc};
use sqlx::PgPool;

use super::rules::{Change, Cursor, Kind, OVERLAP};
use crate::store::staff_names;

/// Rows of one question. More are told as one change anyway.
const MAX_ROWS: i64 = 500;
/// Ids are given out before their transactions end: this many are looked at again.
const ID_OVERLAP: i64 = 100;
/// Whatever a browser asks for, no more rows than these are looked at.
const MAX_LOOKED_AT: i64 = 5_000;

/// The place from which a new stream goes on.
pub async fn newest(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<Cursor> {
    let order_event: i64 =
        sqlx::query_scalar("select coalesce(max(id), 0) from order_events").fetch_one(db).await?;
    Ok(Cursor { at: now, order_event })
}

type Edit = (String, i64, i64, String, Option<i64>);

/// What changed after a place, and shortly before it, oldest first. The newest event of an order comes with it.
pub async fn read(db: &PgPool, since: Cursor) -> sqlx::Result<(Vec<Change>, i64)> {
    let from = since.at - OVERLAP;
    let edits: Vec<Edit> = sqlx::query_as(
        "select edit.thing, edit.thing_id, edit.version, edit.actor, one.product_id
         from (select thing, thing_id, version, actor, at from changes
               where at > $1 and thing in ('product', 'variation') order by at desc limit $2) edit
         left join variations one on edit.thing = 'variation' and one.id = edit.thing_id
         order by edit.at",
    )
    .bind(from)
    .bind(MAX_ROWS)
    .fetch_all(db)
    .await?;
    let events: Vec<(i64, i64, String)> = sqlx::query_as(
        "select event.id, own.number, event.actor
         from (select id, order_id, actor from order_events
               where id > greatest($1, (select max(id) from order_events) - $4) and at > $2
               order by id desc limit $3) event
         join orders own on own.id = event.order_id
         order by event.id",
    )
    .bind(since.order_event.saturating_sub(ID_OVERLAP))
    .bind(from)
    .bind(MAX_ROWS)
    .bind(MAX_LOOKED_AT)
    .fetch_all(db)
    .await?;
    let newest = events.last().map_or(since.order_event, |event| event.0.max(since.order_event));
    let edit = |(thing, id, version, actor, product): Edit| {
        let is_variation = thing == "variation";
        // A variation that was removed since is of no page.
        let product = if is_variation { product? } else { id };
        Some(Change {
            key: format!("{thing}-{id}-{version}"),
            kind: Kind::Product,
            id: Some(product),
            // Variations have versions of their own, which the page of the product does not compare.
            version: if is_variation { 0 } else { version },
            actor,
            by: String::new(),
        })
    };
    let mut changes: Vec<Change> = edits.into_iter().filter_map(edit).collect();
    changes.extend(events.into_iter().map(|(event, number, actor)| Change {
        key: format!("order-{event}"),
        kind: Kind::Order,
        id: Some(number),
        version: 0,
        actor,
        by: String::new(),
    }));
    Ok((changes, newest))
}

/// Fills in the names of members.
pub async fn name(db: &PgPool, changes: &mut [Change]) -> sqlx::Result<()> {
    if changes.iter().all(|change| change.actor.is_empty()) {
        return Ok(());
    }
    let names = staff_names(db, changes.iter().map(|change| change.actor.as_str())).await?;
    for change in changes {
        change.by = names.get(&change.actor).cloned().unwrap_or_default();
    }
    Ok(())
}

/// The names of members, in their order.
pub async fn members(db: &PgPool, ids: &[i64]) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar("select name from staff where id = any($1) and is_active order by name, id")
        .bind(ids)
        .fetch_all(db)
        .await
}
